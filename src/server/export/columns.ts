/** Columns and cell kinds of an exported list. */
import {columnLabel, listExportableColumns, resolveShownField, TURN_HOLDER_COLUMN} from '../../schema/lists/columns.ts';
import {TURN_HOLDER_KEY} from '../../schema/statuses/responseKeys.ts';
import type {Resource} from '../../schema/shapes/config.ts';
import {decimalsOf} from '../../schema/fields/decimals.ts';
import type {Field, FieldOf, Kind} from '../../schema/shapes/fields.ts';
import type {Actor, Context} from '../context.ts';
import {invalidParam} from '../errors.ts';

export const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type Formato = keyof typeof MEDIA_TYPES;

export const isFormato = (value: unknown): value is Formato => typeof value === 'string' && Object.hasOwn(MEDIA_TYPES, value);

export interface Column {
  name: string;
  label: string;
  /** The shown field; absent for the record's id. */
  field: Field | undefined;
}
export interface Cell {
  value: unknown;
  text: string;
}
/**
 * Determines the columns of an export.
 *
 * @param requestedNames comma-separated names; absent: the list's columns
 * @throws Refusal VALIDACAO for an unknown column, or one hidden from the profile
 */
export const exportColumns = ({config}: Context, resource: Resource, actor: Actor, requestedNames: unknown): Column[] => {
  const allowed = listExportableColumns(resource, actor.perfil);
  const parsedNames = typeof requestedNames === 'string'
    ? requestedNames.split(',').map(name => name.trim()).filter(name => name !== '')
    : [];
  const names = parsedNames.length > 0 ? parsedNames : resource.list.columns.filter(name => allowed.includes(name));
  if (requestedNames !== undefined && typeof requestedNames !== 'string' || names.some(name => !allowed.includes(name))) {
    throw invalidParam('colunas');
  }
  return names.map(name => {
    const field = name === TURN_HOLDER_KEY ? TURN_HOLDER_COLUMN : resource.fields[name];
    return {name, label: columnLabel(resource, name), field: field && resolveShownField(config, resource.fields, field)};
  });
};

export const mapFieldsByColumn = (columns: readonly Column[]): Map<string, Field> =>
  new Map(columns.flatMap(({name, field}) => (field === undefined ? [] : [[name, field] as const])));

/** Cell kind of each field kind. Text is never evaluated as a formula. */
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

export const cellKindOf = (field: Field | undefined): CellKind => {
  if (field === undefined) return 'number';
  const kind = cellKinds[field.kind] as CellKind | ((field: Field) => CellKind);
  return typeof kind === 'function' ? kind(field) : kind;
};
