/**
 * The outbox: a mail is taken in a short transaction that lasts longer than the process that took it, sent outside of any, and
 * marked. Whoever takes one has it for a while (a lease); of several servers one does, and a process that died gives it up.
 */
import {randomUUID} from 'node:crypto';
import {sql, type Transaction} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import {accountById, type Account} from '../accounts/users.ts';
import type {Db, MailKind, Tables, Sql} from '../db/tables.ts';
import {lockedNotices} from '../notices/within.ts';
import {takeNotices, type MailedNotices} from '../notices/mailContent.ts';
import {NOTICES_KIND} from '../notices/mailTimes.ts';
import {hashOf, lifeInSql, type Purpose} from '../passwordLinks/link.ts';

/** How long a mail is somebody's who says nothing more. */
const LEASE = '2 minutes';
/** How often whoever sends one says so, in ms. */
export const RENEW_EVERY = 30_000;
/** Tries, after the last of which a mail is given up: some seven hours. */
const MOST_TRIES = 10;
/** The first wait; each is three times the one before, up to the longest. Seconds. */
const FIRST_WAIT = 10;
const LONGEST_WAIT = 7200;

/** A mail that is this process's to send. */
export interface Claimed {
  id: number;
  chave: string;
  tipo: MailKind;
  idUsuario: number;
  /** Which try this is, from 1. */
  tentativa: number;
  dataCriacao: Date;
  dono: string;
  account: Account;
  /** The token of its link; '' for a mail without one. */
  token: string;
  /** What it tells of records; undefined for any other mail. */
  avisos?: MailedNotices | undefined;
}

interface Row extends Pick<Claimed, 'id' | 'chave' | 'tipo' | 'idUsuario' | 'dataCriacao'> {
  tentativas: number;
  idToken: number | null;
  proposito: Purpose | null;
  encerrado: Date | null;
  tokenVersao: number | null;
}

const end = (trx: Transaction<Tables>, id: number, estado: 'cancelada' | 'morta') =>
  trx.updateTable('correio').set({estado, dono: null}).where('id', '=', id).execute();

/**
 * Takes the next mail that is due. Its link begins to live now. One whose link ended before it left, or whose user may not sign
 * in any more, or that has nothing left to tell, is cancelled.
 *
 * @param tokenOf what `tokenMaker` makes
 * @returns `dead`: one that was tried too often without anybody living to say so; undefined: none is due
 */
export const claimMail = async (
  db: Db, config: Config, tokenOf: (chave: string) => string,
): Promise<Claimed | {dead: number} | undefined> => {
  for (;;) {
    const taken = await db.transaction().execute(trx => claimOne(trx, config, tokenOf));
    if (taken !== 'another') return taken;
  }
};

const claimOne = async (
  trx: Transaction<Tables>, config: Config, tokenOf: (chave: string) => string,
): Promise<Claimed | {dead: number} | 'another' | undefined> => {
  const {rows: [row]} = await sql<Row>`
    select c.id, c.chave, c.tipo, c.id_usuario as "idUsuario", c.tentativas, c.data_criacao as "dataCriacao", c.id_token as "idToken",
      t.proposito, t.encerrado, t.token_versao as "tokenVersao"
    from correio c left join tokens_senha t on t.id = c.id_token
    where c.estado = 'pendente' and c.proxima <= now() order by c.proxima, c.id limit 1 for update of c skip locked`.execute(trx);
  if (row === undefined) return undefined;
  const account = await accountById(trx, config, row.idUsuario);
  const isOver = row.idToken !== null && (row.encerrado !== null || row.tokenVersao !== account?.tokenVersao);
  if (account === undefined || isOver) {
    await end(trx, row.id, 'cancelada');
    return 'another';
  }
  if (row.tentativas >= MOST_TRIES) {
    await end(trx, row.id, 'morta');
    return {dead: row.id};
  }
  const avisos = row.tipo === NOTICES_KIND ? await takeNotices(trx, config, account.actor, row) : undefined;
  if (avisos === 'none') await end(trx, row.id, 'cancelada');
  if (avisos === 'none' || avisos === 'later') return 'another';
  const token = row.idToken === null ? '' : tokenOf(row.chave);
  if (row.idToken !== null && row.proposito !== null) {
    await sql`
      update tokens_senha set hash = ${hashOf(token)}, expira = now() + ${lifeInSql(row.proposito)}::interval
      where id = ${row.idToken}`.execute(trx);
  }
  const dono = randomUUID();
  await sql`
    update correio set dono = ${dono}, tentativas = tentativas + 1, proxima = now() + ${LEASE}::interval where id = ${row.id}`.execute(trx);
  const {id, chave, tipo, idUsuario} = row;
  const dataCriacao = avisos?.at ?? row.dataCriacao;
  return {id, chave, tipo, idUsuario, dataCriacao, tentativa: row.tentativas + 1, dono, account, token, avisos};
};

/** Writes on a mail of this process's what became of it; nothing where it is another's by now. */
const marking = (assigned: Sql) => async (db: Db, {id, dono}: Pick<Claimed, 'id' | 'dono'>): Promise<void> =>
  void (await sql`update correio set ${assigned} where id = ${id} and dono = ${dono}`.execute(db));

/** While it is being sent. */
export const renewClaim = marking(sql`proxima = now() + ${LEASE}::interval`);
export const markSent = marking(sql`estado = 'enviada', data_envio = now(), dono = null`);
export const markDead = marking(sql`estado = 'morta', dono = null`);

/** Seconds until the next try, never the same for two: those that failed together do not come back together. */
const waitAfter = (tentativa: number): number => Math.min(FIRST_WAIT * 3 ** (tentativa - 1), LONGEST_WAIT) * (0.75 + Math.random() / 2);

/**
 * Puts a mail back that could not be sent.
 *
 * @param isUnsent surely nobody has it: the notices that it tells are to be told still, by it or by the next one
 * @returns whether it was its last try, and it is given up
 */
export const putBack = async (db: Db, mail: Claimed, isUnsent: boolean): Promise<boolean> => {
  const isLast = mail.tentativa >= MOST_TRIES;
  await sql`
    with posto as (
      update correio set dono = null, estado = ${isLast ? 'morta' : 'pendente'},
        proxima = now() + ${waitAfter(mail.tentativa)}::double precision * interval '1 second'
      where id = ${mail.id} and dono = ${mail.dono} returning id),
    parados as (${lockedNotices(sql`${isUnsent}::boolean and a.envio = 'levado' and a.id_correio = (select id from posto)`)})
    update avisos a set envio = 'espera', id_correio = null from parados where a.id = parados.id`.execute(db);
  return isLast;
};

/**
 * At start what waits is due at once: who starts the product may have mended what stood in its way.
 *
 * @param alone nobody else has this database open, so that what seems to be on its way was left by a process that died
 */
export const makeDue = async (db: Db, alone: boolean): Promise<void> =>
  void (await sql`update correio set proxima = now(), dono = null where estado = 'pendente' and (${alone}::boolean or dono is null)`
    .execute(db));
