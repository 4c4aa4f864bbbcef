/** Rows in the shape that conditions are evaluated on, with the records that their references name. */
import {sql} from 'kysely';
import type {ConditionContext, ConditionResource} from '../../../../schema/conditions/context.ts';
import {listConditionsOnReferences, listReadFields} from '../../../../schema/conditions/evaluate.ts';
import type {Condition} from '../../../../schema/shapes/conditions.ts';
import type {Config, Resource} from '../../../../schema/shapes/config.ts';
import {literalDefault} from '../../../../schema/fields/defaults.ts';
import {kindRuleOf} from '../../../../schema/fields/kinds.ts';
import {sqlTypeOf} from '../../kindColumns.ts';
import {columnOf, tableOf} from '../../sqlNames.ts';
import type {DbOrTrx, Sql} from '../../tables.ts';
import type {Catalog} from '../catalog.ts';
import {convertStoredText} from '../retypedColumns.ts';
import {valueColumnOf} from '../twinColumns.ts';

export type PresentRow = {id: number} & Record<string, unknown>;
/** An anonymous session, because demands on a certain person do not apply to a row. */
export const ANONYMOUS_SESSION = {id: 0, perfil: '', idEmpresa: null, codigoExterno: ''};

export const undeletedRowsPredicate = ({tables}: Catalog, table: string): Sql =>
  (tables.get(table)?.has('data_exclusao') === true ? sql`data_exclusao is null` : sql`true`);

/** Reads fields whose columns may not exist yet. */
export interface RowReader {
  columns: Sql[];
  toRecord: (row: PresentRow) => PresentRow;
}

export const createRowReader = ({tables}: Catalog, config: Config, of: string, names: Iterable<string>): RowReader => {
  const {fields} = config.resources[of] as Resource;
  const table = tableOf(of);
  const existing = tables.get(table) ?? new Map<string, string>();
  const initialValues: Record<string, unknown> = {};
  const columns: Sql[] = [];
  // Columns whose type is about to change, with the conversion.
  const retyped: (readonly [name: string, read: (text: string) => unknown])[] = [];
  for (const name of new Set(names)) {
    const field = fields[name];
    if (field?.kind === 'relacionado') {
      const reference = fields[field.through];
      const target = reference?.kind === 'referencia' ? reference.to : undefined;
      const shown = config.resources[target ?? '']?.fields[field.field];
      const column = shown && valueColumnOf(tables.get(tableOf(target ?? '')) ?? new Map<string, string>(), field.field, shown);
      if (reference === undefined || target === undefined || column === undefined) continue;
      columns.push(sql`(select ${sql.ref(`lido.${column}`)} from ${sql.table(tableOf(target))} as lido
        where lido.id = ${sql.ref(`${table}.${columnOf(field.through, reference)}`)}) as ${sql.ref(name)}`);
    }
    if (field === undefined || !kindRuleOf(field).own) continue;
    const column = valueColumnOf(existing, name, field);
    const [type, wantedType] = [existing.get(column ?? ''), sqlTypeOf(field)];
    if (column !== undefined && type !== wantedType) {
      columns.push(sql`${sql.ref(column)}::text as ${sql.ref(name)}`);
      retyped.push([name, text => convertStoredText(field, type, text) ?? null]);
    } else if (column !== undefined) columns.push(sql`${sql.ref(column)} as ${sql.ref(name)}`);
    else initialValues[name] = literalDefault(fields, field) ?? null;
  }
  const recordOf = (row: PresentRow): PresentRow => {
    for (const [name, value] of Object.entries(row)) if (value instanceof Date) row[name] = value.toISOString();
    for (const [name, convert] of retyped) if (typeof row[name] === 'string') row[name] = convert(row[name]);
    return Object.assign(row, initialValues);
  };
  return {columns, toRecord: recordOf};
};

/** Reads the referenced records for conditions, one query for each reference. */
export const readReferenced = async (
  db: DbOrTrx, catalog: Catalog, config: Config, of: string, rows: readonly PresentRow[], conditions: readonly Condition[],
): Promise<(row: PresentRow) => NonNullable<ConditionContext['named']>> => {
  const resource = config.resources[of] as Resource;
  const conditionsByReference = Map.groupBy(
    conditions.flatMap(condition => listConditionsOnReferences(resource, condition)), ([reference]) => reference,
  );
  const byReference = new Map<string, ReadonlyMap<unknown, ConditionContext<ConditionResource>>>();
  for (const [reference, conditionPairs] of conditionsByReference) {
    const field = resource.fields[reference];
    const target = field?.kind === 'referencia' ? config.resources[field.to] : undefined;
    if (field?.kind !== 'referencia' || target === undefined) continue;
    const nested = conditionPairs.map(([, condition]) => condition);
    const {columns, toRecord} = createRowReader(
      catalog, config, field.to, nested.flatMap(condition => listReadFields(target, condition)),
    );
    const ids = [...new Set(rows.flatMap(row => (typeof row[reference] === 'number' ? [row[reference]] : [])))];
    const table = tableOf(field.to);
    const {rows: targetRows} = await sql<PresentRow>`select ${sql.join([sql.ref('id'), ...columns])} from ${sql.table(table)}
      where id = any (${ids}::integer[]) and ${undeletedRowsPredicate(catalog, table)}`.execute(db);
    const records = targetRows.map(toRecord);
    const named = await readReferenced(db, catalog, config, field.to, records, nested);
    byReference.set(reference, new Map(records.map(record =>
      [record.id, {resource: target, record, session: ANONYMOUS_SESSION, named: named(record)}])));
  }
  return row => Object.fromEntries([...byReference].map(([reference, records]) => [reference, records.get(row[reference]) ?? null]));
};
