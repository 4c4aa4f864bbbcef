/** A new password: what it may be, one rule said by the field of the config wherever one is chosen, and what it ends. */
import {sql} from 'kysely';
import type {Config} from '../../schema/config/config.ts';
import {passwordField} from '../../schema/config/front.ts';
import {validateValue} from '../../schema/fields/validate.ts';
import {USERS} from '../accounts/users.ts';
import {resourceOf} from '../db/names.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {invalid} from '../errors.ts';
import {valueSchema} from '../openapi/fields.ts';
import type {Json} from '../openapi/json.ts';
import {forgetTries} from './tries.ts';

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

/**
 * Sets a user's password, ends their sessions and any wait after wrong passwords.
 *
 * @param hash what `hashPassword` made, before the transaction: on the embedded database everybody waits for one
 */
export const setPassword = async (trx: DbOrTrx, idUsuario: number, hash: string): Promise<void> => {
  await sql`
    update usuarios set senha_hash = ${hash}, token_versao = token_versao + 1, versao = versao + 1 where id = ${idUsuario}`.execute(trx);
  await forgetTries(trx, idUsuario);
};
