/** Pages of lists whose matches are found first, by whatever index gives them, and then put in order. */
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

/** What rows are ordered by; undefined: a value of other records. @throws Refusal 400 for a field that no single column holds */
export const ownOrder = ({config}: Pick<Context, 'config'>, resource: Resource, name: string): Order | undefined => {
  const field = resource.fields[name];
  if (field?.kind === 'relacionado') return undefined;
  const isNone = field !== undefined && valueOf(config, resource, name, field) === undefined;
  if (isNone) throw invalidParam(name, wrongParam('sort'));
  return orderBy(resource, name);
};

/** Every match, its `id` and the `value` that it is ordered by: a value of its own, or of the record that a reference names. */
export const found = (asked: Asked, by: Order | undefined, texts: TextWay): Sql => {
  const matches = matchesOf(asked, texts);
  if (by !== undefined) return sql`select ${ID} as id, ${by.sorted} as value from ${matches}`;
  const {context: {config}, resource, query: {sort}} = asked;
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

/** A page of what a relation of `id` and `value` has. */
const pageOf = ({sort, ...part}: ListQuery, relation: Sql): Sql =>
  sql`select id, value from ${relation} order by ${valueOrder('found', sort.order)} ${partOf(part)}`;

/** The offset has every match found before one is put in order: PostgreSQL might walk a long way in the order to find a few. */
const apartFrom = (matches: Sql): Sql => sql`(${matches} offset 0) as found`;

/** A page of matches that are found and sorted. @param total how many there are, where it is known */
export const readFound = async (
  asked: Asked & {query: ListQuery}, by: Order | undefined, total: number | undefined,
): Promise<Found> => {
  const page = pageOf(asked.query, apartFrom(found(asked, by, 'byIndex')));
  // How many matches there are to be sorted differs from one company to the next more than planning costs.
  if (total !== undefined) return {total, rows: await readRows(asked, page, once)};
  if (asked.query.limit !== undefined) return readBoth(asked, page, countedTotal(asked) ?? rowTotal(asked), once);
  const rows = await readRows(asked, page, once);
  return {total: rows.length, rows};
};

/** The same of matches that have a text, each of which is looked at once for both the page and the total. */
export const readFoundTexts = (asked: Asked & {query: ListQuery}, by: Order | undefined, texts: TextWay): Promise<Found> => {
  const isPlanned = texts === 'ofEach';
  const before = sql`${isPlanned ? sql`` : once}with found as materialized (${found(asked, by, texts)})`;
  return readBoth(asked, pageOf(asked.query, sql`found`), sql`(select count(*) from found)`, before);
};
