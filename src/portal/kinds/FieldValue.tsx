/** A value as a person reads it (rules: Fields 2, 3): dates of São Paulo, masked documents and telephones, badges; a dash for nothing. */
import type {ReactNode} from 'react';
import {useReference} from 'ra-core';
import type {Field, FieldOf, Kind} from '../../schema/fields/fields.ts';
import {ruleOf} from '../../schema/fields/kinds.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {useResource} from '../session/context.ts';
import {useListRows} from './options.ts';
import {StatusBadge} from './StatusBadge.tsx';

interface ValueProps<F> {
  field: F;
  value: unknown;
  record: Values | undefined;
}

const EMPTY = '—';

const Plain = ({field, value}: ValueProps<Field>): ReactNode => ruleOf(field).format(value, field) || EMPTY;

const Choice = ({field, value, record}: ValueProps<FieldOf<'escolha'>>): ReactNode => {
  const choice = field.choices.find(one => one.id === value);
  if (choice?.tone) return <StatusBadge choice={choice} />;
  const named = field.nameAs === undefined ? undefined : record?.[field.nameAs];
  return choice?.name ?? (typeof named === 'string' && named !== '' ? named : EMPTY);
};

const ListRow = ({field, value}: ValueProps<FieldOf<'lista'>>): ReactNode =>
  useListRows(field.list).find(row => row.id === value)?.name ?? (typeof value === 'string' && value !== '' ? value : EMPTY);

/** The named record's title; many references on a page are one request (`getMany`). */
const Reference = ({field, value}: ValueProps<FieldOf<'referencia'>>): ReactNode => {
  const id = typeof value === 'number' && value > 0 ? value : undefined;
  const {title} = useResource(field.to);
  const {referenceRecord} = useReference<Record<string, unknown> & {id: number}>({
    reference: field.to, id: id as number, options: {enabled: id !== undefined},
  });
  const name = referenceRecord?.[title];
  return typeof name === 'string' && name !== '' ? name : (id ?? EMPTY);
};

const values = {
  texto: Plain, email: Plain, senha: Plain, documento: Plain, telefone: Plain, cep: Plain, digitos: Plain, numero: Plain,
  data: Plain, dataHora: Plain, booleano: Plain, escolha: Choice, lista: ListRow, referencia: Reference, relacionado: Plain,
  vinculos: Plain,
} satisfies {[K in Kind]: (props: ValueProps<FieldOf<K>>) => ReactNode};

interface FieldValueProps {
  field: Field;
  value: unknown;
  record?: Values | undefined;
}

export const FieldValue = ({field, value, record}: FieldValueProps) => {
  const Value = values[field.kind] as unknown as (props: ValueProps<Field>) => ReactNode;
  return <Value field={field} value={value} record={record} />;
};
