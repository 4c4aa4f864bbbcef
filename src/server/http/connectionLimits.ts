/** Limits on connections: their number, the pace of transfers, and the graceful shutdown. */
import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import type {FastifyInstance} from 'fastify';
import {disconnect, malformedRefusal, parserErrorRefusal, slowBodyRefusal, unavailableRefusal} from './refusals.ts';
import {trackConnections, isAnswering, isReceiving, type ClientConnection, type TrackedConnections} from './connections.ts';

/** Minimum transfer rate. Total time is unlimited, because an honest upload of 25 MB takes twenty minutes on a slow phone. */
interface PaceLimits {
  interval: number;
  /** Bytes of a body that must arrive between two checks. */
  bytes: number;
}

interface Snapshot {
  transfer: IncomingMessage | ServerResponse;
  byteCount: number;
  stalledChecks: number;
}

/** Consecutive checks without progress that end an answer. Several, because the system takes large chunks on a slow line. */
const MAX_STALLED_CHECKS = 2;

const flushedBytes = ({socket}: ClientConnection): number => socket.bytesWritten - socket.writableLength;

interface PaceHandlers {
  onSlowBody(connection: ClientConnection): void;
  onUnreadAnswer(connection: ClientConnection): void;
}

/**
 * Creates a check of all connections; each call compares with the previous one.
 *
 * @param handlers called for connections that are too slow
 */
export const createPaceCheck = (
  connections: Iterable<ClientConnection>, {bytes: minimumBytes}: Pick<PaceLimits, 'bytes'>, handlers: PaceHandlers,
) => {
  const snapshots = new WeakMap<ClientConnection, Snapshot>();
  const checkBody = (connection: ClientConnection, request: IncomingMessage): void => {
    const previous = snapshots.get(connection);
    const received = connection.socket.bytesRead;
    snapshots.set(connection, {transfer: request, byteCount: received, stalledChecks: 0});
    // Received but unread bytes are the server's own delay.
    if (previous?.transfer === request && received - previous.byteCount < minimumBytes && request.readableLength === 0) {
      handlers.onSlowBody(connection);
    }
  };
  const checkAnswer = (connection: ClientConnection): void => {
    const [answer] = connection.answers.keys();
    if (answer === undefined || connection.socket.writableLength === 0) return void snapshots.delete(connection);
    const previous = snapshots.get(connection);
    const flushed = flushedBytes(connection);
    const stalledChecks = previous?.transfer === answer && previous.byteCount === flushed ? previous.stalledChecks + 1 : 0;
    snapshots.set(connection, {transfer: answer, byteCount: flushed, stalledChecks});
    if (stalledChecks >= MAX_STALLED_CHECKS) handlers.onUnreadAnswer(connection);
  };
  return (): void => {
    for (const connection of connections) {
      if (isReceiving(connection) && connection.request !== undefined) checkBody(connection, connection.request);
      else checkAnswer(connection);
    }
  };
};

/** Calls `check` every `interval` milliseconds. @returns stops the timer */
const checkEvery = (interval: number, check: () => void): (() => void) => {
  let lastCheck = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    // Skips the check after this process was suspended, because no client had its full time.
    const isOnTime = now - lastCheck < 2 * interval;
    lastCheck = now;
    if (isOnTime) check();
  }, interval).unref();
  return () => clearInterval(timer);
};

const SECOND_MS = 1000;

export interface ConnectionLimits {
  /** Maximum of open connections. A connection takes a file descriptor, and the process needs some hundred more. */
  connections: number;
  /** Milliseconds for a request's head to arrive. */
  headTimeoutMs: number;
  pace: PaceLimits;
  /** Milliseconds for which calls are still accepted during shutdown, until the load balancer stops sending them. */
  drainMs: number;
  /** Milliseconds granted to running requests after that. */
  graceMs: number;
}
export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  connections: 5000,
  headTimeoutMs: 15 * SECOND_MS,
  // A twentieth of a slow phone line, over an interval that survives a short outage.
  pace: {interval: 60 * SECOND_MS, bytes: 60_000},
  // For a balancer that checks every second and acts on the second failure.
  drainMs: 3 * SECOND_MS,
  graceMs: 8 * SECOND_MS,
};
/** A client that polled readiness twice within these milliseconds is a load balancer; a start script polls once. */
const BALANCER_POLL_MS = 30 * SECOND_MS;

