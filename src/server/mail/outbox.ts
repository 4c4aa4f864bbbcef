/**
 * The outbox: a mail is claimed with a lease in a short transaction, sent outside of any, and marked.
 * Of several servers one claims it, and the lease of a dead process expires.
 */
import {randomUUID} from 'node:crypto';
import {sql, type Transaction} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import {accountById, type Account} from '../accounts/accounts.ts';
import type {Db, MailKind, Tables} from '../db/tables.ts';
import {lockNoticesQuery} from '../notices/noticePredicates.ts';
import {decideMailContent, type NoticeMailContent} from '../notices/mailContent.ts';
import {NOTICE_MAIL_KIND} from '../notices/mailTimes.ts';
import {hashLinkToken, linkLifetimeInSql, type LinkPurpose} from '../passwordLinks/linkTokens.ts';
import {leaseRow, nextAttempt, renewLeaseOf, updateClaimed, type ClaimedRow} from '../sending/leasedRows.ts';

/** Attempts before a mail is given up, after some seven hours. */
const MAX_ATTEMPTS = 10;

export interface ClaimedMail extends ClaimedRow {
  chave: string;
  tipo: MailKind;
  idUsuario: number;
  tentativa: number;
  dataCriacao: Date;
  account: Account;
  token: string;
  avisos?: NoticeMailContent | undefined;
}

interface MailRow extends Pick<ClaimedMail, 'id' | 'chave' | 'tipo' | 'idUsuario' | 'dataCriacao'> {
  tentativas: number;
  idToken: number | null;
  proposito: LinkPurpose | null;
  encerrado: Date | null;
  tokenVersao: number | null;
}

const closeMail = (trx: Transaction<Tables>, id: number, estado: 'cancelada' | 'morta') =>
  trx.updateTable('correio').set({estado, dono: null}).where('id', '=', id).execute();

/**
 * Claims the next due mail; the lifetime of its link begins now.
 * A mail is cancelled where its link ended, its user may not sign in, or it has nothing left to tell.
 *
 * @param tokenOf from `tokenMaker`
 * @returns `dead`: a mail whose attempts all ended without a result; undefined: none is due
 */
export const claimMail = async (
  db: Db, config: Config, tokenOf: (chave: string) => string,
): Promise<ClaimedMail | {dead: number} | undefined> => {
  for (;;) {
    const claim = await db.transaction().execute(trx => claimOne(trx, config, tokenOf));
    if (claim !== 'another') return claim;
  }
};

const claimOne = async (
  trx: Transaction<Tables>, config: Config, tokenOf: (chave: string) => string,
): Promise<ClaimedMail | {dead: number} | 'another' | undefined> => {
  const {rows: [row]} = await sql<MailRow>`
    select c.id, c.chave, c.tipo, c.id_usuario as "idUsuario", c.tentativas, c.data_criacao as "dataCriacao", c.id_token as "idToken",
      t.proposito, t.encerrado, t.token_versao as "tokenVersao"
    from correio c left join tokens_senha t on t.id = c.id_token
    where c.estado = 'pendente' and c.proxima <= now() order by c.proxima, c.id limit 1 for update of c skip locked`.execute(trx);
  if (row === undefined) return undefined;
  const account = await accountById(trx, config, row.idUsuario);
  const isLinkOver = row.idToken !== null && (row.encerrado !== null || row.tokenVersao !== account?.tokenVersao);
  if (account === undefined || isLinkOver) {
    await closeMail(trx, row.id, 'cancelada');
    return 'another';
  }
  if (row.tentativas >= MAX_ATTEMPTS) {
    await closeMail(trx, row.id, 'morta');
    return {dead: row.id};
  }
  const avisos = row.tipo === NOTICE_MAIL_KIND ? await decideMailContent(trx, config, account.actor, row) : undefined;
  if (avisos === 'none') await closeMail(trx, row.id, 'cancelada');
  if (avisos === 'none' || avisos === 'later') return 'another';
  const token = row.idToken === null ? '' : tokenOf(row.chave);
  if (row.idToken !== null && row.proposito !== null) {
    await sql`
      update tokens_senha set hash = ${hashLinkToken(token)}, expira = now() + ${linkLifetimeInSql(row.proposito)}::interval
      where id = ${row.idToken}`.execute(trx);
  }
  const dono = randomUUID();
  await leaseRow(trx, 'correio', {id: row.id, dono});
  const {id, chave, tipo, idUsuario} = row;
  const dataCriacao = avisos?.at ?? row.dataCriacao;
  return {id, chave, tipo, idUsuario, dataCriacao, tentativa: row.tentativas + 1, dono, account, token, avisos};
};

export const renewMailLease = renewLeaseOf('correio');
export const markMailSent = updateClaimed('correio', sql`estado = 'enviada', data_envio = now(), dono = null`);
export const markMailGivenUp = updateClaimed('correio', sql`estado = 'morta', dono = null`);

/**
 * Returns a failed mail to the outbox.
 *
 * @param isUnsent true where surely nobody has it, so that its notices wait for a mail again
 * @returns true where that was the last attempt, and the mail is given up
 */
export const returnToOutbox = async (db: Db, mail: ClaimedMail, isUnsent: boolean): Promise<boolean> => {
  const isLast = mail.tentativa >= MAX_ATTEMPTS;
  await sql`
    with posto as (
      update correio set dono = null, estado = ${isLast ? 'morta' : 'pendente'},
        proxima = ${nextAttempt(mail.tentativa)}
      where id = ${mail.id} and dono = ${mail.dono} returning id),
    parados as (${lockNoticesQuery(sql`${isUnsent}::boolean and a.envio = 'levado' and a.id_correio = (select id from posto)`)})
    update avisos a set envio = 'espera', id_correio = null from parados where a.id = parados.id`.execute(db);
  return isLast;
};
