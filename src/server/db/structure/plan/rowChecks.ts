/** Queries on existing rows, each one scan of a table; deleted rows are left out. */
import {sql, type RawBuilder} from 'kysely';
import type {ConditionContext} from '../../../../schema/conditions/context.ts';
import {evaluateCondition, listReadFields, conditionReason} from '../../../../schema/conditions/evaluate.ts';
import type {Condition} from '../../../../schema/shapes/conditions.ts';
import type {Config} from '../../../../schema/shapes/config.ts';
import type {Field} from '../../../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../../../schema/fields/kinds.ts';
import {
  holdsOnFormRecord, isVisibleAndEditable, isRequired, listVisibleAndEditableConditions,
} from '../../../../schema/conditions/fieldConditions.ts';
import {isMissingRow, validateValue} from '../../../../schema/fields/validate.ts';
import {isInFinalStatus} from '../../../../schema/statuses/statuses.ts';
import {formMessages} from '../../../../schema/words/messages.ts';
import {columnOf, tableOf, type LinkTable} from '../../sqlNames.ts';
import type {DbOrTrx, Sql} from '../../tables.ts';
import type {Catalog} from '../catalog.ts';
import type {Change} from '../change.ts';
import {convertStoredText} from '../retypedColumns.ts';
import {valueColumnOf} from '../twinColumns.ts';
import {MAX_SAMPLE_IDS, type RecordSample} from './finding.ts';
import {undeletedRowsPredicate, readReferenced, ANONYMOUS_SESSION, createRowReader, type PresentRow} from './rowReader.ts';

const BATCH_ROWS = 10_000;

const isFilled = (column: Sql): Sql => sql`coalesce(${column}::text, '') <> ''`;
const MATCHING: RawBuilder<RecordSample> = sql`count(*) as total, coalesce((array_agg(id order by id))[1:${sql.lit(MAX_SAMPLE_IDS)}],
  '{}') as ids`;

export const sampleUndeletedRows = async (db: DbOrTrx, catalog: Catalog, table: string): Promise<RecordSample> => {
  const {rows: [matching]} = await sql<RecordSample>`select count(*) as total, array(
    select id from ${sql.table(table)} where ${undeletedRowsPredicate(catalog, table)} order by id limit ${sql.lit(MAX_SAMPLE_IDS)}) as ids
    from ${sql.table(table)} where ${undeletedRowsPredicate(catalog, table)}`.execute(db);
  return matching ?? {total: 0, ids: []};
};

export const filledRows = async (db: DbOrTrx, catalog: Catalog, table: string, column: string): Promise<RecordSample> => {
  const {rows: [matching]} = await sql<RecordSample>`select ${MATCHING} from ${sql.table(table)}
    where ${undeletedRowsPredicate(catalog, table)} and ${isFilled(sql.ref(column))}`.execute(db);
  return matching ?? {total: 0, ids: []};
};

/** The records with rows in another table, whose column `whose` refers to them. */
export const recordsWithRows = async (
  db: DbOrTrx, catalog: Catalog, table: string, rows: string, whose: string, where: Sql,
): Promise<RecordSample> => {
  const {rows: [matching]} = await sql<RecordSample>`select ${MATCHING} from ${sql.table(table)}
    where ${undeletedRowsPredicate(catalog, table)} and id in (select ${sql.ref(whose)} from ${sql.table(rows)}
      where ${where})`.execute(db);
  return matching ?? {total: 0, ids: []};
};

export const linkedRows = (db: DbOrTrx, catalog: Catalog, table: string, {table: links, ownColumn}: LinkTable): Promise<RecordSample> =>
  recordsWithRows(db, catalog, table, links, ownColumn, sql`true`);

/** Values of a column outside the list, with their rows, most frequent first. */
export const undeclaredValues = async (
  db: DbOrTrx, catalog: Catalog, table: string, field: Field, column: string, values: readonly (string | number)[],
): Promise<(RecordSample & {value: string | number})[]> => {
  const valueSql = kindRuleOf(field).several ? sql`unnest(${sql.ref(column)})` : sql.ref(column);
  const {rows} = await sql<RecordSample & {value: string | number}>`
    select value, ${MATCHING} from ${sql.table(table)}, lateral (select ${valueSql} as value) as v
    where ${undeletedRowsPredicate(catalog, table)} and value not in (${sql.join(values)}) group by 1 order by 2 desc, 1`.execute(db);
  return rows.filter(({value}) => value !== '');
};

/** Values shared by several rows: the number of values and rows, and the rows of the most frequent values. */
export const duplicateValues = async (
  db: DbOrTrx, rows: Sql, {columns, where}: NonNullable<Change['unique']>,
): Promise<{values: number; total: number; some: RecordSample[]}> => {
  const notNull = sql.raw(columns.map(column => `${column} is not null`).join(' and '));
  const {rows: groups} = await sql<RecordSample & {values: number; all: number}>`
    select *, count(*) over () as values, (sum(total) over ())::bigint as all from (
      select ${MATCHING} from ${rows} ${sql.raw(where === '' ? 'where' : `${where} and`)} ${notNull}
      group by ${sql.raw(columns.join(', '))} having count(*) > 1) as r
    order by total desc, ids limit ${sql.lit(MAX_SAMPLE_IDS)}`.execute(db);
  return {values: groups[0]?.values ?? 0, total: groups[0]?.all ?? 0, some: groups};
};

