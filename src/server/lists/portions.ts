/** Long answers are read a portion at a time, as the person who asked reaches the rows then. */
import type {FastifyReply, FastifyRequest} from 'fastify';
import {takingTurns} from '../accounts/turns.ts';
import {accountById} from '../accounts/users.ts';
import type {Actor, Context} from '../context.ts';
import {conflict, unauthorized} from '../errors.ts';

/** Rows of a portion: few enough that whoever else asks the one connection of the embedded database waits some milliseconds for them. */
export const PORTION = 250;

/** Portions are read in turn, one at a time among all long answers: whoever asks for a page waits for one at most. */
export type Turns = ReturnType<typeof takingTurns>;
export const createTurns = (): Turns => takingTurns({atOnce: 1, waiting: Number.POSITIVE_INFINITY});

/** Runs what reads the database when it is this answer's turn. @throws Refusal CONFLITO for somebody who has left meanwhile */
export const turnsOf = ({raw}: Pick<FastifyReply, 'raw'>, takeTurn: Turns): Turns => work => takeTurn(async () => {
  if (raw.destroyed) throw conflict('A leitura foi cancelada.');
  return work();
});

/**
 * Reads the person anew, as a request would: a long answer can take minutes, and goes no further than their access.
 *
 * @throws Refusal SESSAO when they were deactivated, signed out or given another profile meanwhile
 */
const actorNow = async ({config, db}: Context, {actor, tokenVersao}: Pick<FastifyRequest, 'actor' | 'tokenVersao'>): Promise<Actor> => {
  const account = await accountById(db, config, actor.id);
  if (account === undefined || account.tokenVersao !== tokenVersao || account.actor.perfil !== actor.perfil) throw unauthorized();
  return account.actor;
};

/**
 * What `read` gives for these ids, in their order, a portion at a time as the receiver takes them.
 *
 * @throws Refusal SESSAO when the person is signed out meanwhile
 */
export async function* inPortions<T>(
  context: Context, request: Pick<FastifyRequest, 'actor' | 'tokenVersao'>, ids: readonly number[], takeTurn: Turns,
  read: (actor: Actor, ids: readonly number[]) => Promise<T>,
): AsyncGenerator<T> {
  for (let start = 0; start < ids.length; start += PORTION) {
    yield await takeTurn(async () => read(await actorNow(context, request), ids.slice(start, start + PORTION)));
  }
}
