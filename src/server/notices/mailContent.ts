/** Content of a notice mail, decided when it leaves: notices unread and unsettled then, of records within reach then. */
import {sql, type Transaction} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import {recordAddress} from '../../schema/lists/addresses.ts';
import {listRecordDetails, type RecordDetail} from '../../schema/lists/details.ts';
import {tabAddress, listCountedTabs, formatTabCount} from '../../schema/lifeCycle/countedTabs.ts';
import {recordTitle} from '../../schema/fields/recordTitle.ts';
import type {Actor} from '../context.ts';
import {scopePredicate} from '../db/conditions/conditionPredicates.ts';
import {andPredicates, type Predicate} from '../db/conditions/fieldPredicates.ts';
import {statusPredicate, tabPredicates} from '../db/conditions/tabs.ts';
import {resourceOf, tableOf} from '../db/sqlNames.ts';
import type {Tables} from '../db/tables.ts';
import {readRowsByIds} from '../engine/readRecord.ts';
import {lockNoticesQuery, unsettledNoticePredicate} from './noticePredicates.ts';
import {readMailFrequency} from './notices.ts';
import {
  NEXT_NOTICE_MAIL_TIME, insertNoticeMailsForUsers, NOTICE_MAIL_SINCE_DAILY, UNCLAIMED_NOTICE_MAIL, WAITING_NOTICE,
} from './mailTimes.ts';

const MAX_LISTED_NOTICES = 50;

export interface MailedRecord {
  /** `tickets.465`: groups its mails into one conversation. */
  conversa: string;
  titulo: string;
  endereco: string;
  detalhes: readonly RecordDetail[];
}

export interface NoticeMailContent {
  total: number;
  /** Newest first. */
  listed: readonly {texto: string; em: Date; registro: MailedRecord}[];
  /** Counts of waiting records, for readers of the daily mail. */
  waiting: readonly {texto: string; endereco: string}[];
  at: Date;
  /** True if an earlier attempt to send this mail may have reached the reader; if sending fails again, its notices stay with it. */
  mayHaveArrived: boolean;
}
interface Mail {
  id: number;
  dataCriacao: Date;
}
type NoticeRow = Record<'id' | 'total' | 'idRegistro', number> & Record<'texto' | 'recurso', string> & {em: Date};

const listWaitingTabs = async (trx: Transaction<Tables>, config: Config, actor: Actor): Promise<NoticeMailContent['waiting']> => {
  const waitingTabs: NoticeMailContent['waiting'][number][] = [];
  if (await readMailFrequency(trx, actor.id) !== 'resumo') return waitingTabs;
  for (const [name, resource] of Object.entries(config.resources)) {
    for (const [tabName, tab] of listCountedTabs(resource, actor.perfil)) {
      const rows = {config, name, resource, actor, alias: 'r'};
      const {statuses, terms} = tabPredicates(tab, rows);
      const statusPredicates: Predicate[] = statuses === undefined ? [] : [statusPredicate(rows, statuses)];
      const predicates = [...statusPredicates, ...terms.map(({predicate}) => predicate), scopePredicate({config}, name, actor, 'r')];
      const {rows: [row]} = await sql<{total: number}>`
        select count(*) as total from ${sql.table(tableOf(name))} as r where ${andPredicates(predicates)}`.execute(trx);
      const {total = 0} = row ?? {};
      if (total > 0) waitingTabs.push({texto: formatTabCount(resource, tab, total), endereco: tabAddress(config, resource, tabName)});
    }
  }
  return waitingTabs;
};

const readNotices = async (
  trx: Transaction<Tables>, config: Config, actor: Actor, {id, dataCriacao: at}: Mail, mayHaveArrived: boolean,
): Promise<NoticeMailContent> => {
  const {rows} = await sql<NoticeRow>`
    select a.id, a.texto, a.recurso, a.id_registro as "idRegistro", a.data_criacao as em, count(*) over () as total from avisos a
    where a.envio = 'levado' and a.id_correio = ${id} and a.data_leitura is null and ${unsettledNoticePredicate(config, actor, 'a')}
    order by a.id desc limit ${sql.lit(MAX_LISTED_NOTICES)}`.execute(trx);
  const records = new Map<string, MailedRecord>();
  for (const name of new Set(rows.map(({recurso}) => recurso))) {
    const resource = resourceOf(config, name);
    const ids = [...new Set(rows.filter(({recurso}) => recurso === name).map(({idRegistro}) => idRegistro))];
    for (const row of await readRowsByIds({config, db: trx}, name, actor, ids)) {
      const record = {...row, id: Number(row['id'])};
      const conversa = `${name}.${record.id}`;
      records.set(conversa, {
        conversa, titulo: recordTitle(resource, record), endereco: recordAddress(config, name, resource, record, actor.perfil),
        detalhes: listRecordDetails(config, resource, record),
      });
    }
  }
  const listed = rows.flatMap(({texto, em, recurso, idRegistro}) => {
    const registro = records.get(`${recurso}.${idRegistro}`);
    return registro === undefined ? [] : [{texto, em, registro}];
  });
  return {total: rows[0]?.total ?? 0, listed, waiting: await listWaitingTabs(trx, config, actor), at, mayHaveArrived};
};

