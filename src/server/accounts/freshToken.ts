/** A token for the session that just changed its own password: it goes on while the others end (rules: Session 13). */
import type {Actor, Context} from '../context.ts';
import type {Tokens} from './tokens.ts';
import {accountById, tokenUser} from './users.ts';

export const freshToken = async ({config, db}: Context, tokens: Tokens, actor: Actor): Promise<string | undefined> => {
  const account = await accountById(db, config, actor.id);
  return account === undefined ? undefined : tokens.issue(tokenUser(config, account));
};
