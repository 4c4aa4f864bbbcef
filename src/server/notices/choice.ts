/** Which mails somebody gets of their notices. */
import {sql} from 'kysely';
import type {NoticeMail} from '../../schema/words/notices.ts';
import type {Db, DbOrTrx} from '../db/tables.ts';
import {UNTAKEN} from './mailTimes.ts';

export const choiceOf = async (db: DbOrTrx, idUsuario: number): Promise<NoticeMail> => {
  const {rows: [row]} = await sql<{email: NoticeMail}>`select avisos_email as email from usuarios where id = ${idUsuario}`.execute(db);
  return row?.email ?? 'nunca';
};

/** The mail that waits is looked at anew, and goes, waits or is cancelled as the choice is then. */
export const choose = (db: Db, idUsuario: number, email: NoticeMail): Promise<void> => db.transaction().execute(async trx => {
  await sql`update usuarios set avisos_email = ${email} where id = ${idUsuario}`.execute(trx);
  await sql`update correio c set proxima = now() where c.id_usuario = ${idUsuario} and ${UNTAKEN}`.execute(trx);
});
