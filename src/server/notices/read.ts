/** A person's notices: a page of them, how many are unread, and reading them. */
import {sql} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import {MAX_NOTICES, NOTICES_PAGE_SIZE, type NoticeMail} from '../../schema/words/notices.ts';
import type {Notice, NoticePage} from '../../schema/wire.ts';
import type {Actor, Context} from '../context.ts';
import type {Db, DbOrTrx} from '../db/tables.ts';
import {lockedNotices, newestOf, unsettled, unsettledOf, withinReach} from './within.ts';
import {UNTAKEN} from './mailTimes.ts';

/** A page, and the counts of the same moment. @param page from 1 */
export const noticesOf = async ({config, db}: Pick<Context, 'config' | 'db'>, actor: Actor, page: number): Promise<NoticePage> => {
  // An instant in JSON is PostgreSQL's to write.
  const {rows: [row]} = await sql<{total: number; naoLidos: number; registros: Notice[]}>`
    with meus as materialized (select a.* from (${newestOf(sql`${actor.id}`)}) as a where ${withinReach(config, actor, 'a')})
    select (select count(*) from meus) as total,
      (select count(*) from meus where data_leitura is null and ${unsettled(config, actor, 'meus')}) as "naoLidos", (
      select coalesce(json_agg(p order by p.id desc), '[]') from (
        select id, texto, recurso, id_registro as "idRegistro", data_criacao as "dataCriacao", data_leitura is not null as lido,
          not ${unsettled(config, actor, 'meus')} as resolvido
        from meus order by id desc limit ${sql.lit(NOTICES_PAGE_SIZE)} offset ${(page - 1) * NOTICES_PAGE_SIZE}::bigint) as p) as registros`
    .execute(db);
  const {total = 0, naoLidos = 0, registros = []} = row ?? {};
  return {total, naoLidos, registros: registros.map(one => ({...one, dataCriacao: new Date(one.dataCriacao).toISOString()}))};
};

/**
 * How many notices some users have not read, of records that they reach now, and not settled: all in one statement.
 *
 * @returns by user; who is not there has none
 */
export const unreadOf = async (db: DbOrTrx, config: Config, ids: readonly number[]): Promise<Map<number, number>> => {
  if (ids.length === 0) return new Map();
  const {rows} = await sql<{id: number; total: number}>`
    select u.id, (select count(*) from (${newestOf(sql`u.id`)}) as a where a.data_leitura is null and ${unsettledOf(config, 'u', 'a')})
      as total
    from usuarios u where u.id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map(({id, total}) => [id, total]));
};

/** Those of some users who have an unread notice of one of these records: what became of it may have settled that. */
export const toldOf = async (db: DbOrTrx, recurso: string, records: readonly number[], ids: readonly number[]): Promise<number[]> => {
  if (records.length === 0 || ids.length === 0) return [];
  const {rows} = await sql<{id: number}>`
    select distinct id_usuario as id from avisos
    where data_leitura is null and id_usuario = any(${ids}::integer[]) and recurso = ${recurso}
      and id_registro = any(${records}::integer[])`.execute(db);
  return rows.map(({id}) => id);
};

/** Reads a person's notices up to `ate`, the id of one. What somebody else read meanwhile was read then. */
export const readUpTo = async (db: DbOrTrx, {id}: Pick<Actor, 'id'>, ate: number): Promise<void> => {
  const unread = sql`
    select id from avisos where id_usuario = ${id} and id <= ${ate} and data_leitura is null
    order by id desc limit ${sql.lit(MAX_NOTICES)}`;
  // As an array they are looked up one by one; a join might read everybody's.
  await sql`
    with lidos as (${lockedNotices(sql`a.id = any (array(${unread}))`)})
    update avisos a set data_leitura = now() from lidos where a.id = lidos.id and a.data_leitura is null`.execute(db);
};

/** Which mails somebody gets of their notices. */
export const choiceOf = async (db: DbOrTrx, idUsuario: number): Promise<NoticeMail> => {
  const {rows: [row]} = await sql<{email: NoticeMail}>`select avisos_email as email from usuarios where id = ${idUsuario}`.execute(db);
  return row?.email ?? 'nunca';
};

/** The mail that waits is looked at anew, and goes, waits or is cancelled as the choice is then. */
export const choose = (db: Db, idUsuario: number, email: NoticeMail): Promise<void> => db.transaction().execute(async trx => {
  await sql`update usuarios set avisos_email = ${email} where id = ${idUsuario}`.execute(trx);
  await sql`update correio c set proxima = now() where c.id_usuario = ${idUsuario} and ${UNTAKEN}`.execute(trx);
});
