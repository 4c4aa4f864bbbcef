/** Who is connected and what each connection is doing, and room for another one where they are as many as may be. */
import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';

export interface Connection {
  readonly socket: Socket;
  readonly address: string;
  /** When it opened or had its last answer, in milliseconds of `performance.now()`, and the bytes that had come by then. */
  since: number;
  heard: number;
  /** The newest request, until it is whole and answered. Only its body can still be on its way. */
  request: IncomingMessage | undefined;
  /** When that request's head was there. */
  began: number;
  /** Answers not yet given to the system whole, oldest first, with what they answer. */
  readonly answers: Map<ServerResponse, IncomingMessage>;
}

/** Whether the rest of a body is on its way. */
export const isReceiving = ({request}: Connection): boolean => request !== undefined && !request.complete;
/** Whether somebody waits for an answer to all they sent, or an answer has begun. */
export const isAnswering = ({answers}: Connection): boolean =>
  [...answers].some(([answer, request]) => request.complete || answer.headersSent);

/** Bytes that count as sent from the start, so that one that has only just come is none of the slow ones. */
const CREDIT = 1000;

/** Bytes a millisecond since it opened or had its last answer: of an idle connection less and less. */
const paceOf = (connection: Connection): number => {
  const {socket, heard, began, since} = connection;
  return (CREDIT + socket.bytesRead - heard) / Math.max(1, performance.now() - (isReceiving(connection) ? began : since));
};

/**
 * Those that another connection may cost, first the one to go first: never one that is being answered, of the address
 * that has most of them, the slowest first; so those that idle or never finish a head, the longest of all, before bodies on their way.
 */
const dispensable = (connections: Iterable<Connection>): Connection[] => {
  const candidates = [...connections].filter(connection => !isAnswering(connection))
    .map(connection => ({connection, pace: paceOf(connection)}));
  const held = new Map<string, number>();
  for (const {connection: {address}} of candidates) held.set(address, (held.get(address) ?? 0) + 1);
  const heldBy = ({connection: {address}}: (typeof candidates)[number]): number => held.get(address) ?? 0;
  return candidates.toSorted((a, b) => heldBy(b) - heldBy(a) || a.pace - b.pace).map(({connection}) => connection);
};

export interface Connections extends Iterable<Connection> {
  /** What is known of a socket of the server; undefined for one that is closed. */
  of(socket: Socket): Connection | undefined;
  /** From now on whoever has nothing left to be answered is disconnected. */
  finish(): void;
}

/**
 * Follows a server's connections, and closes some where they come to be `most`.
 *
 * @param most that may be at once, every one of them being answered; beyond, new ones are refused
 */
export const followConnections = (server: Server, most: number): Connections => {
  const all = new Map<Socket, Connection>();
  let finishing = false;
  const drop = ({socket}: Connection): void => {
    all.delete(socket);
    socket.destroy();
  };
  const isIdle = (connection: Connection): boolean => connection.answers.size === 0 && !isReceiving(connection);

  server.maxConnections = most;
  server.on('connection', (socket: Socket) => {
    // Some at once: looking through all of them for each that comes would be work worth attacking.
    if (all.size >= most - 1) dispensable(all.values()).slice(0, Math.ceil(most / 100)).forEach(drop);
    const address = socket.remoteAddress ?? '';
    all.set(socket, {socket, address, since: performance.now(), heard: 0, request: undefined, began: 0, answers: new Map()});
    socket.once('close', () => all.delete(socket));
  });
  server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    const connection = all.get(request.socket);
    if (connection === undefined) return;
    connection.request = request;
    connection.began = performance.now();
    connection.answers.set(answer, request);
    answer.once('close', () => {
      connection.answers.delete(answer);
      Object.assign(connection, {since: performance.now(), heard: request.socket.bytesRead});
      if (connection.request === request && request.complete) connection.request = undefined;
      if (finishing && isIdle(connection)) request.socket.destroySoon();
    });
  });
  // Node's own takes an answer for given when it is written, and cuts off those that wait for a slow line.
  server.closeIdleConnections = () => {
    for (const connection of all.values()) if (isIdle(connection)) drop(connection);
  };
  return {
    [Symbol.iterator]: () => all.values(),
    of: socket => all.get(socket),
    finish: () => {
      finishing = true;
    },
  };
};
