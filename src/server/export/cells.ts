/** What each kind is in a spreadsheet: a number, a day, an instant, or text, which is never taken for a formula. */
import type {Field, FieldOf, Kind} from '../../schema/fields/fields.ts';

export type CellKind = 'text' | 'number' | 'day' | 'instant';

const cellKinds: {[K in Kind]: CellKind | ((field: FieldOf<K>) => CellKind)} = {
  texto: 'text', email: 'text', senha: 'text', documento: 'text', telefone: 'text', cep: 'text', digitos: 'text',
  numero: 'number', data: 'day', dataHora: field => (field.show === 'dia' ? 'day' : 'instant'),
  booleano: 'text', escolha: 'text', lista: 'text', referencia: 'text', relacionado: 'text', vinculos: 'text',
};

/** The kind of cell a column has; the record's own number (no field) is a number. */
export const cellKindOf = (field: Field | undefined): CellKind => {
  if (field === undefined) return 'number';
  const kind = cellKinds[field.kind] as CellKind | ((field: Field) => CellKind);
  return typeof kind === 'function' ? kind(field) : kind;
};
