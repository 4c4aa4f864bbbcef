/** Each kind's column: its SQL type, and what its values are among each other. */
import {sql} from 'kysely';
import type {FieldOf, Field, Kind} from '../../schema/config/fields.ts';
import {ruleOf} from '../../schema/fields/kinds.ts';
import {EXACT} from './folding.ts';
import type {Sql} from './tables.ts';

export type SqlType = 'text' | 'text[]' | 'integer[]' | 'jsonb' | 'integer' | 'numeric' | 'boolean' | 'date' | 'timestamp with time zone';

interface KindColumn<F> {
  /** null: the kind has no column of its own. */
  type: SqlType | null | ((field: F) => SqlType);
  /** A choice among few, for which an index does not pay. */
  few?: true;
  /** A column of another type may become its: the values that fit are taken over. */
  takes?: true;
  /** What a row without a value has all the same. */
  absent?: boolean;
  /**
   * Values that must be unique, or are asked whether they are the same, are told apart as this function of the database makes them; absent:
   * as they are. By `ends` the names of its indexes end, and by `before` those of an index that told them apart otherwise.
   */
  apart?: {by: 'lower' | typeof EXACT; ends: string; before?: string};
}

const typeOfIds = ({choices}: {choices: readonly {id: string | number}[]}): 'integer' | 'text' =>
  (choices.every(({id}) => typeof id === 'number') ? 'integer' : 'text');

const kindColumns = {
  texto: {type: 'text', apart: {by: EXACT, ends: '$$', before: '$'}, takes: true},
  email: {type: 'text', apart: {by: 'lower', ends: ''}, takes: true},
  senha: {type: 'text'},
  documento: {type: 'text', takes: true},
  telefone: {type: 'text', takes: true},
  cep: {type: 'text', takes: true},
  digitos: {type: 'text', takes: true},
  numero: {type: 'integer', takes: true},
  decimal: {type: 'numeric', takes: true},
  moeda: {type: 'numeric', takes: true},
  calculo: {type: 'numeric'},
  data: {type: 'date', takes: true},
  dataHora: {type: 'timestamp with time zone', takes: true},
  // Texts of one length: their order is that of the day in any collation.
  hora: {type: 'text', takes: true},
  url: {type: 'text', takes: true},
  booleano: {type: 'boolean', few: true, absent: false, takes: true},
  escolha: {type: field => typeOfIds(field), few: true, takes: true},
  opcoes: {type: field => `${typeOfIds(field)}[]`},
  arquivo: {type: 'jsonb'},
  lista: {type: 'text', few: true, takes: true},
  referencia: {type: 'integer'},
  relacionado: {type: null},
  vinculos: {type: null},
} satisfies {[K in Kind]: KindColumn<FieldOf<K>>};

export const kindColumn = (field: Field): KindColumn<Field> => kindColumns[field.kind] as KindColumn<Field>;

/** The SQL type of a field's column; null where it has none. */
export const sqlTypeOf = (field: Field): SqlType | null => {
  const {type} = kindColumn(field);
  return typeof type === 'function' ? type(field) : type;
};

/** A value of JSON as one of a column. */
export const fromJson = (value: Sql, type: SqlType): Sql => (type.endsWith('[]')
  ? sql`(case jsonb_typeof(${value}) when 'array' then array(select jsonb_array_elements_text(${value}))::${sql.raw(type)} end)`
  : sql`(${value} #>> '{}')::${sql.raw(type)}`);

/** How a column is searched: for a part of its text, for the value itself, for one of its values, for one among few, not at all. */
export const searchOf = (field: Field): 'part' | 'value' | 'each' | 'few' | 'never' => {
  const {filter} = ruleOf(field);
  if (sqlTypeOf(field) === null || filter === 'none') return 'never';
  if (filter === 'part') return 'part';
  if (ruleOf(field).several) return 'each';
  return kindColumn(field).few === true ? 'few' : 'value';
};
