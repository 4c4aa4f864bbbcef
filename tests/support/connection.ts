/** A bare connection to a server: what a browser would never send, and every byte that comes back. */
import {once} from 'node:events';
import type {Server} from 'node:http';
import {connect, type Socket} from 'node:net';
import {promisify} from 'node:util';
import {vi} from 'vitest';

export interface Connection {
  socket: Socket;
  send(text: string): void;
  /** Everything received so far. */
  heard(): string;
  /** Waits until that matches. */
  hears(pattern: RegExp): Promise<void>;
  /** How it ended: `end`, or the code of the error that broke it. */
  ended: Promise<string>;
}

/** @param from the caller's own address: on this machine any that begins with 127 */
export const openConnection = async (port: number, from = '127.0.0.1'): Promise<Connection> => {
  const socket = connect({port, host: '127.0.0.1', localAddress: from, noDelay: true});
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  let failure: string | undefined;
  socket.on('error', (error: NodeJS.ErrnoException) => (failure = error.code));
  const ended = new Promise<string>(resolve => {
    socket.once('close', () => resolve(failure ?? 'end'));
  });
  await once(socket, 'connect');
  return {
    socket, ended,
    send: piece => void socket.write(piece),
    heard: () => text,
    hears: pattern => vi.waitFor(() => {
      if (!pattern.test(text)) throw new Error(`heard ${JSON.stringify(text.slice(0, 500))}, not ${pattern}`);
    }, {timeout: 60_000, interval: 5}),
  };
};

/** How many connections a server has. */
export const connectionsOf = ({server}: {server: Server}): Promise<number> => promisify(server.getConnections.bind(server))();

/** The parts of the first answer on a line. */
export const answerOn = (line: Connection): {status: number; headers: Record<string, string>; body: string} => {
  const [head = '', ...rest] = line.heard().split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map(one => {
    const colon = one.indexOf(':');
    return [one.slice(0, colon).toLowerCase(), one.slice(colon + 1).trim()];
  }));
  return {status: Number(first.split(' ')[1]), headers, body: Buffer.from(rest.join('\r\n\r\n'), 'latin1').toString('utf8')};
};
