/** Tracks the server's connections and what each is doing, and closes the least useful ones at the limit. */
import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';

export interface ClientConnection {
  readonly socket: Socket;
  readonly address: string;
  /** Time of opening or of the last answer (`performance.now()`), and the bytes received until then. */
  lastActiveAt: number;
  bytesReadBefore: number;
  /** Newest request, until it is received and answered. Only its body can still be incoming. */
  request: IncomingMessage | undefined;
  requestStartedAt: number;
  /** Answers not yet flushed to the system, oldest first, with their requests. */
  readonly answers: Map<ServerResponse, IncomingMessage>;
}

export const isReceiving = ({request}: ClientConnection): boolean => request !== undefined && !request.complete;
export const isAnswering = ({answers}: ClientConnection): boolean =>
  [...answers].some(([answer, request]) => request.complete || answer.headersSent);

/** Initial credit, in bytes, so that a new connection does not count as slow. */
const CREDIT_BYTES = 1000;

/** Bytes per millisecond since it was opened or last answered; falls while a connection idles. */
const bytesPerMs = (connection: ClientConnection): number => {
  const {socket, bytesReadBefore, requestStartedAt, lastActiveAt} = connection;
  return (CREDIT_BYTES + socket.bytesRead - bytesReadBefore) / Math.max(
    1, performance.now() - (isReceiving(connection) ? requestStartedAt : lastActiveAt),
  );
};

/**
 * Lists the connections that may be closed in favour of a new one, worst first: never one being answered. Addresses with most connections
 * come first, then the slowest. Idle connections and unfinished heads so come before bodies in transfer.
 */
const listDispensable = (connections: Iterable<ClientConnection>): ClientConnection[] => {
  const candidates = [...connections].filter(connection => !isAnswering(connection))
    .map(connection => ({connection, pace: bytesPerMs(connection)}));
  const countByAddress = new Map<string, number>();
  for (const {connection: {address}} of candidates) countByAddress.set(address, (countByAddress.get(address) ?? 0) + 1);
  const countOfAddress = ({connection: {address}}: (typeof candidates)[number]): number => countByAddress.get(address) ?? 0;
  return candidates.toSorted((a, b) => countOfAddress(b) - countOfAddress(a) || a.pace - b.pace)
    .map(({connection}) => connection);
};

export interface TrackedConnections extends Iterable<ClientConnection> {
  find(socket: Socket): ClientConnection | undefined;
  /** From now on closes each connection that has no answer pending. */
  closeWhenIdle(): void;
}

/** Tracks a server's connections, and closes some near the limit of `maxConnections`. Beyond it new ones are refused. */
export const trackConnections = (server: Server, maxConnections: number): TrackedConnections => {
  const connections = new Map<Socket, ClientConnection>();
  let isFinishing = false;
  const close = ({socket}: ClientConnection): void => {
    connections.delete(socket);
    socket.destroy();
  };
  const isIdle = (connection: ClientConnection): boolean => connection.answers.size === 0 && !isReceiving(connection);

  server.maxConnections = maxConnections;
  server.on('connection', (socket: Socket) => {
    // Closes several at once, because a scan for each new connection could be exploited.
    if (connections.size >= maxConnections - 1) {
      listDispensable(connections.values()).slice(0, Math.ceil(maxConnections / 100)).forEach(close);
    }
    const address = socket.remoteAddress ?? '';
    connections.set(
      socket,
      {socket, address, lastActiveAt: performance.now(), bytesReadBefore: 0, request: undefined, requestStartedAt: 0, answers: new Map()},
    );
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (connection === undefined) return;
    connection.request = request;
    connection.requestStartedAt = performance.now();
    connection.answers.set(answer, request);
    answer.once('close', () => {
      connection.answers.delete(answer);
      Object.assign(connection, {since: performance.now(), heard: request.socket.bytesRead});
      if (connection.request === request && request.complete) connection.request = undefined;
      if (isFinishing && isIdle(connection)) request.socket.destroySoon();
    });
  });
  // Node's own counts an answer as done when written, and cuts off slow receivers.
  server.closeIdleConnections = () => {
    for (const connection of connections.values()) if (isIdle(connection)) close(connection);
  };
  return {
    [Symbol.iterator]: () => connections.values(),
    find: socket => connections.get(socket),
    closeWhenIdle: () => {
      isFinishing = true;
    },
  };
};
