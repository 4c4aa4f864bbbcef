/** Reads pages by finding all matches first, by any index, and sorting them. */
import {sql} from 'kysely';
import {shownField} from '../../../schema/lists/columns.ts';
import type {Resource} from '../../../schema/config/config.ts';
import {wrongParam} from '../../../schema/words/messages.ts';
import type {Context} from '../../context.ts';
import {columnOf, resourceOf, tableOf} from '../../db/names.ts';
import {once} from '../../db/signs.ts';
import {orderedValue} from '../../db/ordering.ts';
import type {Sql} from '../../db/tables.ts';
import {invalidParam} from '../../errors.ts';
import {ALIAS, valueOf} from '../../reach/select.ts';
import type {TextWay} from '../filters/filters.ts';
import {matchesOf, type Asked} from '../filters/matching.ts';
import {countedTotal} from './counted.ts';
import {partOf, readBoth, readRows, rowTotal, valueOrder, type Found, type ListQuery} from './page.ts';
import {ID, orderBy, type Order} from './stretches.ts';

/** The order by an own column; undefined: by a related record's value. @throws Refusal 400 for a field without a column */
export const ownOrder = ({config}: Pick<Context, 'config'>, resource: Resource, name: string): Order | undefined => {
  const field = resource.fields[name];
  if (field?.kind === 'relacionado') return undefined;
  const hasNoColumn = field !== undefined && valueOf(config, resource, name, field) === undefined;
  if (hasNoColumn) throw invalidParam(name, wrongParam('sort'));
  return orderBy(resource, name);
};

/** Query of all matches: `id` and the sort `value`, from the own column or the referenced record. */
export const found = (list: Asked, order: Order | undefined, textMode: TextWay): Sql => {
  const matches = matchesOf(list, textMode);
  if (order !== undefined) return sql`select ${ID} as id, ${order.sorted} as value from ${matches}`;
  const {context: {config}, resource, query: {sort}} = list;
  const field = resource.fields[sort.field];
  const reference = field?.kind === 'relacionado' ? resource.fields[field.through] : undefined;
  if (field?.kind !== 'relacionado' || reference?.kind !== 'referencia') throw new TypeError(`${sort.field} is read through no reference`);
  const target = resourceOf(config, reference.to);
  const column = sql.ref(`${ALIAS}.${columnOf(field.through, reference)}`);
  return sql`
    select referring.id, ${orderedValue(target, field.field, shownField(config, resource.fields, field), 'r')} as value
    from (select ${ID} as id, ${column} as reference from ${matches}) as referring
    left join ${sql.table(tableOf(reference.to))} as r on r.id = referring.reference`;
};

/** Query of a page from a relation of `id` and `value`. */
const pageQuery = ({sort, ...range}: ListQuery, relation: Sql): Sql =>
  sql`select id, value from ${relation} order by ${valueOrder('found', sort.order)} ${partOf(range)}`;

/** OFFSET 0 is an optimisation fence, because PostgreSQL might walk the whole order to find a few matches. */
const fenced = (matches: Sql): Sql => sql`(${matches} offset 0) as found`;

/** Finds and sorts the matches of a page. @param total the known total */
export const readFound = async (
  list: Asked & {query: ListQuery}, order: Order | undefined, total: number | undefined,
): Promise<Found> => {
  const page = pageQuery(list.query, fenced(found(list, order, 'byIndex')));
  // Custom plans, because the matches of companies differ by more than planning costs.
  if (total !== undefined) return {total, rows: await readRows(list, page, once)};
  if (list.query.limit !== undefined) return readBoth(list, page, countedTotal(list) ?? rowTotal(list), once);
  const rows = await readRows(list, page, once);
  return {total: rows.length, rows};
};

/** Finds and sorts text matches; a CTE compares each text once for both page and total. */
export const readFoundTexts = (list: Asked & {query: ListQuery}, order: Order | undefined, textMode: TextWay): Promise<Found> => {
  const usesGenericPlan = textMode === 'ofEach';
  const prefix = sql`${usesGenericPlan ? sql`` : once}with found as materialized (${found(list, order, textMode)})`;
  return readBoth(list, pageQuery(list.query, sql`found`), sql`(select count(*) from found)`, prefix);
};
