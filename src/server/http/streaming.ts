import {Socket} from 'node:net';
import {Readable} from 'node:stream';
import type {FastifyReply, FastifyRequest} from 'fastify';

export type AnswerHeaders = Readonly<Record<string, string | number>>;

async function* prependChunk<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

/**
 * Streams chunks with backpressure; the source is closed when the receiver disconnects.
 *
 * @param headers of a successful answer
 * @throws the error of the first chunk. A later error resets the connection, so that a partial answer is not taken for a complete one.
 */
export const sendStream = async (
  {method, socket}: Pick<FastifyRequest, 'method' | 'socket'>, reply: FastifyReply, headers: AnswerHeaders,
  chunks: AsyncGenerator<string | Uint8Array>,
): Promise<FastifyReply> => {
  const first: IteratorResult<string | Uint8Array, unknown> = await chunks.next();
  void reply.headers(headers);
  if (first.done === true || method === 'HEAD') {
    await chunks.return(undefined);
    return reply.send(Readable.from([]));
  }
  const stream = Readable.from(prependChunk(first.value, chunks), {objectMode: false});
  // An answer without a length (HTTP/1.0, as of proxies) would look complete after a plain end.
  stream.once('error', () => socket instanceof Socket && socket.resetAndDestroy());
  stream.once('close', () => void chunks.return(undefined));
  return reply.send(stream);
};
