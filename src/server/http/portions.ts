/** Answers that are sent while they are read. */
import {Socket} from 'node:net';
import {Readable} from 'node:stream';
import type {FastifyReply, FastifyRequest} from 'fastify';

/** Headers of an answer, by name. */
export type Headers = Readonly<Record<string, string | number>>;

/** All of what comes in portions, the first of which is there already. */
async function* whole<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

/**
 * Sends what comes in portions, each asked for when the ones before were taken; they are ended when the receiver leaves.
 *
 * @param headers of an answer that is none of a refusal
 * @throws what the first portion does. Later the connection breaks, so that no half can be taken for the whole
 */
export const sendPortions = async (
  {method, socket}: Pick<FastifyRequest, 'method' | 'socket'>, reply: FastifyReply, headers: Headers,
  portions: AsyncGenerator<string | Uint8Array>,
): Promise<FastifyReply> => {
  const first: IteratorResult<string | Uint8Array, unknown> = await portions.next();
  void reply.headers(headers);
  if (first.done === true || method === 'HEAD') {
    // A question for the headers alone would read all of it.
    await portions.return(undefined);
    return reply.send(Readable.from([]));
  }
  const stream = Readable.from(whole(first.value, portions), {objectMode: false});
  // Of an answer that ends with its connection (HTTP/1.0, as proxies ask), a plain end would say that it is whole.
  stream.once('error', () => socket instanceof Socket && socket.resetAndDestroy());
  stream.once('close', () => void portions.return(undefined));
  return reply.send(stream);
};
