/** Row of the kind `opcoes` (several choices) in the table of kinds. */
// zod/mini, because the portal loads this module.
import * as z from 'zod/mini';
import type {FieldOf} from '../shapes/fields.ts';
import {PLAIN_KIND, type KindRule} from './kindRule.ts';

type ChoicesField = FieldOf<'opcoes'>;

const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/**
 * Normalises to unique ids in the order of the choices, so that equal sets are equal values. Queries and the config separate them with
 * commas.
 */
const normaliseChoices = (raw: unknown, {choices}: ChoicesField): unknown => {
  const values = typeof raw === 'string' ? raw.split(',').map(id => id.trim()).filter(Boolean) : [raw ?? []].flat();
  const ids = new Set(values.map(asText));
  const chosen = choices.filter(({id}) => ids.has(String(id)));
  if (chosen.length < ids.size) return raw;
  return chosen.length === 0 ? null : chosen.map(({id}) => id);
};

export const choicesKindRule = {
  bare: normaliseChoices,
  schema: ({choices}, messages) => z.array(z.literal(choices.map(({id}) => id), messages.invalid), messages.invalid),
  // An id that is no choice any more is shown as it is stored.
  format: (value, field) => [normaliseChoices(value, field) ?? []].flat()
    .map(chosen => field.choices.find(({id}) => id === chosen)?.name ?? asText(chosen)).filter(Boolean).join(', '),
  empty: [] as readonly (string | number)[],
  filter: 'equal', ...PLAIN_KIND, prose: true, several: true,
  filterOptions: ({choices}) => choices,
} as const satisfies KindRule<ChoicesField>;
