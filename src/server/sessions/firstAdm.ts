/** The first Adm (rules: Session 16): from the environment, or with a random password printed once. No default password exists. */
import {sql} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import {validateValue} from '../../schema/fields/validate.ts';
import {hashPassword, randomPassword} from '../accounts/password.ts';
import {USERS} from '../accounts/accounts.ts';
import {resourceOf} from '../db/sqlNames.ts';
import type {Db} from '../db/tables.ts';
import type {Env} from '../env.ts';

const DEFAULT_EMAIL = 'admin@balcao.local';

export const adminProfileId = ({profiles}: Config): number => {
  const firstProfile = Object.values(profiles).find(({first}) => first);
  if (firstProfile === undefined) throw new TypeError('No profile of the config is the first.');
  return firstProfile.id;
};

/**
 * Creates the first Adm where none exists.
 *
 * @returns the e-mail, and the password where it is random; undefined where an Adm exists
 * @throws Error, one Portuguese sentence, for an invalid ADMIN_PASSWORD
 */
export const ensureFirstAdm = async (
  db: Db, config: Config, env: Pick<Env, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>,
): Promise<{email: string; password: string | undefined} | undefined> => {
  const tipo = adminProfileId(config);
  const existing = await db.selectFrom('usuarios').select('id').where('tipo', '=', tipo).limit(1).execute();
  if (existing.length > 0) return undefined;
  const senha = resourceOf(config, USERS).fields['senha'];
  const refusal = senha === undefined ? undefined : validateValue(senha, env.ADMIN_PASSWORD, false);
  if (refusal !== undefined) throw new Error(`ADMIN_PASSWORD: ${refusal}`);
  const email = env.ADMIN_EMAIL ?? DEFAULT_EMAIL;
  const password = env.ADMIN_PASSWORD ?? randomPassword();
  // The unique e-mail lets only one of two starting processes insert.
  const {numAffectedRows} = await sql`
    insert into usuarios (nome, email, tipo, senha_hash) values ('Administrador', ${email}, ${tipo}, ${await hashPassword(password)})
    on conflict do nothing`.execute(db);
  if (numAffectedRows !== 1n) return undefined;
  return {email, password: env.ADMIN_PASSWORD === undefined ? password : undefined};
};
