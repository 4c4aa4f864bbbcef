/** How slow a line may be. No total: an honest upload of 25 MB takes twenty minutes of a slow telephone. */
import type {IncomingMessage, ServerResponse} from 'node:http';
import {isReceiving, type Connection} from './connections.ts';

export interface PaceLimits {
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
export const lookEach = (interval: number, look: () => void): (() => void) => {
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
