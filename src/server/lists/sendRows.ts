/** Arrays of any length as an answer: few rows at once, many a portion at a time (rules: Lists 13). */
import type {FastifyReply, FastifyRequest} from 'fastify';
import type {Actor, Context} from '../context.ts';
import {sendPortions, type Headers} from '../http/portions.ts';
import {inPortions, PORTION, turnsOf, type Turns} from './portions.ts';

type Rows = Record<string, unknown>[];

/** An answer with rows in it. */
export interface RowsAnswer {
  headers: Headers;
  /** The rows come last in it, or are all of it. */
  body: unknown;
}

/** A body as JSON, which has no rows yet, with the rows that come in portions. */
async function* jsonOf(body: unknown, portions: AsyncIterable<Rows>): AsyncGenerator<string> {
  const text = JSON.stringify(body);
  const at = text.lastIndexOf('[]') + 1;
  const [before, after] = [text.slice(0, at), text.slice(at)];
  let between = before;
  for await (const rows of portions) {
    if (rows.length === 0) continue;
    yield between + JSON.stringify(rows).slice(1, -1);
    between = ',';
  }
  yield between === before ? before + after : after;
}

/** The first portion, read already, and the others. */
async function* after<T>(first: T, others: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* others;
}

interface RowsSource {
  context: Context;
  turns: Turns;
  ids: readonly number[];
  /** The rows of some of these ids, for whoever asks. */
  read: (actor: Actor, ids: readonly number[]) => Promise<Rows>;
  /** @param total how many there are, where the rows are not all of them */
  answer: (rows: Rows, total: number) => RowsAnswer;
}

/**
 * Sends the rows of these ids, in their order.
 *
 * @throws Refusal where the first rows cannot be read; later the connection breaks
 */
export const sendRows = async (
  request: FastifyRequest, reply: FastifyReply, {context, turns, ids, read, answer}: RowsSource,
): Promise<FastifyReply> => {
  const first = await read(request.actor, ids.slice(0, PORTION));
  if (ids.length <= PORTION) {
    const {headers, body} = answer(first, first.length);
    return reply.headers(headers).send(body);
  }
  const {headers, body} = answer([], ids.length);
  const others = inPortions(context, request, ids.slice(PORTION), turnsOf(reply, turns), read);
  return sendPortions(
    request, reply, {...headers, 'content-type': 'application/json; charset=utf-8'}, jsonOf(body, after(first, others)),
  );
};
