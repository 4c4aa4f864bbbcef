/** Each kind's column: its SQL type, and how a list filter uses it. */
import type {FieldOf, Field, Kind} from '../../schema/fields.ts';

export type SqlType = 'text' | 'integer' | 'boolean' | 'date' | 'timestamp with time zone';

interface KindColumn<F> {
  /** null: the kind has no column of its own. */
  type: SqlType | null | ((field: F) => SqlType);
  /** How values are searched: part of a text, the value itself, or a choice among few, for which an index does not pay. */
  search: 'part' | 'value' | 'few' | 'never';
}

const kindColumns = {
  texto: {type: 'text', search: 'part'},
  email: {type: 'text', search: 'part'},
  senha: {type: 'text', search: 'never'},
  documento: {type: 'text', search: 'part'},
  telefone: {type: 'text', search: 'part'},
  cep: {type: 'text', search: 'part'},
  digitos: {type: 'text', search: 'part'},
  numero: {type: 'integer', search: 'value'},
  data: {type: 'date', search: 'value'},
  dataHora: {type: 'timestamp with time zone', search: 'value'},
  booleano: {type: 'boolean', search: 'few'},
  escolha: {type: field => (field.choices.every(choice => typeof choice.id === 'number') ? 'integer' : 'text'), search: 'few'},
  lista: {type: 'text', search: 'few'},
  referencia: {type: 'integer', search: 'value'},
  relacionado: {type: null, search: 'never'},
  vinculos: {type: null, search: 'never'},
} satisfies {[K in Kind]: KindColumn<FieldOf<K>>};

const rowOf = (field: Field): KindColumn<Field> => kindColumns[field.kind] as KindColumn<Field>;

/** The SQL type of a field's column; null where it has none. */
export const sqlTypeOf = (field: Field): SqlType | null => {
  const {type} = rowOf(field);
  return typeof type === 'function' ? type(field) : type;
};

export const searchOf = (field: Field): KindColumn<Field>['search'] => rowOf(field).search;
