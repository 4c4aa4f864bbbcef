/** The door: how many may come in, how long they may take, and how it closes. */
import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import type {FastifyInstance} from 'fastify';
import {disconnect, malformed, refusalOfNoise, slowBody, unavailable} from './refusals.ts';
import {followConnections, isAnswering, isReceiving, type Connection, type Connections} from './connections.ts';

/** How slow a line may be. No total: an honest upload of 25 MB takes twenty minutes of a slow telephone. */
interface PaceLimits {
  /** Milliseconds between two looks. */
  interval: number;
  /** Bytes of a body that must arrive between two looks. */
  bytes: number;
}

/** What was seen of a connection the last time. */
interface Mark {
  of: IncomingMessage | ServerResponse;
  bytes: number;
  /** How many times in a row nothing was taken of an answer. */
  stalls: number;
}

/** Looks in a row at which nothing at all of an answer was taken: the system takes it in large portions on a slow line. */
const MOST_STALLS = 2;

/** Bytes of answers that the system has taken over. */
const takenBy = ({socket}: Connection): number => socket.bytesWritten - socket.writableLength;

interface PaceEnds {
  /** A body came too slowly. */
  slow(connection: Connection): void;
  /** Nobody reads the answer. */
  unread(connection: Connection): void;
}

/**
 * Makes a look at connections: each call compares with the one before.
 *
 * @param ends what is done with those that are too slow
 */
export const createPace = (connections: Iterable<Connection>, {bytes}: Pick<PaceLimits, 'bytes'>, ends: PaceEnds) => {
  const marks = new WeakMap<Connection, Mark>();
  const lookAtBody = (connection: Connection, request: IncomingMessage): void => {
    const before = marks.get(connection);
    const heard = connection.socket.bytesRead;
    marks.set(connection, {of: request, bytes: heard, stalls: 0});
    // What has come and was not read yet is the server's own delay.
    if (before?.of === request && heard - before.bytes < bytes && request.readableLength === 0) ends.slow(connection);
  };
  const lookAtAnswer = (connection: Connection): void => {
    const [answer] = connection.answers.keys();
    if (answer === undefined || connection.socket.writableLength === 0) return void marks.delete(connection);
    const before = marks.get(connection);
    const taken = takenBy(connection);
    const stalls = before?.of === answer && before.bytes === taken ? before.stalls + 1 : 0;
    marks.set(connection, {of: answer, bytes: taken, stalls});
    if (stalls >= MOST_STALLS) ends.unread(connection);
  };
  return (): void => {
    for (const connection of connections) {
      if (isReceiving(connection) && connection.request !== undefined) lookAtBody(connection, connection.request);
      else lookAtAnswer(connection);
    }
  };
};

/**
 * Calls `look` each `interval` milliseconds.
 *
 * @returns what ends it
 */
const lookEach = (interval: number, look: () => void): (() => void) => {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    // After a standstill of this process nobody has had their time.
    const fair = now - last < 2 * interval;
    last = now;
    if (fair) look();
  }, interval).unref();
  return () => clearInterval(timer);
};

const SECOND = 1000;

export interface DoorLimits {
  /** Connections at once. Each takes a file descriptor, and the process needs some hundred beside them. */
  connections: number;
  /** Milliseconds until a request's head must have come. */
  head: number;
  pace: PaceLimits;
  /** Milliseconds that calls are still let in when the server ends, while a balancer hears that they are to go elsewhere. */
  drain: number;
  /** Milliseconds that requests under way may go on then. */
  grace: number;
}
export const DOOR: DoorLimits = {
  connections: 5000,
  head: 15 * SECOND,
  // A twentieth of a slow telephone line, over a time in which such a line may also be away for a while.
  pace: {interval: 60 * SECOND, bytes: 60_000},
  // For one that asks every second and believes the second no.
  drain: 3 * SECOND,
  grace: 8 * SECOND,
};
/** Who asked twice in so many milliseconds whether calls may be sent here asks again; once does who starts a server. */
const ASKS_AGAIN = 30 * SECOND;

