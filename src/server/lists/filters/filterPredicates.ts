/** SQL predicates of list filters; values arrive in bare form (`fromQuery`). */
import {sql} from 'kysely';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {replaceLookAlikes} from '../../../schema/fields/lookAlikes.ts';
import {parseDay, TIME_ZONE} from '../../../schema/fields/dates.ts';
import type {Field, FieldOf, Kind} from '../../../schema/shapes/fields.ts';
import type {FilterOperator} from '../../../schema/fields/kindRule.ts';
import {kindRuleOf, valueSchemaOf, normaliseSearchText} from '../../../schema/fields/kinds.ts';
import {formMessages} from '../../../schema/words/messages.ts';
import {NO_REFERENCE} from '../../../schema/lists/listRequest.ts';
import {filterOperatorRowOf, type FilterRange} from '../../../schema/fields/filterOperators.ts';
import {andPredicates, type Predicate} from '../../db/conditions/fieldPredicates.ts';
import {sqlTypeOf, type SqlType} from '../../db/kindColumns.ts';
import {columnOf, resourceOf, tableOf} from '../../db/sqlNames.ts';
import {comparedValue} from '../../db/ordering.ts';
import {idsBelow} from '../../db/trees.ts';
import type {Sql} from '../../db/tables.ts';
import {linkedPredicate, linkTableOf} from '../../rowScope/links.ts';
import {RECORD_ALIAS} from '../../rowScope/select.ts';

/** Text matching: by the trigram index with a plan for this text, or row by row. */
export type TextMatchMode = 'byIndex' | 'ofEach';

interface FilterContext<F> {
  config: Config;
  resource: Resource;
  name: string;
  field: F;
  /** The field's column; texts in their compared form. */
  column: Sql;
  value: unknown;
  mode: TextMatchMode;
}
type FilterSql<F> = (filtered: FilterContext<F>) => Predicate;

/** Escapes a text for LIKE, including full-width variants of its special characters. */
export const escapeLike = (text: string): string => replaceLookAlikes(text).replace(/[\\%_]/g, sign => `\\${sign}`);

/**
 * Contains, without case and accents, in the form that a trigram index serves.
 * The subquery normalises the text once, because a generic plan would repeat that for each row at a higher cost than the comparison.
 */
export const containsPredicate = ({column, value, mode}: Pick<FilterContext<unknown>, 'column' | 'value' | 'mode'>): Predicate => {
  const pattern = sql`balcao_norm(${`%${escapeLike(String(value))}%`})`;
  return sql`${column} like ${mode === 'ofEach' ? sql`(select ${pattern})` : pattern}`;
};
/** SQL type of record ids, and of link values. */
const ID = 'integer' satisfies SqlType;

/** Equals one value, or any of an array, so that the statement text does not depend on their number. */
const equal: FilterSql<Field | undefined> = ({field, column, value}) =>
  (Array.isArray(value) ? sql`${column} = any(${value}::${sql.raw(field === undefined ? ID : sqlTypeOf(field) ?? ID)}[])`
    : sql`${column} = ${value}`);

const rangeOf = (value: unknown): FilterRange =>
  (typeof value === 'object' && value !== null ? value : {from: String(value), to: String(value)});

/** Midnight in São Paulo at the start of a day, moved by whole days. */
const startOf = (day: string, daysLater: number): Sql =>
  sql`((${day}::date + ${daysLater}::integer)::timestamp at time zone ${sql.lit(TIME_ZONE)})`;

/** An inclusive range; instants are compared by their days. */
const between: FilterSql<Field> = ({field, column, value}) => {
  const {from, to} = rangeOf(value);
  const type = sqlTypeOf(field) ?? ID;
  const isInstant = type === 'timestamp with time zone';
  const limit = (end: FilterRange['from']) => sql`${end}::${sql.raw(type)}`;
  return andPredicates([
    ...(from === undefined ? [] : [sql<boolean>`${column} >= ${isInstant ? startOf(String(from), 0) : limit(from)}`]),
    ...(to === undefined ? []
      : [isInstant ? sql<boolean>`${column} < ${startOf(String(to), 1)}` : sql<boolean>`${column} <= ${limit(to)}`]),
  ]);
};

