/** What a mail of notices tells is decided when it leaves: what is unread and not settled then, of records that its reader reaches then. */
import {sql, type Transaction} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import {addressOf} from '../../schema/lists/addresses.ts';
import {recordDetails, type RecordDetail} from '../../schema/lists/details.ts';
import {tabAddress, listCountedTabs, formatTabCount} from '../../schema/lifeCycle/countedTabs.ts';
import {recordTitle} from '../../schema/words/recordTitle.ts';
import type {Actor} from '../context.ts';
import {scopePredicate} from '../db/conditions/conditionPredicates.ts';
import {allOf, type Predicate} from '../db/conditions/fieldPredicates.ts';
import {statusPredicate, tabPredicates} from '../db/conditions/tabs.ts';
import {resourceOf, tableOf} from '../db/sqlNames.ts';
import type {Tables} from '../db/tables.ts';
import {readRowsByIds} from '../engine/readRecord.ts';
import {lockedNotices, unsettled} from './within.ts';
import {choiceOf} from './read.ts';
import {DUE, mailsFor, SINCE_DAILY, UNTAKEN, WAITING} from './mailTimes.ts';

/** Of more, a mail says how many there are. */
const MOST_TOLD = 50;

/** A record that a mail tells of, as its reader is answered it. */
export interface MailedRecord {
  /** `tickets.465`: its mails are one conversation. */
  conversa: string;
  titulo: string;
  /** In the portal, without its host. */
  endereco: string;
  detalhes: readonly RecordDetail[];
}

/** Notices as a mail tells them. */
export interface MailedNotices {
  total: number;
  /** The newest first. */
  listed: readonly {texto: string; em: Date; registro: MailedRecord}[];
  /** Of who gets one a day, how many records wait for them. */
  waiting: readonly {texto: string; endereco: string}[];
  /** When it was decided. */
  at: Date;
  /** Whether an earlier try may have brought it to its reader: what it tells then stays its own. */
  mayHaveArrived: boolean;
}
/** The mail's id, and since when it waits. */
interface Mail {
  id: number;
  dataCriacao: Date;
}
type Row = Record<'id' | 'total' | 'idRegistro', number> & Record<'texto' | 'recurso', string> & {em: Date};

const waitingFor = async (trx: Transaction<Tables>, config: Config, actor: Actor): Promise<MailedNotices['waiting']> => {
  const told: MailedNotices['waiting'][number][] = [];
  if (await choiceOf(trx, actor.id) !== 'resumo') return told;
  for (const [name, resource] of Object.entries(config.resources)) {
    for (const [tabName, tab] of listCountedTabs(resource, actor.perfil)) {
      const rows = {config, name, resource, actor, alias: 'r'};
      const {statuses, terms} = tabPredicates(tab, rows);
      const stands: Predicate[] = statuses === undefined ? [] : [statusPredicate(rows, statuses)];
      const holds = [...stands, ...terms.map(({predicate}) => predicate), scopePredicate({config}, name, actor, 'r')];
      const {rows: [row]} = await sql<{total: number}>`
        select count(*) as total from ${sql.table(tableOf(name))} as r where ${allOf(holds)}`.execute(trx);
      const {total = 0} = row ?? {};
      if (total > 0) told.push({texto: formatTabCount(resource, tab, total), endereco: tabAddress(config, resource, tabName)});
    }
  }
  return told;
};

/** The notices of a mail that are to be told still. */
const toldBy = async (
  trx: Transaction<Tables>, config: Config, actor: Actor, {id, dataCriacao: at}: Mail, mayHaveArrived: boolean,
): Promise<MailedNotices> => {
  const {rows} = await sql<Row>`
    select a.id, a.texto, a.recurso, a.id_registro as "idRegistro", a.data_criacao as em, count(*) over () as total from avisos a
    where a.envio = 'levado' and a.id_correio = ${id} and a.data_leitura is null and ${unsettled(config, actor, 'a')}
    order by a.id desc limit ${sql.lit(MOST_TOLD)}`.execute(trx);
  const records = new Map<string, MailedRecord>();
  for (const name of new Set(rows.map(({recurso}) => recurso))) {
    const resource = resourceOf(config, name);
    const ids = [...new Set(rows.filter(({recurso}) => recurso === name).map(({idRegistro}) => idRegistro))];
    for (const record of await readRowsByIds({config, db: trx}, name, actor, ids)) {
      const one = {...record, id: Number(record['id'])};
      const conversa = `${name}.${one.id}`;
      records.set(conversa, {
        conversa, titulo: recordTitle(resource, one), endereco: addressOf(config, name, resource, one, actor.perfil),
        detalhes: recordDetails(config, resource, one),
      });
    }
  }
  const listed = rows.flatMap(({texto, em, recurso, idRegistro}) => {
    const registro = records.get(`${recurso}.${idRegistro}`);
    return registro === undefined ? [] : [{texto, em, registro}];
  });
  return {total: rows[0]?.total ?? 0, listed, waiting: await waitingFor(trx, config, actor), at, mayHaveArrived};
};