/** Share of connections that event streams may hold. */
const STREAM_SHARE = 0.8;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes that answer during shutdown (health checks). */
    whileEnding?: boolean;
  }
}

export interface ConnectionLimiter {
  readonly options: {
    requestTimeout: number;
    http: {headersTimeout: number; connectionsCheckingInterval: number; requireHostHeader: false};
    return503OnClosing: false;
    clientErrorHandler: (error: {code?: string}, socket: Socket) => void;
  };
  enforce: (app: FastifyInstance) => void;
  refuseDuringShutdown: (app: FastifyInstance) => void;
  /** Readiness for a load balancer. Remembers the poll, so that shutdown waits for the balancer. */
  isReady: () => boolean;
  /** Connections available to event streams; the rest is for calls. */
  readonly maxStreams: number;
}

/** Disconnects with a refusal, unless an answer is being written: more bytes would be read as part of it. */
const disconnectWith = (connections: TrackedConnections, socket: Socket, refusal: ReturnType<typeof slowBodyRefusal>): void => {
  const connection = connections.find(socket);
  if (!socket.writable || connection === undefined || isAnswering(connection)) socket.destroy();
  else disconnect(socket, refusal);
};

export const createConnectionLimiter = (
  {connections: maxConnections, headTimeoutMs, pace, drainMs, graceMs}: ConnectionLimits,
): ConnectionLimiter => {
  let connections: TrackedConnections | undefined;
  let isDraining = false;
  let isEnding = false;
  /** Times of the last two readiness polls. */
  let readinessPolls = {last: -Infinity, before: -Infinity};
  const cutAll = (server: Server): void => server.closeAllConnections();
  return {
    options: {
      // No total for a request, because a body has a minimum rate instead.
      requestTimeout: 0,
      http: {
        headersTimeout: headTimeoutMs, connectionsCheckingInterval: Math.min(5 * SECOND_MS, headTimeoutMs / 3), requireHostHeader: false,
      },
      return503OnClosing: false,
      clientErrorHandler: (error, socket) => {
        if (connections === undefined || error.code === 'ECONNRESET') socket.destroy();
        // Closes a preconnected, unused connection silently, because its browser sent no request. The delay lets bytes be read that arrived
        // while this process was suspended.
        else if (socket.bytesRead === 0) setImmediate(() => void (socket.bytesRead === 0 && socket.destroy()));
        else disconnectWith(connections, socket, parserErrorRefusal(error.code));
      },
    },
    enforce: app => {
      const tracked = trackConnections(app.server, maxConnections);
      // Node would otherwise refuse an unknown `Expect` header without a body.
      app.server.on('checkExpectation', ({socket}) => disconnect(socket, malformedRefusal()));
      connections = tracked;
      const stopChecks = checkEvery(pace.interval, createPaceCheck(tracked, pace, {
        onSlowBody: ({socket}) => disconnectWith(tracked, socket, slowBodyRefusal()),
        onUnreadAnswer: ({socket}) => socket.resetAndDestroy(),
      }));
      // With two `Host` headers a proxy may have checked the other one (RFC 9112, 3.2). Without any, Node would answer without a body.
      app.addHook('onRequest', async ({raw: {rawHeaders, headers: {host}, httpVersion}}) => {
        const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
        if (hosts.length > 1 || (host === undefined && httpVersion !== '1.0')) throw malformedRefusal();
      });
      let cutTimer: NodeJS.Timeout | undefined;
      app.addHook('preClose', async () => {
        isDraining = true;
        const isWatched = app.server.listening && performance.now() - readinessPolls.before < BALANCER_POLL_MS;
        if (isWatched) await new Promise(resolve => {
          setTimeout(resolve, drainMs);
        });
        isEnding = true;
        tracked.closeWhenIdle();
        cutTimer = setTimeout(cutAll, graceMs, app.server);
      });
      app.addHook('onSend', async (_request, reply) => {
        if (isEnding) void reply.header('connection', 'close');
      });
      app.addHook('onClose', async () => {
        clearTimeout(cutTimer);
        stopChecks();
      });
    },
    refuseDuringShutdown: app => void app.addHook('onRequest', async request => {
      if (isEnding && request.routeOptions.config.whileEnding !== true) throw unavailableRefusal();
    }),
    isReady: () => {
      readinessPolls = {last: performance.now(), before: readinessPolls.last};
      return !isDraining;
    },
    maxStreams: Math.floor(maxConnections * STREAM_SHARE),
  };
};
