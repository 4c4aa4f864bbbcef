/** Puts a mail where the sender finds it, in the transaction of what it tells of: neither is without the other. */
import type {DbOrTrx} from '../db/tables.ts';
import type {MailKind} from './letters.ts';

/**
 * The mail goes to the user's own address, as it is when it leaves.
 *
 * @param idToken the link it carries
 */
export const enqueueMail = async (trx: DbOrTrx, tipo: MailKind, idUsuario: number, idToken: number | null = null): Promise<void> =>
  void (await trx.insertInto('correio').values({tipo, id_usuario: idUsuario, id_token: idToken}).execute());