/** Of all connections. */
const STAYING = 0.8;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Routes that answer while the server ends: they say so. */
    whileEnding?: boolean;
  }
}

export interface Door {
  /** What Fastify is made with. */
  readonly options: {
    requestTimeout: number;
    http: {headersTimeout: number; connectionsCheckingInterval: number; requireHostHeader: false};
    return503OnClosing: false;
    clientErrorHandler: (error: {code?: string}, socket: Socket) => void;
  };
  /** Watches over the server's connections from its first to its last. */
  watch: (app: FastifyInstance) => void;
  /** Refuses new requests on these routes while the server ends, in words a person can use. */
  refuseWhenEnding: (app: FastifyInstance) => void;
  /** Answers a balancer, and remembers that one asked: it is waited for when the server ends. */
  takesCalls: () => boolean;
  /** How many connections may stay open for as long as somebody looks on; the others are for calls. */
  readonly staying: number;
}

/** Without an answer where one is being written: anything more would be read as a part of it. */
const endWith = (connections: Connections, socket: Socket, refusal: ReturnType<typeof slowBody>): void => {
  const connection = connections.of(socket);
  if (!socket.writable || connection === undefined || isAnswering(connection)) socket.destroy();
  else disconnect(socket, refusal);
};

export const createDoor = ({connections: most, head, pace, drain, grace}: DoorLimits): Door => {
  let connections: Connections | undefined;
  let draining = false;
  let ending = false;
  /** When a balancer asked last, and before that. */
  let asked = {last: -Infinity, before: -Infinity};
  const cutAll = (server: Server): void => server.closeAllConnections();
  return {
    options: {
      // No total for a request: a body has a pace instead.
      requestTimeout: 0,
      http: {headersTimeout: head, connectionsCheckingInterval: Math.min(5 * SECOND, head / 3), requireHostHeader: false},
      return503OnClosing: false,
      clientErrorHandler: (error, socket) => {
        if (connections === undefined || error.code === 'ECONNRESET') socket.destroy();
        // A connection that was opened beforehand and never used hears nothing: its browser did not ask anything. What came while this
        // process stood still is read first, and has its time from then on.
        else if (socket.bytesRead === 0) setImmediate(() => void (socket.bytesRead === 0 && socket.destroy()));
        else endWith(connections, socket, refusalOfNoise(error.code));
      },
    },
    watch: app => {
      const followed = followConnections(app.server, most);
      // Node would refuse without a word what is expected beside a body's turn.
      app.server.on('checkExpectation', ({socket}) => disconnect(socket, malformed()));
      connections = followed;
      const stopLooking = lookEach(pace.interval, createPace(followed, pace, {
        slow: ({socket}) => endWith(followed, socket, slowBody()),
        unread: ({socket}) => socket.resetAndDestroy(),
      }));
      // Of two hosts a proxy may have judged the other (RFC 9112, 3.2). Of none Node would say no word.
      app.addHook('onRequest', async ({raw: {rawHeaders, headers: {host}, httpVersion}}) => {
        const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
        if (hosts.length > 1 || (host === undefined && httpVersion !== '1.0')) throw malformed();
      });
      let cut: NodeJS.Timeout | undefined;
      app.addHook('preClose', async () => {
        draining = true;
        const isWatched = app.server.listening && performance.now() - asked.before < ASKS_AGAIN;
        if (isWatched) await new Promise(resolve => {
          setTimeout(resolve, drain);
        });
        ending = true;
        followed.finish();
        cut = setTimeout(cutAll, grace, app.server);
      });
      app.addHook('onSend', async (_request, reply) => {
        if (ending) void reply.header('connection', 'close');
      });
      app.addHook('onClose', async () => {
        clearTimeout(cut);
        stopLooking();
      });
    },
    refuseWhenEnding: app => void app.addHook('onRequest', async request => {
      if (ending && request.routeOptions.config.whileEnding !== true) throw unavailable();
    }),
    takesCalls: () => {
      asked = {last: performance.now(), before: asked.last};
      return !draining;
    },
    staying: Math.floor(most * STAYING),
  };
};
