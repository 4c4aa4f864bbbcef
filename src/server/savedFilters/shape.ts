/** A filter that a person keeps under a name. */
import * as z from 'zod';
import {formWords, fill} from '../../schema/messages.ts';
import type {FieldError} from '../../schema/validate.ts';
import {hasControl} from '../../schema/text.ts';
import {invalid} from '../errors.ts';

export const MAX_NAME = 60;
export const MAX_FILTER_BYTES = 4096;
const MAX_COLUMNS = 100;
const MAX_WORD = 60;

/** Whether PostgreSQL keeps a value as it is: no NUL and no half sign in any text or name of it, not even written as an escape. */
const storable = (value: unknown): boolean => {
  if (typeof value === 'string') return !hasControl(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, one]) => !hasControl(name) && storable(one));
};

const word = z.string().max(MAX_WORD).refine(storable, formWords.invalid);
const shape = z.object({
  recurso: word,
  nome: z.string({error: formWords.required}).trim().min(1, formWords.required)
    .max(MAX_NAME, fill(formWords.tooLong, {max: MAX_NAME}))
    .refine(storable, formWords.invalid),
  filtro: z.record(z.string(), z.unknown())
    .refine(value => Buffer.byteLength(JSON.stringify(value)) <= MAX_FILTER_BYTES, 'O filtro é grande demais.')
    .refine(storable, formWords.invalid),
  colunas: z.array(word).max(MAX_COLUMNS).nullish().transform(value => value ?? null),
  ordenacao: z.object({campo: word, ordem: z.enum(['asc', 'desc'])}).nullish().transform(value => value ?? null),
}, {error: formWords.invalid});

export type NewFilter = z.infer<typeof shape>;

/** @throws Refusal VALIDACAO, one sentence for each value that is wrong */
export const readFilter = (body: unknown): NewFilter => {
  const result = shape.safeParse(body ?? {});
  if (result.success) return result.data;
  const first = new Map<string, FieldError>();
  for (const issue of result.error.issues) {
    const campo = String(issue.path[0] ?? '');
    // Only our own sentences are for people.
    const mensagem = campo === 'nome' || issue.code === 'custom' ? issue.message : formWords.invalid;
    if (!first.has(campo)) first.set(campo, {campo, mensagem});
  }
  throw invalid([...first.values()]);
};
