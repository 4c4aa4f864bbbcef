/** Speaks just enough of PostgreSQL's protocol to be connected to, and answers a statement when, how and if a test says so. */
import {once} from 'node:events';
import {createServer, type AddressInfo, type Socket} from 'node:net';

export interface Statement {
  text: string;
  /** The name under which it is kept; `''` for none. */
  name: string;
  /** Done, with no rows. */
  done(): void;
  /** Refused with an error of the server's own; a FATAL one ends the connection, as a server does. */
  fail(code: string, severity?: 'ERROR' | 'FATAL'): void;
}
export interface FakeServer {
  url: string;
  /** Connections so far. */
  readonly connections: number;
  /** Connections that are open. */
  readonly open: number;
  close(): Promise<void>;
}

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
/** Ready, within a transaction or not. */
const ready = (isBegun = false): Buffer => message('Z', Buffer.from(isBegun ? 'T' : 'I'));
const PARSED = message('1', Buffer.alloc(0));
const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), ready()]);
const errorOf = (code: string, severity: string): Buffer =>
  message('E', Buffer.from(`S${severity}\0V${severity}\0C${code}\0Mon purpose\0\0`));

/** How a connection is met: let in, refused with a code, or left waiting. */
export type Greeting = 'welcome' | 'silence' | {refuse: string};

/**
 * @param hear every statement, in order of arrival; one that is not answered leaves its caller waiting
 * @param greeting of each connection, the first being 1
 */
export const fakeServer = async (
  hear: (statement: Statement) => void, greeting: (nth: number) => Greeting = () => 'welcome',
): Promise<FakeServer> => {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer({noDelay: true}, socket => {
    connections += 1;
    const greet = greeting(connections);
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    let rest = Buffer.alloc(0);
    let isIn = false;
    let isBegun = false;
    const kept = new Map<string, string>();
    let bound = '';
    const tell = (text: string, name = ''): void => hear({
      text, name,
      done: () => {
        isBegun = text.startsWith('begin') || (isBegun && text !== 'commit' && text !== 'rollback');
        socket.write(Buffer.concat([message('C', Buffer.from(`${text.toUpperCase().split(' ')[0]}\0`)), ready(isBegun)]));
      },
      fail: (code, severity = 'ERROR') => {
        socket.write(severity === 'FATAL' ? errorOf(code, severity) : Buffer.concat([errorOf(code, severity), ready(isBegun)]));
        if (severity === 'FATAL') socket.end();
      },
    });
    const take = (type: string, body: Buffer): void => {
      if (type === 'X') socket.end();
      // A simple query, and one with a name or values: parsed where its name is new, bound, carried out at its end.
      if (type === 'Q') tell(body.toString('utf8', 0, body.length - 1));
      const [first = '', second = ''] = body.toString('utf8').split('\0');
      if (type === 'P') kept.set(first, second);
      if (type === 'P') socket.write(PARSED);
      if (type === 'B') bound = second;
      if (type === 'S') tell(kept.get(bound) ?? '', bound);
    };
    socket.on('data', chunk => {
      if (greet === 'silence') return;
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const head = isIn ? 1 : 0;
        const length = rest.length < head + 4 ? Infinity : rest.readInt32BE(head);
        if (rest.length < head + length) return;
        const type = rest.toString('latin1', 0, head);
        const body = rest.subarray(head + 4, head + length);
        rest = rest.subarray(head + length);
        if (isIn) take(type, body);
        else if (greet === 'welcome') socket.write(WELCOME);
        else socket.end(errorOf(greet.refuse, 'FATAL'));
        isIn = true;
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `postgres://a:segredo@127.0.0.1:${(server.address() as AddressInfo).port}/x`,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
