/** Whether the demonstration can be made, who makes it, and what is told about it. */
import {sql} from 'kysely';
import {randomPassword} from '../accounts/password.ts';
import type {Db} from '../db/tables.ts';
import type {Env} from '../env.ts';
import {DEMO_ADM} from './data.ts';

export interface DemoUser {
  perfil: string;
  email: string;
}

/** The Adm of the demonstration; every one of its users has the same password. Undefined: somebody or something is in the database. */
export const planDemo = async (
  db: Db, env: Pick<Env, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>,
): Promise<{ADMIN_EMAIL: string; ADMIN_PASSWORD: string} | undefined> => {
  const {rows} = await sql<{taken: boolean}>`select exists (select from usuarios) or exists (select from empresas) as taken`.execute(db);
  if (rows[0]?.taken !== false) return undefined;
  return {ADMIN_EMAIL: env.ADMIN_EMAIL ?? DEMO_ADM, ADMIN_PASSWORD: env.ADMIN_PASSWORD ?? randomPassword()};
};

export const printDemo = (users: readonly DemoUser[], senha: string, print: (line: string) => void): void => {
  const width = Math.max(...users.map(({perfil}) => perfil.length));
  print('\nDemonstração criada. Usuários:');
  for (const {perfil, email} of users) print(`  ${perfil.padEnd(width)}  ${email}`);
  print(`Todos com a senha ${senha}`);
};