/** Parses a text as a filter value of the field; undefined: impossible. Instants are filtered by day. */
const parseFilterValue = (field: Field, text: string): unknown => {
  const {dated, searched} = filterOperatorRowOf(field);
  if (dated) return parseDay(text);
  if (searched) return normaliseSearchText(field, text);
  const bare = kindRuleOf(field).bare(text, field);
  return valueSchemaOf(field, formMessages).safeParse(bare).success ? bare : undefined;
};

const byOperator: Readonly<Record<FilterOperator, FilterSql<Field>>> = {
  part: containsPredicate, equal, period: between, range: between, hours: between, none: () => sql`false`,
};

const relationFilters = {
  referencia: filtered => (filtered.value === NO_REFERENCE ? sql`${filtered.column} is null` : equal(filtered)),
  relacionado: ({config, resource, field, value, mode}) => {
    const reference = resource.fields[field.through];
    if (reference?.kind !== 'referencia') return sql`false`;
    const target = resourceOf(config, reference.to);
    const targetField = target.fields[field.field];
    // Ids are counted as they are: the records that depend on several people.
    const filterValue = targetField === undefined ? undefined
      : targetField.kind === 'referencia' && Array.isArray(value) ? value : parseFilterValue(targetField, String(value));
    if (targetField === undefined || filterValue === undefined) return sql`false`;
    const matches = fieldFilter(targetField)({
      config, resource: target, name: field.field, field: targetField,
      column: comparedValue(target, field.field, targetField, 'r'), value: filterValue, mode,
    });
    return sql`exists (select from ${sql.table(tableOf(reference.to))} as r
      where r.id = ${sql.ref(`${RECORD_ALIAS}.${columnOf(field.through, reference)}`)} and ${matches})`;
  },
  opcoes: ({field, column, value}) => sql`${column} && ${[value].flat()}::${sql.raw(sqlTypeOf(field) ?? ID)}`,
  vinculos: ({config, resource, name, value}) => linkedPredicate(linkTableOf(config, resource, name), RECORD_ALIAS, [value].flat()),
} satisfies {[K in Kind]?: FilterSql<FieldOf<K>>};

const fieldFilter = (field: Field): FilterSql<Field> =>
  (relationFilters as Partial<Record<Kind, FilterSql<Field>>>)[field.kind] ?? byOperator[kindRuleOf(field).filter];

/** Rows whose field matches the filter value. */
export const filterPredicate = (
  config: Config, resource: Resource, name: string, value: unknown, mode: TextMatchMode = 'byIndex',
): Predicate => {
  if (name === 'id') return equal({config, resource, name, field: undefined, column: sql.ref(`${RECORD_ALIAS}.id`), value, mode});
  const field = resource.fields[name];
  if (field === undefined) return sql`false`;
  const column = sqlTypeOf(field) === null ? sql.ref(`${RECORD_ALIAS}.id`) : comparedValue(resource, name, field, RECORD_ALIAS);
  return fieldFilter(field)({config, resource, name, field, column, value, mode});
};

/** As {@link filterPredicate}, for a filter of the list, which may find the records of a chosen one and of all below it. */
export const listFilterPredicate = (config: Config, resource: Resource, name: string, value: unknown): Predicate => {
  const field = resource.fields[name];
  const isWithBelow = resource.list.filters?.[name]?.below === true && value !== NO_REFERENCE;
  if (field?.kind !== 'referencia' || !isWithBelow) return filterPredicate(config, resource, name, value);
  // An array subquery runs once, which allows an index scan.
  return sql`${sql.ref(`${RECORD_ALIAS}.${columnOf(name, field)}`)} = any(array(${idsBelow(config, field.to, [value].flat())}))`;
};
