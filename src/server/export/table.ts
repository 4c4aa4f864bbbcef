/** A list as a table: its columns with their headings, and rows in batches, so that no more than one batch is ever held. */
import {sql} from 'kysely';
import {columnLabel, exportable, shownField} from '../../schema/columns.ts';
import type {Resource} from '../../schema/config.ts';
import type {Field} from '../../schema/fields.ts';
import type {Values} from '../../schema/validate.ts';
import type {Actor, Context} from '../context.ts';
import {resourceOf, tableOf} from '../db/names.ts';
import {invalid} from '../errors.ts';
import {readerFor} from '../readable/values.ts';
import {present, type StoredRow} from '../resources/present.ts';
import {scopePredicate} from '../resources/scope.ts';
import {ALIAS, joins, selection} from '../resources/select.ts';

const BATCH = 1000;

export interface Column {
  name: string;
  label: string;
  /** The field whose values it shows; absent: the record's own number. */
  field: Field | undefined;
}
/** One value, as stored and as it is read. */
export interface Cell {
  value: unknown;
  text: string;
}

/**
 * The columns of an export.
 *
 * @param asked names separated by commas; absent: those of the list
 * @throws Refusal VALIDACAO for a column that does not exist or that the profile does not see
 */
export const columnsOf = ({config}: Context, resource: Resource, actor: Actor, asked: unknown): Column[] => {
  const known = exportable(resource, actor.perfil);
  const given = typeof asked === 'string' ? asked.split(',').map(name => name.trim()).filter(name => name !== '') : [];
  const names = given.length > 0 ? given : resource.list.columns.filter(name => known.includes(name));
  if (asked !== undefined && typeof asked !== 'string' || names.some(name => !known.includes(name))) {
    throw invalid([{campo: 'colunas', mensagem: 'Parâmetro inválido: colunas.'}]);
  }
  return names.map(name => {
    const field = resource.fields[name];
    return {name, label: columnLabel(resource, name), field: field && shownField(config, resource.fields, field)};
  });
};

const rowsById = async (context: Context, name: string, actor: Actor, ids: readonly number[]): Promise<Values[]> => {
  const {config, db} = context;
  const resource = resourceOf(config, name);
  const {rows} = await sql<StoredRow>`
    select ${selection(config, resource)}
    from ${sql.table(tableOf(name, resource))} as ${sql.ref(ALIAS)} ${joins(config, resource)}
    where ${sql.ref(`${ALIAS}.id`)} in (${sql.join(ids)}) and ${scopePredicate(context, name, actor, ALIAS)}`.execute(db);
  const found = new Map(rows.map(row => [row.id, row]));
  // What was deleted since the ids were read is left out.
  return ids.flatMap(id => {
    const row = found.get(id);
    return row === undefined ? [] : [present(config, resource, actor, row)];
  });
};

/** The rows of these ids, in their order, a batch at a time as the receiver takes them. */
export async function* batchesOf(context: Context, name: string, actor: Actor, columns: readonly Column[], ids: readonly number[]): AsyncGenerator<Cell[][]> {
  const {fields} = resourceOf(context.config, name);
  const shown = Object.fromEntries(Object.entries(fields).filter(([field]) => columns.some(column => column.name === field)));
  for (let start = 0; start < ids.length; start += BATCH) {
    const rows = await rowsById(context, name, actor, ids.slice(start, start + BATCH));
    const read = await readerFor(context.db, context.config, {fields}, shown, rows);
    yield rows.map(row => columns.map(column => {
      const value = row[column.name];
      return {value, text: column.field === undefined ? String(value) : read(column.name, value)};
    }));
  }
}
