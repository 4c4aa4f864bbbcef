/** Who signs in to a demonstration (`DEMO`; rules: Operation 3). */
import {sql} from 'kysely';
import {randomPassword} from '../accounts/password.ts';
import type {Db} from '../db/tables.ts';
import type {Env} from '../env.ts';

/** The Adm, where the environment names none. */
const DEMO_ADM = 'adm@balcao.example';

export interface DemoUser {
  perfil: string;
  email: string;
}

export interface DemoCredentials {
  ADMIN_EMAIL: string;
  ADMIN_PASSWORD: string;
  /** Random password of all users; also of the Adm without `ADMIN_PASSWORD`. */
  senha: string;
}

/** Chooses the credentials of the demonstration; undefined for a database that is not empty. */
export const chooseDemoCredentials = async (
  db: Db, env: Pick<Env, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>,
): Promise<DemoCredentials | undefined> => {
  const {rows} = await sql<{taken: boolean}>`select exists (select from usuarios) or exists (select from empresas) as taken`.execute(db);
  if (rows[0]?.taken !== false) return undefined;
  const senha = randomPassword();
  return {ADMIN_EMAIL: env.ADMIN_EMAIL ?? DEMO_ADM, ADMIN_PASSWORD: env.ADMIN_PASSWORD ?? senha, senha};
};

/** Prints the users. `ADMIN_PASSWORD` itself is not printed, because whoever set it knows it. */
export const printDemoUsers = (
  users: readonly DemoUser[], {ADMIN_EMAIL, ADMIN_PASSWORD, senha}: DemoCredentials, print: (line: string) => void,
): void => {
  const width = Math.max(...users.map(({perfil}) => perfil.length));
  print('\nDemonstração criada. Usuários:');
  for (const {perfil, email} of users) print(`  ${perfil.padEnd(width)}  ${email}`);
  const isOne = ADMIN_PASSWORD === senha;
  print(isOne ? `Todos com a senha ${senha}` : `${ADMIN_EMAIL} com a senha de ADMIN_PASSWORD, os outros com a senha ${senha}`);
};