const ifAny = (told: MailedNotices): MailedNotices | 'none' => (told.total === 0 && told.waiting.length === 0 ? 'none' : told);

/** Gives the mail what waits; what is read, settled or out of reach by now goes by none. */
const give = async (trx: Transaction<Tables>, config: Config, actor: Actor, id: number): Promise<Date> => {
  await sql`
    with parados as (
      select a.id, (a.data_leitura is null and ${unsettled(config, actor, 'a')}) as vai from avisos a
      where a.id_usuario = ${actor.id} and a.envio = 'espera' order by a.id for update)
    update avisos a set envio = case when parados.vai then 'levado' else 'nenhum' end,
      id_correio = case when parados.vai then ${id}::integer end
    from parados where a.id = parados.id`.execute(trx);
  const {rows: [mail]} = await sql<{at: Date}>`update correio set data_criacao = now() where id = ${id} returning data_criacao as at`
    .execute(trx);
  return mail?.at ?? new Date();
};

/**
 * Decides of a mail that is due what it tells. One that may have been taken by the mail server when its sender was stopped tells no
 * more than it did: the same Message-ID never has more in it the second time. What waits then gets a mail of its own.
 *
 * @returns `later`: it waits until then, in the outbox already; `none`: there is nothing left to tell
 */
export const takeNotices = async (
  trx: Transaction<Tables>, config: Config, actor: Actor, mail: Mail,
): Promise<MailedNotices | 'later' | 'none'> => {
  const {rows: [state]} = await sql<Record<'begun' | 'waits' | 'hasNext' | 'isDue' | 'wasDaily', boolean> & {due: Date | null}>`
    select exists (select from avisos a where a.envio = 'levado' and a.id_correio = ${mail.id}) as begun,
      exists (select from avisos a where a.id_usuario = u.id and ${WAITING}) as waits,
      exists (select from correio c where c.id_usuario = u.id and c.id <> ${mail.id} and ${UNTAKEN}) as "hasNext",
      exists (select from correio c where c.id_usuario = u.id and c.id <> ${mail.id} and ${SINCE_DAILY}) as "wasDaily",
      d.due, coalesce(d.due <= now(), false) as "isDue"
    from usuarios u cross join lateral (select ${DUE} as due) d where u.id = ${actor.id}`.execute(trx);
  const {begun = false, waits = false, hasNext = false, due = null, isDue = false, wasDaily = false} = state ?? {};
  if (begun) {
    if (waits && !hasNext) await mailsFor([actor.id]).execute(trx);
    const told = await toldBy(trx, config, actor, mail, true);
    return told.total === 0 ? 'none' : told;
  }
  if (due !== null && waits && !isDue) {
    await sql`update correio set proxima = ${due} where id = ${mail.id}`.execute(trx);
    return 'later';
  }
  if (due === null) {
    await sql`
      with parados as (${lockedNotices(sql`a.id_usuario = ${actor.id} and a.envio = 'espera'`)})
      update avisos a set envio = 'nenhum' from parados where a.id = parados.id`.execute(trx);
    const waiting = wasDaily ? [] : await waitingFor(trx, config, actor);
    return ifAny({total: 0, listed: [], waiting, at: mail.dataCriacao, mayHaveArrived: false});
  }
  return ifAny(await toldBy(trx, config, actor, {id: mail.id, dataCriacao: await give(trx, config, actor, mail.id)}, false));
};
