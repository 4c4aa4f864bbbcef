/** How lists are filtered. Values are in their bare form already (`fromQuery`). */
import {sql} from 'kysely';
import type {Config, Resource} from '../../../schema/config/config.ts';
import {plainSigns} from '../../../schema/fields/alike.ts';
import {parseDay, TIME_ZONE} from '../../../schema/fields/dates.ts';
import type {Field, FieldOf, Kind} from '../../../schema/config/fields.ts';
import type {FilterWay} from '../../../schema/fields/kindRule.ts';
import {ruleOf, schemaOf, soughtOf} from '../../../schema/fields/kinds.ts';
import {formWords} from '../../../schema/words/messages.ts';
import {NONE} from '../../../schema/lists/query.ts';
import {wayOf, type Range} from '../../../schema/fields/filterWays.ts';
import {allOf, type Predicate} from '../../db/conditions/rows.ts';
import {sqlTypeOf, type SqlType} from '../../db/kinds.ts';
import {columnOf, resourceOf, tableOf} from '../../db/names.ts';
import {comparedValue} from '../../db/ordering.ts';
import type {Sql} from '../../db/tables.ts';
import {linkedWith, linksIn} from '../../reach/links.ts';
import {ALIAS} from '../../reach/select.ts';

/** How a part of a text is asked for: by the index of its parts, with a plan made for the text, or of each row that is at hand. */
export type TextWay = 'byIndex' | 'ofEach';

interface Filtered<F> {
  config: Config;
  resource: Resource;
  name: string;
  field: F;
  /** The field's column; a text as it is compared. */
  column: Sql;
  value: unknown;
  way: TextWay;
}
type FilterSql<F> = (filtered: Filtered<F>) => Predicate;

/** What is typed as it stands in a pattern: its signs mean themselves, also those that are one of a pattern's in another width. */
export const escapeLike = (text: string): string => plainSigns(text).replace(/[\\%_]/g, sign => `\\${sign}`);

/**
 * Contains, without case and accents; in the form that a trigram index serves. A plan for all texts would bring what is looked for to its
 * compared form for each row, which takes longer than to look: asked apart, it is done once.
 */
export const part = ({column, value, way}: Pick<Filtered<unknown>, 'column' | 'value' | 'way'>): Predicate => {
  const text = sql`balcao_norm(${`%${escapeLike(String(value))}%`})`;
  return sql`${column} like ${way === 'ofEach' ? sql`(select ${text})` : text}`;
};
/** What records are numbered by, and named by in links between them. */
const ID = 'integer' satisfies SqlType;

/** One value, or one of several: the statement is the same however many they are. */
const equal: FilterSql<Field | undefined> = ({field, column, value}) =>
  (Array.isArray(value) ? sql`${column} = any(${value}::${sql.raw(field === undefined ? ID : sqlTypeOf(field) ?? ID)}[])`
    : sql`${column} = ${value}`);

/** A range as it was read; one value stands for both of its ends. */
const rangeOf = (value: unknown): Range => (typeof value === 'object' && value !== null ? value : {from: String(value), to: String(value)});

/** Midnight in São Paulo at the start of a day, moved by whole days. */
const startOf = (day: string, daysLater: number): Sql =>
  sql`((${day}::date + ${daysLater}::integer)::timestamp at time zone ${sql.lit(TIME_ZONE)})`;

/** From one value to another, as the column compares them: instants by their days. */
const between: FilterSql<Field> = ({field, column, value}) => {
  const {from, to} = rangeOf(value);
  const type = sqlTypeOf(field) ?? ID;
  const isInstant = type === 'timestamp with time zone';
  const limit = (end: Range['from']) => sql`${end}::${sql.raw(type)}`;
  return allOf([
    ...(from === undefined ? [] : [sql<boolean>`${column} >= ${isInstant ? startOf(String(from), 0) : limit(from)}`]),
    ...(to === undefined ? []
      : [isInstant ? sql<boolean>`${column} < ${startOf(String(to), 1)}` : sql<boolean>`${column} <= ${limit(to)}`]),
  ]);
};

/** A text as what a field may be filtered by; undefined where it can be none. Instants are filtered by their day. */
const filterOf = (field: Field, text: string): unknown => {
  const {dated, searched} = wayOf(field);
  if (dated) return parseDay(text);
  if (searched) return soughtOf(field, text);
  const bare = ruleOf(field).bare(text, field);
  return schemaOf(field, formWords).safeParse(bare).success ? bare : undefined;
};

const byWay: Readonly<Record<FilterWay, FilterSql<Field>>> = {
  part, equal, period: between, range: between, hours: between, none: () => sql`false`,
};

/** What is asked through a relation. */
const relations = {
  referencia: filtered => (filtered.value === NONE ? sql`${filtered.column} is null` : equal(filtered)),
  relacionado: ({config, resource, field, value, way}) => {
    const reference = resource.fields[field.through];
    if (reference?.kind !== 'referencia') return sql`false`;
    const target = resourceOf(config, reference.to);
    const read = target.fields[field.field];
    const asked = read === undefined ? undefined : filterOf(read, String(value));
    if (read === undefined || asked === undefined) return sql`false`;
    const found = foundBy(read)({
      config, resource: target, name: field.field, field: read, column: comparedValue(target, field.field, read, 'r'), value: asked, way,
    });
    return sql`exists (select from ${sql.table(tableOf(reference.to))} as r
      where r.id = ${sql.ref(`${ALIAS}.${columnOf(field.through, reference)}`)} and ${found})`;
  },
  opcoes: ({field, column, value}) => sql`${column} && ${[value].flat()}::${sql.raw(sqlTypeOf(field) ?? ID)}`,
  vinculos: ({config, resource, name, value}) => linkedWith(linksIn(config, resource, name), ALIAS, [value].flat()),
} satisfies {[K in Kind]?: FilterSql<FieldOf<K>>};

const foundBy = (field: Field): FilterSql<Field> =>
  (relations as Partial<Record<Kind, FilterSql<Field>>>)[field.kind] ?? byWay[ruleOf(field).filter];

/** The rows whose field matches a filter's value. */
export const filterPredicate = (config: Config, resource: Resource, name: string, value: unknown, way: TextWay = 'byIndex'): Predicate => {
  if (name === 'id') return equal({config, resource, name, field: undefined, column: sql.ref(`${ALIAS}.id`), value, way});
  const field = resource.fields[name];
  if (field === undefined) return sql`false`;
  const column = sqlTypeOf(field) === null ? sql.ref(`${ALIAS}.id`) : comparedValue(resource, name, field, ALIAS);
  return foundBy(field)({config, resource, name, field, column, value, way});
};
