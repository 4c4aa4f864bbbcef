/**
 * A forgotten password. Asking writes one row whatever the address is, and is answered; whether somebody has it is found out
 * afterwards, by the sender of mails, so that no answer takes longer for an e-mail that is known.
 */
import {sql} from 'kysely';
import type {Config} from '../../schema/config/config.ts';
import {isInvited} from './invite.ts';
import {accountByEmail, USERS} from '../accounts/users.ts';
import {resourceOf} from '../db/names.ts';
import type {Db} from '../db/tables.ts';
import {issueLink} from './issue.ts';

export const askForLink = async (db: Db, email: string): Promise<void> =>
  void (await db.insertInto('pedidos_senha').values({email}).execute());

/**
 * Looks at the oldest request, which is gone afterwards: somebody active gets a link, unless they had those of this hour. Who has
 * no password yet gets an invitation, which lives longer.
 *
 * @returns false when there was none
 */
export const answerRequest = (db: Db, config: Config): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const {rows: [asked]} = await sql<{email: string}>`
      delete from pedidos_senha where id = (select id from pedidos_senha order by id limit 1 for update skip locked) returning email`
        .execute(trx);
    if (asked === undefined) return false;
    const account = await accountByEmail(trx, config, asked.email);
    if (account === undefined) return true;
    const {actor, senhaHash} = account;
    const invited = isInvited({resource: resourceOf(config, USERS), record: {id: actor.id, tipo: actor.idPerfil}, session: actor});
    if (senhaHash !== null || invited) await issueLink(trx, actor.id, senhaHash === null ? 'convite' : 'reset');
    return true;
  });
