/** A new password ends every session made with the old one. */
import {sql} from 'kysely';
import type {DbOrTrx} from '../db/tables.ts';
import {hashPassword} from './password.ts';

/** Sets a user's password, ends their sessions and any wait after wrong passwords. */
export const setPassword = async (db: DbOrTrx, idUsuario: number, password: string): Promise<void> => {
  const hash = await hashPassword(password);
  await sql`
    update usuarios set senha_hash = ${hash}, token_versao = token_versao + 1, versao = versao + 1, falhas_login = 0, bloqueado_ate = null
    where id = ${idUsuario}`.execute(db);
};
