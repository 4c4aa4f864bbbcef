/**
 * Fields whose kind asks for another column type: the old column is retained under another name, and a new one takes the convertible
 * values.
 * A field that returns to its old kind gets the old column back, with values typed since.
 */
import {sql} from 'kysely';
import type {Config} from '../../../schema/shapes/config.ts';
import {listAggregatedFields} from '../../../schema/conditions/evaluate.ts';
import {aggregateOf, calculationOf} from '../../../schema/fields/calculation.ts';
import {formatDay, formatInstant, formatInstantDay, parseDay} from '../../../schema/fields/dates.ts';
import type {Field} from '../../../schema/shapes/fields.ts';
import {isCreation, kindRuleOf} from '../../../schema/fields/kinds.ts';
import {isSameValue, validateValue} from '../../../schema/fields/validate.ts';
import {buildCountDefinitions} from '../counts/definition.ts';
import {kindColumn, type SqlType} from '../kindColumns.ts';
import {truncateIdentifier, equalityColumn, quoted, searchColumn} from '../sqlNames.ts';
import type {DbOrTrx} from '../tables.ts';
import type {Catalog} from './catalog.ts';
import {plpgsqlBlock, lockTableExclusivelySql, type Change, type FieldColumn} from './change.ts';

interface StoredType {
  name: string;
  /** Candidate values for a field, from the database's text; the first valid one is taken. */
  readings: (text: string) => readonly unknown[];
}
const YES_NO: Readonly<Record<string, boolean>> = {Sim: true, Não: false};
const storedTypes: {[T in SqlType]?: StoredType} = {
  text: {name: 'texto', readings: text => [text, parseDay(text) ?? text, YES_NO[text] ?? text]},
  integer: {name: 'inteiro', readings: text => [Number(text), text]},
  numeric: {name: 'decimal', readings: text => [Number(text), text.replace('.', ',')]},
  boolean: {name: 'sim_ou_nao', readings: text => [text === 'true', text === 'true' ? 'Sim' : 'Não']},
  // Midnight in São Paulo, which has had no summer time since 2019; before, the instant is an hour later on the same day.
  date: {name: 'data', readings: text => [formatDay(text), text, `${text}T00:00:00-03:00`]},
  'timestamp with time zone': {name: 'instante', readings: text => {
    const instant = new Date(text).toISOString();
    return [formatInstant(instant), parseDay(formatInstantDay(instant))];
  }},
};
const storedType = (type: string | undefined): StoredType | undefined => storedTypes[type as SqlType];

/** Converts a column's text to a field's value; undefined where the field would refuse it. */
export const convertStoredText = (field: Field, type: string | undefined, text: string): string | number | boolean | undefined => {
  const value = storedType(type)?.readings(text).find(reading => validateValue(field, reading, true) === undefined);
  return value === undefined ? undefined : kindRuleOf(field).bare(value, field) as string | number | boolean;
};

/** True if the life cycle, a calculation or a count depends on the column and would have to be rebuilt. */
const hasDependents = (config: Config, {of, table, resource, name, field, column}: FieldColumn): boolean => {
  const structuralFields =
    [resource.status, resource.since, resource.toggle?.field, resource.order, ...Object.values(resource.owner ?? {})];
  if (structuralFields.includes(name) || isCreation(field) || 'sequence' in field || field.was !== undefined) return true;
  const isOperand = Object.entries(config.resources).some(([at, {fields}]) => Object.values(fields).some(otherField => {
    const aggregate = aggregateOf(otherField);
    return (at === of && calculationOf(otherField)?.operands.includes(name) === true)
      || (aggregate?.of === of && listAggregatedFields(resource, aggregate).includes(name));
  }));
  return isOperand
    || buildCountDefinitions(config).some(definition => definition.table === table && definition.text.includes(quoted(column)));
};

/** The present type of the field's column, where it differs and values can be converted. */
export const presentTypeToConvert = (
  {tables, references, comments}: Catalog, config: Config, fieldColumn: FieldColumn,
): string | undefined => {
  const {table, column, field, type} = fieldColumn;
  const [presentType, place] = [tables.get(table)?.get(column), `${table}.${column}`];
  if (presentType === type || storedType(presentType) === undefined || kindColumn(field).isConvertible !== true) return undefined;
  return references.has(place) || comments.has(place) || hasDependents(config, fieldColumn) ? undefined : presentType;
};

export const retainedColumnName = (column: string, type: string | undefined): string =>
  truncateIdentifier(`${column}$${storedType(type)?.name ?? ''}`);

const COMPANION_NAMES = [(column: string) => column, searchColumn, equalityColumn];

const BATCH = 5000;

/**
 * Fills the new column.
 * An earlier retained value returns where it equals the typed one, or where nothing was typed because the field would refuse it.
 *
 * @param before the field's definition while the column was typed, where known
 */
