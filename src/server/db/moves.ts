/** History predicates: changes of a field, and records that moved to another company. */
import {sql, type RawBuilder, type SqlBool} from 'kysely';
import type {Config} from '../../schema/config/config.ts';
import {columnOf, resourceOf} from './names.ts';

/** The record whose history tells moves between companies: the record itself, or the parent it belongs to. */
interface Moves {
  /** The resource whose history has the moves. */
  of: string;
  /** The field with the company. */
  company: string;
  id: RawBuilder<number>;
}

/** @param alias of the record's table @returns undefined where a record never changes company */
export const whoseMoves = (config: Config, name: string, alias: string): Moves | undefined => {
  const {owner, fields} = resourceOf(config, name);
  const through = owner?.through === undefined ? undefined : fields[owner.through];
  const [of, column] = owner?.through !== undefined && through?.kind === 'referencia'
    ? [through.to, columnOf(owner.through, through)] : [name, 'id'];
  const company = resourceOf(config, of).owner?.empresa;
  return company === undefined ? undefined : {of, company, id: sql.ref(`${alias}.${column}`)};
};

/** The history entries that change `field`; for the company's field, the moves. */
export const changesField = (entry: string, field: string): RawBuilder<SqlBool> => {
  const [before, after, key] = [sql.ref(`${entry}.antes`), sql.ref(`${entry}.depois`), sql.lit(field)];
  const isBoth = sql`jsonb_exists(${before}, ${key}) and jsonb_exists(${after}, ${key})`;
  return sql`(${isBoth} and ${before} -> ${key} is distinct from ${after} -> ${key})`;
};
