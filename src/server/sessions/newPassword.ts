/** What a new password may be: one rule, said by the field of the config, wherever one is chosen. */
import type {Config} from '../../schema/config/config.ts';
import {passwordField} from '../../schema/config/front.ts';
import {validateValue} from '../../schema/fields/validate.ts';
import {USERS} from '../accounts/users.ts';
import {resourceOf} from '../db/names.ts';
import {invalid} from '../errors.ts';
import {valueSchema} from '../openapi/fields.ts';
import type {Json} from '../openapi/json.ts';

/**
 * @param campo what the call names it
 * @throws Refusal 400 with the field's own sentence
 */
export const newPassword = (config: Config, value: unknown, campo: string): string => {
  const field = resourceOf(config, USERS).fields['senha'];
  const mensagem = field === undefined ? 'Requisição inválida.' : validateValue(field, value, true);
  if (mensagem !== undefined || typeof value !== 'string') throw invalid([{campo, mensagem: mensagem ?? 'Requisição inválida.'}]);
  return value;
};

/** The same rule in the document. */
export const passwordSchema = (config: Config): Json => ({...valueSchema(config, passwordField(config)), writeOnly: true});