const fill = (fieldColumn: FieldColumn, from: string, isBack: boolean, before: Field | undefined) => async (db: DbOrTrx): Promise<void> => {
  const {table, column, field, type} = fieldColumn;
  const [tableSql, now, old] = [sql.table(table), sql.ref(column), sql.ref(retainedColumnName(column, from))];
  const valueOf = (text: string, retained: string): string | null | undefined => {
    const retainedValue = retained === '' || before === undefined ? undefined : convertStoredText(before, type, retained);
    if (text === '') return retainedValue === undefined ? undefined : null;
    const typed = storedType(from)?.readings(text) ?? [];
    const isUnchanged = before !== undefined && retainedValue !== undefined
      && typed.some(value => isSameValue(before, value, retainedValue));
    if (isUnchanged) return undefined;
    return convertStoredText(field, from, text)?.toString() ?? null;
  };
  // User triggers are off, because the conversion is no user's change: neither counts nor events follow.
  await sql`alter table ${tableSql} disable trigger user`.execute(db);
  for (let after = 0, more = true; more;) {
    const {rows} = await sql<{id: number; text: string; kept: string}>`
      select id, coalesce(${old}::text, '') as text, coalesce(${isBack ? now : sql`null`}::text, '') as kept from ${tableSql}
      where id > ${after} and (coalesce(${old}::text, '') <> '' or ${isBack ? sql`${now} is not null` : sql`false`})
      order by id limit ${sql.lit(BATCH)}`.execute(db);
    const values = rows.map(({id, text, kept: former}) => ({id, value: valueOf(text, former)})).filter(({value}) => value !== undefined);
    if (values.length > 0) {
      await sql`update ${tableSql} as t set ${now} = v.value::${sql.raw(type)}
        from unnest(${values.map(({id}) => id)}::integer[], ${values.map(({value}) => value)}::text[]) as v (id, value)
        where t.id = v.id`.execute(db);
    }
    after = rows.at(-1)?.id ?? after;
    more = rows.length === BATCH;
  }
  await sql`alter table ${tableSql} enable trigger user`.execute(db);
};

/**
 * Retains columns and creates their successors.
 *
 * @param before the config of the last start
 * @returns the changes, and the catalog after them
 */
export const retypeChanges = (
  catalog: Catalog, config: Config, columns: readonly FieldColumn[], before: Pick<Config, 'resources'> | undefined,
): {changes: Change[]; remaining: Catalog} => {
  const tables = new Map(catalog.tables);
  const dropped = new Set<string>();
  const changes = columns.flatMap((fieldColumn): Change[] => {
    const {of, table, resource, name, column, type} = fieldColumn;
    const from = presentTypeToConvert(catalog, config, fieldColumn);
    if (from === undefined) return [];
    const existing = new Map(tables.get(table));
    const [retained, returning] = [retainedColumnName(column, from), retainedColumnName(column, type)];
    const isBack = existing.has(returning);
    const renames = [[column, retained] as const, [returning, column] as const]
      .flatMap(([old, renamed]) => COMPANION_NAMES.map(nameOf => [nameOf(old), nameOf(renamed)] as const))
      .flatMap(([old, renamed]) => {
        const oldType = existing.get(old);
        if (oldType === undefined) return [];
        existing.delete(old);
        existing.set(renamed, oldType);
        return [`alter table ${quoted(table)} rename column ${quoted(old)} to ${quoted(renamed)}`];
      });
    existing.set(column, type);
    tables.set(table, existing);
    const indexes = catalog.indexes.filter(index => index.table === table
      && index.columns.some(indexColumn => COMPANION_NAMES.some(nameOf => indexColumn === nameOf(column))));
    for (const index of indexes) dropped.add(index.name);
    return [{
      sentence: `Coluna ${table}.${column} (${type}) ${isBack ? '{devolvida}' : '{criada}'} para o campo ${name}, com os valores que ` +
        `servem da de antes (${from}); esta {mantida} como ${table}.${retained}.`,
      sql: plpgsqlBlock(
        lockTableExclusivelySql(table), ...indexes.map(index => `drop index ${quoted(index.name)}`), ...renames,
        ...isBack ? [] : [`alter table ${quoted(table)} add column ${quoted(column)} ${type}`],
      ),
      lock: {mode: 'ACCESS EXCLUSIVE', table, waiting: 'everybody'},
      backfill: fill(
        fieldColumn, from, isBack, before?.resources[before.resources[of] === undefined ? resource.was ?? of : of]?.fields[name],
      ),
    }];
  });
  return {changes, remaining: {...catalog, tables, indexes: catalog.indexes.filter(({name}) => !dropped.has(name))}};
};
