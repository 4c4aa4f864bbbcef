/** History predicates: changes of a field, and records that moved to another company. */
import {sql, type RawBuilder, type SqlBool} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import {columnOf, resourceOf} from './sqlNames.ts';

/** The record whose history tells moves between companies: the record itself, or the parent it belongs to. */
interface CompanyMoves {
  historyResource: string;
  company: string;
  id: RawBuilder<number>;
}

/** @param alias of the record's table @returns undefined where a record never changes company */
export const companyMovesOf = (config: Config, name: string, alias: string): CompanyMoves | undefined => {
  const {owner, fields} = resourceOf(config, name);
  const reference = owner?.through === undefined ? undefined : fields[owner.through];
  const [movedResource, column] = owner?.through !== undefined && reference?.kind === 'referencia'
    ? [reference.to, columnOf(owner.through, reference)] : [name, 'id'];
  const company = resourceOf(config, movedResource).owner?.empresa;
  return company === undefined ? undefined : {historyResource: movedResource, company, id: sql.ref(`${alias}.${column}`)};
};

/** The history entries that change `field`; for the company's field, the moves. */
export const fieldChangePredicate = (entry: string, field: string): RawBuilder<SqlBool> => {
  const [before, after, key] = [sql.ref(`${entry}.antes`), sql.ref(`${entry}.depois`), sql.lit(field)];
  const hasBoth = sql`jsonb_exists(${before}, ${key}) and jsonb_exists(${after}, ${key})`;
  return sql`(${hasBoth} and ${before} -> ${key} is distinct from ${after} -> ${key})`;
};
