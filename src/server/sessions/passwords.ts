/** Validates and sets passwords by the config's rule for the field. */
import {sql} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import {passwordField} from '../../schema/shapes/publicConfig.ts';
import {validateValue} from '../../schema/fields/validate.ts';
import {hashPassword, randomPassword} from '../accounts/password.ts';
import {USERS} from '../accounts/accounts.ts';
import {connectToServer, requestNewPassword} from '../adminSocket/client.ts';
import {withDatabase} from '../db/connection/open.ts';
import {resourceOf} from '../db/sqlNames.ts';
import {prepareDatabase} from '../db/structure/migrate.ts';
import type {Db, DbOrTrx} from '../db/tables.ts';
import type {Env} from '../env.ts';
import {invalid} from '../errors.ts';
import {valueSchema} from '../openapi/fields.ts';
import type {Json} from '../openapi/json.ts';
import {resetAttempts} from './signInAttempts.ts';

/**
 * Validates a new password.
 *
 * @param campo name in the body
 * @throws Refusal 400 with the field's message
 */
export const validateNewPassword = (config: Config, value: unknown, campo: string): string => {
  const field = resourceOf(config, USERS).fields['senha'];
  const mensagem = field === undefined ? 'Requisição inválida.' : validateValue(field, value, true);
  if (mensagem !== undefined || typeof value !== 'string') throw invalid([{campo, mensagem: mensagem ?? 'Requisição inválida.'}]);
  return value;
};

export const newPasswordSchema = (config: Config): Json => ({...valueSchema(config, passwordField(config)), writeOnly: true});

/**
 * Sets a user's password, ends their sessions and resets failed attempts.
 *
 * @param hash from `hashPassword` before the transaction, because on the embedded database everybody waits for one
 */
export const setPassword = async (trx: DbOrTrx, idUsuario: number, hash: string): Promise<void> => {
  await sql`
    update usuarios set senha_hash = ${hash}, token_versao = token_versao + 1, versao = versao + 1 where id = ${idUsuario}`.execute(trx);
  await resetAttempts(trx, idUsuario);
};

/**
 * Sets a random password and ends the user's sessions.
 *
 * @returns the password, which is stored nowhere else
 * @throws Error, one Portuguese sentence, for an unknown e-mail
 */
export const setRandomPassword = async (db: Db, email: string): Promise<string> => {
  const {rows} = await sql<{id: number}>`select id from usuarios where lower(email) = lower(${email})`.execute(db);
  const [account] = rows;
  if (account === undefined) throw new Error(`Não há usuário com o e-mail ${email}.`);
  const password = randomPassword();
  const hash = await hashPassword(password);
  await db.transaction().execute(trx => setPassword(trx, account.id, hash));
  return password;
};

/**
 * {@link setRandomPassword} from the command line: through the running server for the embedded database, else directly.
 *
 * @throws Error, one Portuguese sentence, for an unknown e-mail or a database in use
 */
export const setRandomPasswordByCommand = async (config: Config, env: Env, email: string): Promise<string> => {
  const server = env.DATABASE_URL === undefined ? await connectToServer(env.DATA_DIR) : undefined;
  if (server !== undefined) return requestNewPassword(server, email).finally(() => server.end());
  return withDatabase(env, async (db, kind) => {
    await prepareDatabase(db, config, () => {}, kind);
    return setRandomPassword(db, email);
  });
};
