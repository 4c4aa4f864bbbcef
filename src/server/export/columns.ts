/** A list as a table: its columns with their headings, and what stands in them. */
import {columnLabel, exportable, shownField, TURN} from '../../schema/lists/columns.ts';
import {TURN_HOLDER_KEY} from '../../schema/statuses/responseKeys.ts';
import type {Resource} from '../../schema/shapes/config.ts';
import {decimalsOf} from '../../schema/fields/decimals.ts';
import type {Field, FieldOf, Kind} from '../../schema/shapes/fields.ts';
import type {Actor, Context} from '../context.ts';
import {invalidParam} from '../errors.ts';

/** The files that a list is exported as, by their name in the call. */
export const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type Formato = keyof typeof TYPES;

export const isFormato = (value: unknown): value is Formato => typeof value === 'string' && Object.hasOwn(TYPES, value);

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
    const field = name === TURN_HOLDER_KEY ? TURN : resource.fields[name];
    return {name, label: columnLabel(resource, name), field: field && shownField(config, resource.fields, field)};
  });
};

/** The columns that show a field, by name. */
export const shownIn = (columns: readonly Column[]): Map<string, Field> =>
  new Map(columns.flatMap(({name, field}) => (field === undefined ? [] : [[name, field] as const])));

/**
 * What each kind is in a spreadsheet: a number, one with so many digits after the comma, one in reais, a day, an instant, or text, which is
 * never taken for a formula.
 */
export type CellKind = 'text' | 'number' | `decimal${number}` | 'money' | 'day' | 'instant';

const decimal = (field: FieldOf<'decimal' | 'calculo'>): CellKind => {
  const decimals = decimalsOf(field);
  return decimals === 0 ? 'number' : `decimal${decimals}`;
};

const cellKinds: {[K in Kind]: CellKind | ((field: FieldOf<K>) => CellKind)} = {
  texto: 'text', email: 'text', senha: 'text', documento: 'text', telefone: 'text', cep: 'text', digitos: 'text',
  numero: 'number', decimal, moeda: 'money', calculo: field => (field.money ? 'money' : decimal(field)), data: 'day',
  dataHora: field => (field.show === 'dia' ? 'day' : 'instant'),
  hora: 'text', url: 'text', booleano: 'text', escolha: 'text', opcoes: 'text', arquivo: 'text', lista: 'text', referencia: 'text',
  relacionado: 'text', vinculos: 'text',
};

/** The kind of cell a column has; the record's own number (no field) is a number. */
export const cellKindOf = (field: Field | undefined): CellKind => {
  if (field === undefined) return 'number';
  const kind = cellKinds[field.kind] as CellKind | ((field: Field) => CellKind);
  return typeof kind === 'function' ? kind(field) : kind;
};