async function* allRows(db: DbOrTrx, table: string, columns: readonly Sql[], where: Sql): AsyncGenerator<readonly PresentRow[]> {
  for (let after = 0, more = true; more;) {
    const {rows} = await sql<PresentRow>`select ${sql.join([sql.ref('id'), ...columns])} from ${sql.table(table)}
      where id > ${after} and ${where} order by id limit ${sql.lit(BATCH_ROWS)}`.execute(db);
    yield rows;
    after = rows.at(-1)?.id ?? after;
    more = rows.length === BATCH_ROWS;
  }
}

export interface FieldRequirement {
  name: string;
  /** Absent: the field's own validation. */
  rule?: Condition;
  /** True if only rows without a value can violate it. */
  onlyEmpty: boolean;
}
export interface UnmetRequirement extends RecordSample {
  name: string;
  sentence: string;
  /** All but records in an end status, which nobody edits any more. */
  open: readonly number[];
}

export const fieldConditions = (field: Field): Condition[] =>
  [
    ...listVisibleAndEditableConditions(field),
    ...[field.required, field.readOnly].filter(condition => condition !== undefined && condition !== true),
  ];

/** The sentence for one row and demand; undefined where the row meets it, or where the row alone does not decide. */
const violation = (config: Config, context: ConditionContext, {name, rule}: FieldRequirement): string | undefined => {
  const {resource, record} = context;
  if (rule !== undefined) return evaluateCondition(rule, context) === false ? conditionReason(resource, rule) : undefined;
  const field = resource.fields[name];
  if (field === undefined || !isVisibleAndEditable(field, context)) return undefined;
  const {readOnly} = field;
  const isClosed = (perfil: string): boolean =>
    readOnly !== true && holdsOnFormRecord(readOnly, {...context, session: {...ANONYMOUS_SESSION, perfil}});
  // A field read-only for every profile has nobody to correct it.
  if (readOnly !== undefined && Object.keys(config.profiles).every(isClosed)) return undefined;
  const value = kindRuleOf(field).bare(record[name], field);
  // Removed choices have a finding of their own.
  if (value !== null && 'choices' in field) return undefined;
  return validateValue(field, value, isRequired(field, context))
    ?? (value !== null && isMissingRow(config, field, value) ? formMessages.invalid : undefined);
};

/** The demands that rows violate, with the same validation as in the form. @param among predicate of the rows; absent: all */
export const findUnmetRequirements = async (
  db: DbOrTrx, catalog: Catalog, config: Config, of: string, demands: readonly FieldRequirement[], among: Sql = sql`true`,
): Promise<UnmetRequirement[]> => {
  const resource = config.resources[of];
  const table = tableOf(of);
  const existing = catalog.tables.get(table);
  if (resource === undefined || existing === undefined || demands.length === 0) return [];
  const conditions = demands.flatMap(({name, rule}) => {
    const field = resource.fields[name];
    return rule !== undefined ? [rule] : field === undefined ? [] : fieldConditions(field);
  });
  const {status = ''} = resource;
  const {columns, toRecord} = createRowReader(catalog, config, of, [
    status, ...demands.flatMap(({name, rule}) => (rule === undefined ? [name] : [])),
    ...conditions.flatMap(condition => listReadFields(resource, condition)),
  ]);
  const empty = demands.map(({name}) => {
    const column = valueColumnOf(existing, name, resource.fields[name] as Field);
    return column !== undefined ? sql`not ${isFilled(sql.ref(column))}` : sql`true`;
  });
  const candidates = sql`${undeletedRowsPredicate(catalog, table)} and ${among}`;
  const where = demands.every(({onlyEmpty}) => onlyEmpty) ? sql`${candidates} and (${sql.join(empty, sql` or `)})` : candidates;
  const unmet = new Map<string, UnmetRequirement & {ids: number[]; open: number[]}>();
  for await (const rows of allRows(db, table, columns, where)) {
    const records = rows.map(toRecord);
    const named = await readReferenced(db, catalog, config, of, records, conditions);
    for (const record of records) {
      const context = {resource, record, session: ANONYMOUS_SESSION, named: named(record)};
      for (const demand of demands) {
        const sentence = violation(config, context, demand);
        if (sentence === undefined) continue;
        const key = `${demand.name} ${sentence}`;
        const entry = unmet.get(key) ?? {name: demand.name, sentence, total: 0, ids: [], open: []};
        entry.total += 1;
        if (entry.ids.length < MAX_SAMPLE_IDS) entry.ids.push(record.id);
        if (!isInFinalStatus(resource, record)) entry.open.push(record.id);
        unmet.set(key, entry);
      }
    }
  }
  return [...unmet.values()];
};

/** Rows of a column about to be converted: the number with a value, and those with an unconvertible one. */
export const unconvertibleRows = async (
  db: DbOrTrx, catalog: Catalog, table: string, name: string, field: Field,
): Promise<{filled: number; unfit: RecordSample}> => {
  const {tables} = catalog;
  const column = sql.ref(columnOf(name, field));
  let filled = 0;
  const unfit = {total: 0, ids: [] as number[]};
  const filledRows = sql`${undeletedRowsPredicate(catalog, table)} and ${isFilled(column)}`;
  for await (const rows of allRows(db, table, [sql`${column}::text as text`], filledRows)) {
    filled += rows.length;
    for (const {id, text} of rows) {
      if (convertStoredText(field, tables.get(table)?.get(columnOf(name, field)), String(text)) !== undefined) continue;
      unfit.total += 1;
      if (unfit.ids.length < MAX_SAMPLE_IDS) unfit.ids.push(id);
    }
  }
  return {filled, unfit};
};
