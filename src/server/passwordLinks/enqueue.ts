/** Puts a mail where the sender finds it, in the transaction of what it tells of: neither is without the other. */
import {sql, type RawBuilder} from 'kysely';
import type {DbOrTrx, MailKind} from '../db/tables.ts';

/**
 * The mail goes to the user's own address, as it is when it leaves.
 *
 * @param idToken the link it carries, or what answers its id
 */
export const mailRow = (tipo: MailKind, idUsuario: number, idToken: number | null | RawBuilder<number> = null): RawBuilder<unknown> =>
  sql`insert into correio (tipo, id_usuario, id_token) values (${tipo}, ${idUsuario}, ${idToken})`;

export const enqueueMail = async (trx: DbOrTrx, tipo: MailKind, idUsuario: number): Promise<void> =>
  void await mailRow(tipo, idUsuario).execute(trx);
