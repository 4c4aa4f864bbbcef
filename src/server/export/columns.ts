/** A list as a table: its columns with their headings, and what stands in them. */
import {columnLabel, exportable, shownField} from '../../schema/lists/columns.ts';
import type {Resource} from '../../schema/config/config.ts';
import type {Field} from '../../schema/fields/fields.ts';
import type {Actor, Context} from '../context.ts';
import {invalidParam} from '../errors.ts';

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
    throw invalidParam('colunas');
  }
  return names.map(name => {
    const field = resource.fields[name];
    return {name, label: columnLabel(resource, name), field: field && shownField(config, resource.fields, field)};
  });
};

/** The columns that show a field, by name. */
export const shownIn = (columns: readonly Column[]): Map<string, Field> =>
  new Map(columns.flatMap(({name, field}) => (field === undefined ? [] : [[name, field] as const])));
