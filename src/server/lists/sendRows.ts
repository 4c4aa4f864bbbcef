/** Sends arrays of any length: short ones at once, long ones as a stream of batches (rules: Lists 13). */
import type {FastifyReply, FastifyRequest} from 'fastify';
import type {Actor, Context} from '../context.ts';
import {sendStream, type AnswerHeaders} from '../http/streaming.ts';
import {readInBatches, BATCH_SIZE, batchesWhileConnected, type BatchQueue} from './batches.ts';

type Rows = Record<string, unknown>[];

export interface RowsAnswer {
  headers: AnswerHeaders;
  /** Ends with the rows' array, or is that array. */
  body: unknown;
}

/** Streams JSON: a body with an empty array, filled with batches of rows. */
async function* streamJson(body: unknown, batches: AsyncIterable<Rows>): AsyncGenerator<string> {
  const text = JSON.stringify(body);
  const arrayStart = text.lastIndexOf('[]') + 1;
  const [before, after] = [text.slice(0, arrayStart), text.slice(arrayStart)];
  let separator = before;
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    yield separator + JSON.stringify(rows).slice(1, -1);
    separator = ',';
  }
  yield separator === before ? before + after : after;
}

async function* withFirst<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

interface RowsSource {
  context: Context;
  turns: BatchQueue;
  ids: readonly number[];
  /** Reads the rows of these ids within the actor's scope. */
  read: (actor: Actor, ids: readonly number[]) => Promise<Rows>;
  /** @param total number of all rows, where `rows` is a batch */
  answer: (rows: Rows, total: number) => RowsAnswer;
}

/**
 * Sends the rows of these ids, in order.
 *
 * @throws Refusal for the first rows; a later failure breaks the connection
 */
export const sendRows = async (
  request: FastifyRequest, reply: FastifyReply, {context, turns, ids, read, answer}: RowsSource,
): Promise<FastifyReply> => {
  const first = await read(request.actor, ids.slice(0, BATCH_SIZE));
  if (ids.length <= BATCH_SIZE) {
    const {headers, body} = answer(first, first.length);
    return reply.headers(headers).send(body);
  }
  const {headers, body} = answer([], ids.length);
  const rest = readInBatches(context, request, ids.slice(BATCH_SIZE), batchesWhileConnected(reply, turns), read);
  return sendStream(
    request, reply, {...headers, 'content-type': 'application/json; charset=utf-8'}, streamJson(body, withFirst(first, rest)),
  );
};
