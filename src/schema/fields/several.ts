/** Row of the kind `opcoes` (several choices) in the table of kinds. */
// zod/mini, because the portal loads this module.
import * as z from 'zod/mini';
import type {FieldOf} from '../config/fields.ts';
import {PLAIN, type KindRule} from './kindRule.ts';

type Several = FieldOf<'opcoes'>;

const asText = (one: unknown): string => (typeof one === 'string' || typeof one === 'number' ? String(one) : '');

/**
 * Normalises to unique ids in the order of the choices, so that equal sets are equal values. Queries and the config separate them with
 * commas.
 */
const bare = (raw: unknown, {choices}: Several): unknown => {
  const given = typeof raw === 'string' ? raw.split(',').map(one => one.trim()).filter(Boolean) : [raw ?? []].flat();
  const ids = new Set(given.map(asText));
  const chosen = choices.filter(({id}) => ids.has(String(id)));
  if (chosen.length < ids.size) return raw;
  return chosen.length === 0 ? null : chosen.map(({id}) => id);
};

export const several = {
  bare,
  schema: ({choices}, words) => z.array(z.literal(choices.map(({id}) => id), words.invalid), words.invalid),
  // An id that is no choice any more is shown as it is stored.
  format: (value, field) => [bare(value, field) ?? []].flat()
    .map(one => field.choices.find(({id}) => id === one)?.name ?? asText(one)).filter(Boolean).join(', '),
  empty: [] as readonly (string | number)[],
  filter: 'equal', ...PLAIN, prose: true, several: true,
  offered: ({choices}) => choices,
} as const satisfies KindRule<Several>;
