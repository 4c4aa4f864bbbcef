/** What a list can show as a column, what the column is called, and whose values it shows. */
import {maySee} from './access.ts';
import type {Config, Resource} from './config.ts';
import type {Field, Fields} from './fields.ts';
import {ruleOf} from './kinds.ts';
import {WAITED_FOR} from './situation.ts';

/** The columns a list can show and export, `id` first; with `perfil`, those that the profile sees. */
export const exportable = (resource: Resource, perfil?: string): string[] => [
  'id',
  ...Object.entries(resource.fields)
    .filter(([, field]) => ruleOf(field).column !== 'none' && (perfil === undefined || maySee(field, perfil)))
    .map(([name]) => name),
];

/** The record's own number is no declared field; it is read as its code (rules: Tickets 13). Nor is whom it waits for. */
export const columnLabel = (resource: Resource, column: string): string =>
  resource.fields[column]?.label ?? (column === WAITED_FOR ? 'Aguardando' : 'Código');

/** The field whose values a field shows: a `relacionado` one shows another resource's. */
export const shownField = (config: Config, fields: Fields, field: Field): Field => {
  if (field.kind !== 'relacionado') return field;
  const through = fields[field.through];
  return (through?.kind === 'referencia' ? config.resources[through.to]?.fields[field.field] : undefined) ?? field;
};
