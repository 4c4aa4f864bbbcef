/** The line to a server, in a test's hands: it can be cut, and it can go silent while it stays open, as with a server that is frozen. */
import {once} from 'node:events';
import {connect, createServer, type Socket} from 'node:net';
import {ownPort} from './ownPort.ts';

export interface Line {
  /** Where it is entered, on this machine. */
  readonly port: number;
  /** Nothing comes through any more, of those connected and of those that come. */
  freeze(): void;
  /** What was held up goes on. */
  thaw(): void;
  /** Ends those connected; who comes is let in. */
  cut(): void;
  /** Ends those connected and refuses who comes, until it is opened again. */
  shut(): Promise<void>;
  reopen(): Promise<void>;
  /** From now on who comes is led to that port, as where one address names another server. */
  turn(port: number): void;
  close(): Promise<void>;
}

/** A line to `host:port`. */
export const openLine = async (host: string, port: number): Promise<Line> => {
  const ends = new Set<Socket>();
  let at = port;
  let frozen = false;
  const flow = (from: Socket, to: Socket): void => {
    ends.add(from);
    from.on('data', chunk => to.write(chunk));
    from.on('error', () => {});
    from.on('close', () => {
      ends.delete(from);
      to.destroy();
    });
    if (frozen) from.pause();
  };
  const server = createServer(near => {
    const far = connect(at, host);
    flow(near, far);
    flow(far, near);
  });
  const own = await ownPort();
  const listen = async (): Promise<void> => {
    server.listen(own, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen();
  const cut = (): void => ends.forEach(end => end.destroy());
  const shut = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    cut();
    await closed;
  };
  return {
    port: own, cut, shut,
    freeze: () => {
      frozen = true;
      ends.forEach(end => end.pause());
    },
    thaw: () => {
      frozen = false;
      ends.forEach(end => end.resume());
    },
    reopen: listen,
    turn: to => {
      at = to;
    },
    close: async () => {
      if (server.listening) await shut();
    },
  };
};
