/** What the history says of records that changed, and of those that came to another company. */
import {sql, type RawBuilder, type SqlBool} from 'kysely';
import type {Config} from '../../schema/config/config.ts';
import {columnOf, resourceOf} from './names.ts';

/** Whose company a record's is: its own, or that of the parent it belongs to. `alias` is the record. */
interface Moves {
  /** The resource that the history tells the moves of. */
  of: string;
  /** The field of its company. */
  company: string;
  id: RawBuilder<number>;
}

/** undefined: a record of this resource never changes company. */
export const whoseMoves = (config: Config, name: string, alias: string): Moves | undefined => {
  const {owner, fields} = resourceOf(config, name);
  const through = owner?.through === undefined ? undefined : fields[owner.through];
  const [of, column] = owner?.through !== undefined && through?.kind === 'referencia'
    ? [through.to, columnOf(owner.through, through)] : [name, 'id'];
  const company = resourceOf(config, of).owner?.empresa;
  return company === undefined ? undefined : {of, company, id: sql.ref(`${alias}.${column}`)};
};

/** Whether an entry of the history is one by which a field of the record became another; that of its company: by which it moved. */
export const changesField = (entry: string, field: string): RawBuilder<SqlBool> => {
  const [before, after, key] = [sql.ref(`${entry}.antes`), sql.ref(`${entry}.depois`), sql.lit(field)];
  const isBoth = sql`jsonb_exists(${before}, ${key}) and jsonb_exists(${after}, ${key})`;
  return sql`(${isBoth} and ${before} -> ${key} is distinct from ${after} -> ${key})`;
};
