import type * as z from 'zod';
import {formMessages} from '../../schema/words/messages.ts';
import type {FieldError} from '../../schema/apiShapes.ts';
import {invalid} from '../errors.ts';

/**
 * Validates the body of a call outside the resources.
 *
 * @throws Refusal VALIDACAO with the first message of each invalid value: the schema's own, or the default one
 */
export const validateBody = <T>(shape: z.ZodType<T>, body: unknown): T => {
  const {data, error} = shape.safeParse(body ?? {}, {error: () => formMessages.invalid});
  if (error === undefined) return data;
  const errorByField = new Map<string, FieldError>();
  for (const {path, message} of error.issues) {
    const campo = String(path[0] ?? '');
    if (!errorByField.has(campo)) errorByField.set(campo, {campo, mensagem: message});
  }
  throw invalid([...errorByField.values()]);
};
