/** When a record came to the company it is of: what was before belongs to the people of another. */
import {sql, type RawBuilder} from 'kysely';
import type {Config} from '../../schema/config/config.ts';
import {changesField, whoseMoves} from '../db/moves.ts';

/** The entry of the history by which the record `alias`, or the parent that it belongs to, last changed company: its id, or 0. */
export const arrivalOf = (config: Config, name: string, alias: string): RawBuilder<number> => {
  const moves = whoseMoves(config, name, alias);
  return moves === undefined ? sql`0` : sql`coalesce((
    select max(a.id) from historico as a
    where a.recurso = ${moves.of} and a.id_registro = ${moves.id} and ${changesField('a', moves.company)}), 0)`;
};
