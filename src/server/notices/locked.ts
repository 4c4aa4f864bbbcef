/** Notices that are about to be changed. */
import {sql, type RawBuilder} from 'kysely';
import type {Predicate} from '../reach/conditions.ts';

/**
 * The ids of the notices `a` for which that holds, locked in the order of their ids: of two who change the same ones at once the one
 * waits for the other, and never each for the other.
 */
export const lockedNotices = (where: Predicate): RawBuilder<unknown> =>
  sql`select a.id from avisos a where ${where} order by a.id for update`;
