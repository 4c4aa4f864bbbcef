/** When a record came to the company it is of: what was before belongs to the people of another. */
import {sql} from 'kysely';
import type {Config} from '../../schema/config/config.ts';
import {changesField, whoseMoves} from '../db/moves.ts';
import {resourceOf} from '../db/names.ts';
import type {DbOrTrx, StoredRow} from '../db/tables.ts';

/**
 * The entry of the history by which a record, or the parent that it belongs to, last changed company.
 *
 * @param row the record as stored
 * @returns the entry's id, which grows over all records; 0 where it never moved
 */
export const arrivalOf = async (db: DbOrTrx, config: Config, name: string, row: StoredRow): Promise<number> => {
  const {owner} = resourceOf(config, name);
  const id = owner?.through === undefined ? row.id : row[owner.through];
  const moves = whoseMoves(config, name, 't');
  if (moves === undefined || typeof id !== 'number') return 0;
  const {rows} = await sql<{id: number | null}>`
    select max(h.id) as id from historico as h
    where h.recurso = ${moves.of} and h.id_registro = ${id} and ${changesField('h', moves.company)}`.execute(db);
  return rows[0]?.id ?? 0;
};
