/** What is sent to the calls that are no resource's, as its shape has it. */
import type * as z from 'zod';
import {formMessages} from '../../schema/words/messages.ts';
import type {FieldError} from '../../schema/wire.ts';
import {invalid} from '../errors.ts';

/** @throws Refusal VALIDACAO with the first sentence of each value that is wrong: the shape's own, else that it is invalid */
export const validateBody = <T>(shape: z.ZodType<T>, body: unknown): T => {
  const {data, error} = shape.safeParse(body ?? {}, {error: () => formMessages.invalid});
  if (error === undefined) return data;
  const first = new Map<string, FieldError>();
  for (const {path, message} of error.issues) {
    const campo = String(path[0] ?? '');
    if (!first.has(campo)) first.set(campo, {campo, mensagem: message});
  }
  throw invalid([...first.values()]);
};
