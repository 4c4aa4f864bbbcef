/** A filter that a person keeps under a name, as it may be sent. */
import {formWords} from '../../schema/words/messages.ts';
import {hasControl} from '../../schema/fields/text.ts';
import {newSavedFilter, type FieldError, type NewSavedFilter} from '../../schema/wire.ts';
import {invalid} from '../errors.ts';

/** Whether PostgreSQL keeps a value as it is: no NUL and no half sign in any text or name of it, not even written as an escape. */
const storable = (value: unknown): boolean => {
  if (typeof value === 'string') return !hasControl(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, one]) => !hasControl(name) && storable(one));
};

/** @throws Refusal VALIDACAO, one sentence for each value that is wrong */
export const readFilter = (body: unknown): NewSavedFilter => {
  const result = newSavedFilter.safeParse(body ?? {});
  const first = new Map<string, FieldError>();
  for (const issue of result.error?.issues ?? []) {
    const campo = String(issue.path[0] ?? '');
    // Only our own sentences are for people.
    const mensagem = campo === 'nome' || issue.code === 'custom' ? issue.message : formWords.invalid;
    if (!first.has(campo)) first.set(campo, {campo, mensagem});
  }
  for (const [campo, value] of Object.entries(result.data ?? {})) {
    if (!storable(value)) first.set(campo, {campo, mensagem: formWords.invalid});
  }
  if (result.data === undefined || first.size > 0) throw invalid([...first.values()]);
  return result.data;
};
