/** A forgotten password, from the command line (rules: Session 16). */
import {sql} from 'kysely';
import type {Config} from '../../schema/config/config.ts';
import {hashPassword, randomPassword} from '../accounts/password.ts';
import {reachServer, serverPassword} from '../control/ask.ts';
import {withDatabase} from '../db/connection/open.ts';
import {prepareDatabase} from '../db/structure/migrate.ts';
import type {Db} from '../db/tables.ts';
import type {Env} from '../env.ts';
import {setPassword} from './newPassword.ts';

/**
 * Gives a user a random password and ends their sessions.
 *
 * @returns the password, which is kept nowhere else
 * @throws Error, one Portuguese sentence: no such user
 */
export const setRandomPassword = async (db: Db, email: string): Promise<string> => {
  const {rows} = await sql<{id: number}>`select id from usuarios where lower(email) = lower(${email})`.execute(db);
  const [user] = rows;
  if (user === undefined) throw new Error(`Não há usuário com o e-mail ${email}.`);
  const password = randomPassword();
  const hash = await hashPassword(password);
  await db.transaction().execute(trx => setPassword(trx, user.id, hash));
  return password;
};

/**
 * {@link setRandomPassword} from the command line: by the server that has the embedded database open, else on the database itself.
 *
 * @throws Error, one Portuguese sentence: no such user, or the database is in use
 */
export const givePassword = async (config: Config, env: Env, email: string): Promise<string> => {
  const server = env.DATABASE_URL === undefined ? await reachServer(env.DATA_DIR) : undefined;
  if (server !== undefined) return serverPassword(server, email).finally(() => server.end());
  return withDatabase(env, async db => {
    await prepareDatabase(db, config, () => {});
    return setRandomPassword(db, email);
  });
};
