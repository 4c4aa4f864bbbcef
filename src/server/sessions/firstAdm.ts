/** The first Adm (rules: Session 16): from the environment, or with a random password told once. There is no default password. */
import {sql} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import {validateValue} from '../../schema/fields/validate.ts';
import {hashPassword, randomPassword} from '../accounts/password.ts';
import {USERS} from '../accounts/users.ts';
import {resourceOf} from '../db/sqlNames.ts';
import type {Db} from '../db/tables.ts';
import type {Env} from '../env.ts';

const EMAIL = 'admin@balcao.local';

/** The profile that the config calls the first. */
export const adminProfile = ({profiles}: Config): number => {
  const found = Object.values(profiles).find(({first}) => first);
  if (found === undefined) throw new TypeError('No profile of the config is the first.');
  return found.id;
};

/**
 * Makes the first Adm when there is none.
 *
 * @returns who was made, with the password only when nobody chose it; undefined when there is an Adm already
 * @throws Error, one Portuguese sentence, for a password that nobody could sign in with
 */
export const ensureFirstAdm = async (
  db: Db, config: Config, env: Pick<Env, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>,
): Promise<{email: string; password: string | undefined} | undefined> => {
  const tipo = adminProfile(config);
  const existing = await db.selectFrom('usuarios').select('id').where('tipo', '=', tipo).limit(1).execute();
  if (existing.length > 0) return undefined;
  const senha = resourceOf(config, USERS).fields['senha'];
  const refusal = senha === undefined ? undefined : validateValue(senha, env.ADMIN_PASSWORD, false);
  if (refusal !== undefined) throw new Error(`ADMIN_PASSWORD: ${refusal}`);
  const email = env.ADMIN_EMAIL ?? EMAIL;
  const password = env.ADMIN_PASSWORD ?? randomPassword();
  // Of two processes starting at once on an empty database, the unique e-mail lets one make it.
  const {numAffectedRows} = await sql`
    insert into usuarios (nome, email, tipo, senha_hash) values ('Administrador', ${email}, ${tipo}, ${await hashPassword(password)})
    on conflict do nothing`.execute(db);
  if (numAffectedRows !== 1n) return undefined;
  return {email, password: env.ADMIN_PASSWORD === undefined ? password : undefined};
};
