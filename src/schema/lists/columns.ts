/** Columns of a list: sorting, export, labels, and values shown through references. */
import {maySee} from '../access.ts';
import type {Config, Resource} from '../shapes/config.ts';
import type {Field, FieldOf, Fields} from '../shapes/fields.ts';
import {MAX_INTEGER, kindRuleOf} from '../fields/kinds.ts';
import {declaresTurnHolders, TURN_HOLDER_KEY} from '../statuses/responseKeys.ts';

export const isSortableField = (field: Field): boolean => ['value', 'reference'].includes(kindRuleOf(field).column);

/** Lists the columns that a list can show and export, `id` first; with `perfil`, only those that it sees. */
export const listExportableColumns = (resource: Resource, perfil?: string): string[] => [
  'id',
  ...Object.entries(resource.fields)
    .filter(([, field]) => kindRuleOf(field).column !== 'none' && (perfil === undefined || maySee(field, perfil)))
    .map(([name]) => name),
  ...(declaresTurnHolders(resource) ? [TURN_HOLDER_KEY] : []),
];

/** The record's own number, declared by no resource. People read it as its code (rules: Tickets 13). */
export const RECORD_NUMBER_COLUMN: FieldOf<'numero'> = {kind: 'numero', label: 'Código', min: 1, max: MAX_INTEGER};

/** The record's turn holder, declared by no resource. */
export const TURN_HOLDER_COLUMN: FieldOf<'texto'> = {kind: 'texto', label: 'Aguardando', maxLength: 200};

export const columnLabel = (resource: Resource, column: string): string =>
  (resource.fields[column] ?? (column === TURN_HOLDER_KEY ? TURN_HOLDER_COLUMN : RECORD_NUMBER_COLUMN)).label;

/** References that a value is read through: the branch's, and from there the name of its person. */
const MAX_READ_REFERENCES = 2;

/** Returns the field whose values a field shows: a `relacionado` field shows another resource's field. @param steps references followed */
export const resolveShownField = (config: Config, fields: Fields, field: Field, steps = MAX_READ_REFERENCES): Field => {
  if (field.kind !== 'relacionado' || steps === 0) return field;
  const through = fields[field.through];
  const target = through?.kind === 'referencia' ? config.resources[through.to]?.fields : undefined;
  const shown = target?.[field.field];
  return target === undefined || shown === undefined ? field : resolveShownField(config, target, shown, steps - 1);
};
