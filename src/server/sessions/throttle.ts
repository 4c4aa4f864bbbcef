/** Slows down guessing one account's password (decisions §7): after 10 wrong ones it waits 1 minute, doubling to 15. */
import {sql} from 'kysely';
import type {Db} from '../db/tables.ts';

const FREE_TRIES = 10;
const LONGEST_MINUTES = 15;

/** Counts a wrong password. The database's clock decides, so that several servers agree. */
export const countFailure = async (db: Db, idUsuario: number): Promise<void> => {
  await sql`
    update usuarios set
      falhas_login = falhas_login + 1,
      bloqueado_ate = case when falhas_login + 1 >= ${FREE_TRIES}::integer
        then now() + least(power(2, falhas_login + 1 - ${FREE_TRIES}::integer), ${LONGEST_MINUTES}::integer) * interval '1 minute' end
    where id = ${idUsuario}`.execute(db);
};

export const forgetFailures = async (db: Db, idUsuario: number): Promise<void> => {
  await db.updateTable('usuarios').set({falhas_login: 0, bloqueado_ate: null}).where('id', '=', idUsuario).where('falhas_login', '>', 0).execute();
};
