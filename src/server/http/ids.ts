/** Ids in paths. */
import {MAX_INTEGER} from '../../schema/fields/kinds.ts';
import {notFound} from '../errors.ts';

/**
 * The id in a path; `0` where one stands for 'none'.
 *
 * @throws Refusal 404 for what is no id: no record has it
 */
export const idOf = (params: unknown, name = 'id'): number => {
  const text = (params as Readonly<Record<string, string | undefined>>)[name] ?? '';
  const id = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(id <= MAX_INTEGER)) throw notFound();
  return id;
};
