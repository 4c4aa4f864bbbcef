/** What a list can show as a column, what the column is called, and whose values it shows. */
import {maySee} from '../access.ts';
import type {Config, Resource} from '../shapes/config.ts';
import type {Field, FieldOf, Fields} from '../shapes/fields.ts';
import {MAX_INTEGER, kindRuleOf} from '../fields/kinds.ts';
import {declaresTurnHolders, TURN_HOLDER_KEY} from '../statuses/responseKeys.ts';

/** Whether records can be put in the order of its values. */
export const isOrdered = (field: Field): boolean => ['value', 'reference'].includes(kindRuleOf(field).column);

/** The columns a list can show and export, `id` first; with `perfil`, those that the profile sees. */
export const exportable = (resource: Resource, perfil?: string): string[] => [
  'id',
  ...Object.entries(resource.fields)
    .filter(([, field]) => kindRuleOf(field).column !== 'none' && (perfil === undefined || maySee(field, perfil)))
    .map(([name]) => name),
  ...(declaresTurnHolders(resource) ? [TURN_HOLDER_KEY] : []),
];

/** The record's own number, which no resource declares; it is read as its code (rules: Tickets 13). */
export const NUMBER: FieldOf<'numero'> = {kind: 'numero', label: 'Código', min: 1, max: MAX_INTEGER};

/** Whom a record waits for, which no resource declares either. */
export const TURN: FieldOf<'texto'> = {kind: 'texto', label: 'Aguardando', maxLength: 200};

export const columnLabel = (resource: Resource, column: string): string =>
  (resource.fields[column] ?? (column === TURN_HOLDER_KEY ? TURN : NUMBER)).label;

/** The field whose values a field shows: a `relacionado` one shows another resource's. */
export const shownField = (config: Config, fields: Fields, field: Field): Field => {
  if (field.kind !== 'relacionado') return field;
  const through = fields[field.through];
  return (through?.kind === 'referencia' ? config.resources[through.to]?.fields[field.field] : undefined) ?? field;
};
