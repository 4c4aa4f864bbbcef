/** The column of each field kind: its SQL type, and how its values are compared. */
import {sql} from 'kysely';
import type {FieldOf, Field, Kind} from '../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {CANONICAL_TEXT_FUNCTION} from './textFolding.ts';
import type {Sql} from './tables.ts';

export type SqlType = 'text' | 'text[]' | 'integer[]' | 'jsonb' | 'integer' | 'numeric' | 'boolean' | 'date' | 'timestamp with time zone';

interface KindColumn<F> {
  type: SqlType | null | ((field: F) => SqlType);
  /** Low cardinality: an index does not pay. */
  isLowCardinality?: true;
  /** A column of another type can be converted to this kind's. */
  isConvertible?: true;
  nullValue?: boolean;
  /** The formatted value in a title, where it is another text than the stored one. */
  titleText?(value: Sql, field: F): Sql;
  /**
   * How unique values are compared; absent: as stored.
   * `formerIndexSuffix` ends the names of indexes of earlier versions.
   */
  uniqueness?: {sqlFunction: 'lower' | typeof CANONICAL_TEXT_FUNCTION; indexSuffix: string; formerIndexSuffix?: string};
}

const choiceIdType = ({choices}: {choices: readonly {id: string | number}[]}): 'integer' | 'text' =>
  (choices.every(({id}) => typeof id === 'number') ? 'integer' : 'text');

const kindColumns = {
  texto: {type: 'text', uniqueness: {sqlFunction: CANONICAL_TEXT_FUNCTION, indexSuffix: '$$', formerIndexSuffix: '$'}, isConvertible: true},
  email: {type: 'text', uniqueness: {sqlFunction: 'lower', indexSuffix: ''}, isConvertible: true},
  senha: {type: 'text'},
  documento: {type: 'text', isConvertible: true},
  telefone: {type: 'text', isConvertible: true},
  cep: {type: 'text', isConvertible: true},
  digitos: {type: 'text', isConvertible: true},
  numero: {type: 'integer', isConvertible: true},
  decimal: {type: 'numeric', isConvertible: true},
  moeda: {type: 'numeric', isConvertible: true},
  calculo: {type: 'numeric'},
  data: {type: 'date', isConvertible: true, titleText: value => sql`to_char(${value}, 'DD/MM/YYYY')`},
  dataHora: {type: 'timestamp with time zone', isConvertible: true},
  // Texts of one length sort chronologically in any collation.
  hora: {type: 'text', isConvertible: true},
  url: {type: 'text', isConvertible: true},
  booleano: {type: 'boolean', isLowCardinality: true, nullValue: false, isConvertible: true},
  escolha: {
    type: field => choiceIdType(field), isLowCardinality: true, isConvertible: true,
    titleText: (value, {choices}) =>
      sql`case ${value} ${sql.join(choices.map(({id, name}) => sql`when ${sql.lit(id)} then ${sql.lit(name)}`), sql` `)} end`,
  },
  opcoes: {type: field => `${choiceIdType(field)}[]`},
  arquivo: {type: 'jsonb'},
  lista: {type: 'text', isLowCardinality: true, isConvertible: true},
  referencia: {type: 'integer'},
  relacionado: {type: null},
  vinculos: {type: null},
} satisfies {[K in Kind]: KindColumn<FieldOf<K>>};

export const kindColumn = (field: Field): KindColumn<Field> => kindColumns[field.kind] as KindColumn<Field>;

export const sqlTypeOf = (field: Field): SqlType | null => {
  const {type} = kindColumn(field);
  return typeof type === 'function' ? type(field) : type;
};

export const fromJson = (value: Sql, type: SqlType): Sql => (type.endsWith('[]')
  ? sql`(case jsonb_typeof(${value}) when 'array' then array(select jsonb_array_elements_text(${value}))::${sql.raw(type)} end)`
  : sql`(${value} #>> '{}')::${sql.raw(type)}`);

/** How a filter searches the column: text part, exact value, array element, choice among few, or not at all. */
export const searchModeOf = (field: Field): 'part' | 'value' | 'each' | 'few' | 'never' => {
  const {filter} = kindRuleOf(field);
  if (sqlTypeOf(field) === null || filter === 'none') return 'never';
  if (filter === 'part') return 'part';
  if (kindRuleOf(field).several) return 'each';
  return kindColumn(field).isLowCardinality === true ? 'few' : 'value';
};
