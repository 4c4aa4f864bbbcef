/** Reads a person's notices: pages, unread counts, marking as read, and the choice of mails. */
import {sql} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import {MAX_NOTICES, NOTICES_PAGE_SIZE, type NoticeMail} from '../../schema/words/notices.ts';
import type {Notice, NoticePage} from '../../schema/apiShapes.ts';
import type {Actor, Context} from '../context.ts';
import type {Db, DbOrTrx} from '../db/tables.ts';
import {
  lockNoticesQuery, newestNoticesQuery, unsettledNoticePredicate, unsettledNoticePredicateFor, noticeReachPredicate,
} from './noticePredicates.ts';
import {UNCLAIMED_NOTICE_MAIL} from './mailTimes.ts';

/** Reads a page, with counts of the same snapshot. @param page from 1 */
export const readNoticePage = async ({config, db}: Pick<Context, 'config' | 'db'>, actor: Actor, page: number): Promise<NoticePage> => {
  const {rows: [row]} = await sql<{total: number; naoLidos: number; registros: Notice[]}>`
    with meus as materialized (select a.* from (${newestNoticesQuery(sql`${actor.id}`)}) as a
      where ${noticeReachPredicate(config, actor, 'a')})
    select (select count(*) from meus) as total,
      (select count(*) from meus where data_leitura is null and ${unsettledNoticePredicate(config, actor, 'meus')}) as "naoLidos", (
      select coalesce(json_agg(p order by p.id desc), '[]') from (
        select id, texto, recurso, id_registro as "idRegistro", data_criacao as "dataCriacao", data_leitura is not null as lido,
          not ${unsettledNoticePredicate(config, actor, 'meus')} as resolvido
        from meus order by id desc limit ${sql.lit(NOTICES_PAGE_SIZE)} offset ${(page - 1) * NOTICES_PAGE_SIZE}::bigint) as p) as registros`
    .execute(db);
  const {total = 0, naoLidos = 0, registros = []} = row ?? {};
  return {total, naoLidos, registros: registros.map(notice => ({...notice, dataCriacao: new Date(notice.dataCriacao).toISOString()}))};
};

/**
 * Counts the unread, unsettled notices of several users within their reach, with one statement.
 *
 * @returns by user; users without unread notices may be missing
 */
export const countUnreadNotices = async (db: DbOrTrx, config: Config, ids: readonly number[]): Promise<Map<number, number>> => {
  if (ids.length === 0) return new Map();
  const {rows} = await sql<{id: number; total: number}>`
    select u.id, (select count(*) from (${newestNoticesQuery(sql`u.id`)}) as a
      where a.data_leitura is null and ${unsettledNoticePredicateFor(config, 'u', 'a')})
      as total
    from usuarios u where u.id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map(({id, total}) => [id, total]));
};

/** Selects the users with an unread notice of one of these records, because a change may have settled it. */
export const usersWithUnreadNotice = async (
  db: DbOrTrx, recurso: string, records: readonly number[], ids: readonly number[],
): Promise<number[]> => {
  if (records.length === 0 || ids.length === 0) return [];
  const {rows} = await sql<{id: number}>`
    select distinct id_usuario as id from avisos
    where data_leitura is null and id_usuario = any(${ids}::integer[]) and recurso = ${recurso}
      and id_registro = any(${records}::integer[])`.execute(db);
  return rows.map(({id}) => id);
};

/** Marks a person's notices as read up to the id `ate`; those read meanwhile keep their instant. */
export const markNoticesReadUpTo = async (db: DbOrTrx, {id}: Pick<Actor, 'id'>, ate: number): Promise<void> => {
  const unread = sql`
    select id from avisos where id_usuario = ${id} and id <= ${ate} and data_leitura is null
    order by id desc limit ${sql.lit(MAX_NOTICES)}`;
  // An array makes PostgreSQL look ids up one by one; a join might read every user's notices.
  await sql`
    with lidos as (${lockNoticesQuery(sql`a.id = any (array(${unread}))`)})
    update avisos a set data_leitura = now() from lidos where a.id = lidos.id and a.data_leitura is null`.execute(db);
};

export const readMailFrequency = async (db: DbOrTrx, idUsuario: number): Promise<NoticeMail> => {
  const {rows: [row]} = await sql<{email: NoticeMail}>`select avisos_email as email from usuarios where id = ${idUsuario}`.execute(db);
  return row?.email ?? 'nunca';
};

/** Stores the choice; the pending mail becomes due and leaves, waits or is cancelled by the new choice. */
export const setMailFrequency = (db: Db, idUsuario: number, email: NoticeMail): Promise<void> => db.transaction().execute(async trx => {
  await sql`update usuarios set avisos_email = ${email} where id = ${idUsuario}`.execute(trx);
  await sql`update correio c set proxima = now() where c.id_usuario = ${idUsuario} and ${UNCLAIMED_NOTICE_MAIL}`.execute(trx);
});
