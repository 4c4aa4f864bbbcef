/** When a record came to the company it is of: what was before belongs to the people of another. */
import {sql} from 'kysely';
import type {Config} from '../../schema/config.ts';
import {resourceOf} from '../db/names.ts';
import type {DbOrTrx} from '../db/tables.ts';
import type {StoredRow} from '../records/present.ts';

/**
 * The entry of the history by which a record, or the parent that it belongs to, last changed company.
 *
 * @param row the record as stored
 * @returns the entry's id, which grows over all records; 0 where it never moved
 */
export const arrivalOf = async (db: DbOrTrx, config: Config, name: string, row: StoredRow): Promise<number> => {
  const {owner, fields} = resourceOf(config, name);
  const through = owner?.through === undefined ? undefined : fields[owner.through];
  if (owner?.through !== undefined && through?.kind === 'referencia') {
    const parent = row[owner.through];
    return typeof parent === 'number' ? moveOf(db, config, through.to, parent) : 0;
  }
  return moveOf(db, config, name, row.id);
};

const moveOf = async (db: DbOrTrx, config: Config, name: string, id: number): Promise<number> => {
  const company = resourceOf(config, name).owner?.empresa;
  if (company === undefined) return 0;
  const {rows} = await sql<{id: number | null}>`
    select max(id) as id from historico
    where recurso = ${name} and id_registro = ${id} and jsonb_exists(antes, ${company}) and jsonb_exists(depois, ${company})
      and antes -> ${company} is distinct from depois -> ${company}`.execute(db);
  return rows[0]?.id ?? 0;
};