const orNone = (content: NoticeMailContent): NoticeMailContent | 'none' =>
  (content.total === 0 && content.waiting.length === 0 ? 'none' : content);

/** Assigns the waiting notices to the mail; read, settled or unreachable ones are not sent. */
const assignNotices = async (trx: Transaction<Tables>, config: Config, actor: Actor, id: number): Promise<Date> => {
  await sql`
    with parados as (
      select a.id, (a.data_leitura is null and ${unsettledNoticePredicate(config, actor, 'a')}) as vai from avisos a
      where a.id_usuario = ${actor.id} and a.envio = 'espera' order by a.id for update)
    update avisos a set envio = case when parados.vai then 'levado' else 'nenhum' end,
      id_correio = case when parados.vai then ${id}::integer end
    from parados where a.id = parados.id`.execute(trx);
  const {rows: [mail]} = await sql<{at: Date}>`update correio set data_criacao = now() where id = ${id} returning data_criacao as at`
    .execute(trx);
  return mail?.at ?? new Date();
};

/**
 * Decides the content of a due mail. A mail that may have reached the mail server before tells no more than it did.
 * The same Message-ID never has new content; newly waiting notices get a mail of their own.
 *
 * @returns `later`: postponed in the outbox; `none`: nothing to send
 */
export const decideMailContent = async (
  trx: Transaction<Tables>, config: Config, actor: Actor, mail: Mail,
): Promise<NoticeMailContent | 'later' | 'none'> => {
  const {rows: [state]} = await sql<Record<'begun' | 'waits' | 'hasNext' | 'isDue' | 'wasDaily', boolean> & {due: Date | null}>`
    select exists (select from avisos a where a.envio = 'levado' and a.id_correio = ${mail.id}) as begun,
      exists (select from avisos a where a.id_usuario = u.id and ${WAITING_NOTICE}) as waits,
      exists (select from correio c where c.id_usuario = u.id and c.id <> ${mail.id} and ${UNCLAIMED_NOTICE_MAIL}) as "hasNext",
      exists (select from correio c where c.id_usuario = u.id and c.id <> ${mail.id} and ${NOTICE_MAIL_SINCE_DAILY}) as "wasDaily",
      d.due, coalesce(d.due <= now(), false) as "isDue"
    from usuarios u cross join lateral (select ${NEXT_NOTICE_MAIL_TIME} as due) d where u.id = ${actor.id}`.execute(trx);
  const {begun = false, waits = false, hasNext = false, due = null, isDue = false, wasDaily = false} = state ?? {};
  if (begun) {
    if (waits && !hasNext) await insertNoticeMailsForUsers([actor.id]).execute(trx);
    const content = await readNotices(trx, config, actor, mail, true);
    return content.total === 0 ? 'none' : content;
  }
  if (due !== null && waits && !isDue) {
    await sql`update correio set proxima = ${due} where id = ${mail.id}`.execute(trx);
    return 'later';
  }
  if (due === null) {
    await sql`
      with parados as (${lockNoticesQuery(sql`a.id_usuario = ${actor.id} and a.envio = 'espera'`)})
      update avisos a set envio = 'nenhum' from parados where a.id = parados.id`.execute(trx);
    const waiting = wasDaily ? [] : await listWaitingTabs(trx, config, actor);
    return orNone({total: 0, listed: [], waiting, at: mail.dataCriacao, mayHaveArrived: false});
  }
  return orNone(await readNotices(trx, config, actor, {id: mail.id, dataCriacao: await assignNotices(trx, config, actor, mail.id)}, false));
};
