/** A link that came back: whose it is, and the password chosen by it. */
import {sql} from 'kysely';
import {hashPassword} from '../accounts/password.ts';
import {accountById, USERS, type Account} from '../accounts/users.ts';
import type {Context} from '../context.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {changeRecord} from '../db/turns.ts';
import {Refusal} from '../errors.ts';
import {writeHistory} from '../history/write.ts';
import {setPassword} from '../sessions/newPassword.ts';
import {endPasswordLinks, enqueueMail} from './issue.ts';
import {hashOf, type Purpose} from './link.ts';

interface Link {
  account: Account;
  proposito: Purpose;
}

const spent = (): Refusal =>
  new Refusal('TOKEN', 'Este link já foi usado ou não vale mais. Peça um novo em “Esqueceu sua senha?”, na tela de entrada.');

/**
 * The link behind a token.
 *
 * @param lock holds its user until the transaction ends
 * @throws Refusal 400 `TOKEN`: used, expired, replaced by a newer one, of somebody who may not sign in, or no token of ours
 */
export const liveLink = async ({config}: Pick<Context, 'config'>, db: DbOrTrx, token: string, lock = false): Promise<Link> => {
  const {rows: [row]} = await sql<{id: number; proposito: Purpose}>`
    select u.id, t.proposito from tokens_senha t join usuarios u on u.id = t.id_usuario and u.token_versao = t.token_versao
    where t.hash = ${hashOf(token)} and t.encerrado is null and t.expira > now() ${lock ? sql`for update of u` : sql``}`.execute(db);
  const account = row === undefined ? undefined : await accountById(db, config, row.id);
  if (row === undefined || account === undefined) throw spent();
  return {account, proposito: row.proposito};
};

/**
 * Sets the password that the link is for, ends the user's sessions and every link of theirs; of two at once one does. Whoever had
 * a password before is told by mail that it changed.
 *
 * @param senha a valid one
 * @throws Refusal as {@link liveLink}; 400 `LIMITE` when too many wait for theirs
 */
export const spendLink = async (context: Context, token: string, senha: string): Promise<void> => {
  // Before anything is hashed: only who holds a link has work done.
  const {account} = await liveLink(context, context.db, token);
  const hash = await hashPassword(senha);
  await changeRecord(context.db, USERS, account.actor.id, async trx => {
    const {account: {actor}, proposito} = await liveLink(context, trx, token, true);
    await setPassword(trx, actor.id, hash);
    await endPasswordLinks(trx, actor.id);
    await writeHistory(trx, {recurso: USERS, id: actor.id, actor, acao: 'senha'});
    if (proposito === 'reset') await enqueueMail(trx, 'senhaAlterada', actor.id);
  });
  context.mail.ring();
};
