/** What a command and the running server say to each other: one JSON value a line, both ways. */
import type {Socket} from 'node:net';

export interface Conversation {
  /** Resolves when it is on its way; a line that broke is noticed by {@link receive}. */
  send(message: object): Promise<void>;
  /** The next message; undefined when the other side has ended, or the line broke. */
  receive(): Promise<unknown>;
  end(): void;
}

async function* messages(socket: Socket): AsyncGenerator {
  let rest = '';
  for await (const chunk of socket.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield parsed(line);
  }
}

/** What is no JSON is no message anybody knows. */
const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};

export const conversationOn = (socket: Socket): Conversation => {
  // Told by `receive`; without a listener it would end the process.
  socket.on('error', () => {});
  const arriving = messages(socket);
  return {
    send: message => new Promise(resolve => {
      socket.write(`${JSON.stringify(message)}\n`, () => resolve());
    }),
    receive: () => arriving.next().then(({value}) => value as unknown, () => undefined),
    end: () => socket.destroySoon(),
  };
};
