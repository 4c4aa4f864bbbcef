/**
 * Whether the demonstration can be made, who makes it, and what is told about it. It is whole or it is not there: a mark stands while it
 * is being made, and the next start takes away what it finds under it.
 */
import {sql} from 'kysely';
import {randomPassword} from '../accounts/password.ts';
import type {Db} from '../db/tables.ts';
import type {Env} from '../env.ts';
import {DEMO_ADM, demoCompanies} from './data.ts';

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

/** Before anything of the demonstration is written. */
export const markDemo = async (db: Db): Promise<void> => void (await sql`insert into demonstracao default values`.execute(db));

/** Once all of it is written. */
export const finishDemo = async (db: Db): Promise<void> => void (await sql`delete from demonstracao`.execute(db));

/**
 * Removes what an interrupted demonstration left. Nobody worked in it, because it is made before the port is opened; should
 * there be a company that is not one of its own, all of it stays, as data.
 *
 * @returns whether something was removed
 */
export const removeUnfinishedDemo = (db: Db): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const {rows} = await sql<{own: boolean}>`
      select not exists (
        select from empresas where cnpj is null or cnpj not in (${sql.join(demoCompanies.map(({empresa}) => empresa['cnpj']))})
      ) as own from demonstracao`.execute(trx);
    const [found] = rows;
    if (found === undefined) return false;
    // Everything else refers to these. The files are without a row now, and the sweep takes them.
    if (found.own) await sql`truncate empresas, usuarios restart identity cascade`.execute(trx);
    await sql`delete from demonstracao`.execute(trx);
    return found.own;
  });
