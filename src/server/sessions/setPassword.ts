/** A new password ends every session made with the old one. */
import {sql} from 'kysely';
import type {DbOrTrx} from '../db/tables.ts';
import {forgetTries} from './tries.ts';

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
