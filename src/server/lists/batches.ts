/** Reads long answers in batches, re-checking the caller's access for each. */
import type {FastifyReply, FastifyRequest} from 'fastify';
import {createTaskQueue} from '../accounts/taskQueue.ts';
import {accountById} from '../accounts/accounts.ts';
import type {Actor, Context} from '../context.ts';
import {conflict, unauthorized} from '../errors.ts';

/** Rows of a batch: few enough that other queries on the embedded database's only connection wait some milliseconds. */
export const BATCH_SIZE = 250;

/** Queue of batches, one at a time over all long answers, so that a page query waits for one batch at most. */
export type BatchQueue = ReturnType<typeof createTaskQueue>;
export const createBatchQueue = (): BatchQueue => createTaskQueue({concurrency: 1, maxWaiting: Number.POSITIVE_INFINITY});

/** Runs a read in its turn of the queue. @throws Refusal CONFLITO if the connection has closed */
export const batchesWhileConnected = ({raw}: Pick<FastifyReply, 'raw'>, takeTurn: BatchQueue): BatchQueue => work => takeTurn(async () => {
  if (raw.destroyed) throw conflict('A leitura foi cancelada.');
  return work();
});

/**
 * Reads the caller's account again, because a long answer can take minutes.
 *
 * @throws Refusal SESSAO for an account that was deactivated, signed out or given another profile
 */
const readCurrentActor = async (
  {config, db}: Context, {actor, tokenVersao}: Pick<FastifyRequest, 'actor' | 'tokenVersao'>,
): Promise<Actor> => {
  const account = await accountById(db, config, actor.id);
  if (account === undefined || account.tokenVersao !== tokenVersao || account.actor.perfil !== actor.perfil) throw unauthorized();
  return account.actor;
};

/**
 * Reads these ids in batches, as fast as the receiver takes them.
 *
 * @throws Refusal SESSAO for a caller who signed out meanwhile
 */
export async function* readInBatches<T>(
  context: Context, request: Pick<FastifyRequest, 'actor' | 'tokenVersao'>, ids: readonly number[], takeTurn: BatchQueue,
  read: (actor: Actor, ids: readonly number[]) => Promise<T>,
): AsyncGenerator<T> {
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    yield await takeTurn(async () => read(await readCurrentActor(context, request), ids.slice(start, start + BATCH_SIZE)));
  }
}
