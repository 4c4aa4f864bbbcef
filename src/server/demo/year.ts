/**
 * The year behind the demonstration: tickets that were opened and finished before today. Written to the tables, since no call
 * of the API takes a date in the past; forms, statuses and stamps are made by what the API makes them with.
 */
import {Readable} from 'node:stream';
import {sql, type Transaction} from 'kysely';
import type {Action, Config, Resource} from '../../schema/shapes/config.ts';
import {dayFromToday} from '../../schema/fields/dates.ts';
import {itemsKey} from '../../schema/parts.ts';
import {isCommentUnrestricted} from '../../schema/lifeCycle/asks.ts';
import {statusByKey, statusesOf, type Status} from '../../schema/statuses/statuses.ts';
import {targetStatus} from '../../schema/lifeCycle/workflow.ts';
import type {Actor, Context} from '../context.ts';
import {commentColumns, resourceOf, toSnakeCase} from '../db/sqlNames.ts';
import type {Tables} from '../db/tables.ts';
import type {StoredFile} from '../files/attachmentStore.ts';
import {successComment, OPENED_STEP} from '../history/steps.ts';
import {fillItems, valuesKeptFromForm, type StoredFormItem} from '../parts/template/formItems.ts';
import {readTemplate} from '../parts/template/itemRows.ts';
import {chance, inOffice, weekdays, workLater, type Chance} from './calendar.ts';
import {demoReasons, demoYear} from './data.ts';
import {demoAnswer, demoPdf} from './values.ts';

const TICKETS = 'tickets';

/** One template of a company, and who works with it. */
export interface Desk {
  idModelo: number;
  idEmpresa: number;
  idFilial: number;
  descricao: string;
  workFlowNameRpa: string;
  /** Who opens its tickets, in turn. */
  openers: readonly Actor[];
  worker: Actor;
}

interface Step {
  acao: string;
  de: number | null;
  para: number;
  em: Date;
  comentario: string;
  idUsuario: number;
}
interface PastTicket {
  desk: Desk;
  opener: Actor;
  aberto: Date;
  steps: readonly Step[];
  /** Columns that its moves wrote. */
  columns: Readonly<Record<string, unknown>>;
  turn: number;
}

const idOf = (status: Status | undefined): number => Number(status?.id ?? 0);

const journeyOf = (random: Chance): readonly string[] => {
  let left = random();
  return demoYear.journeys.find(({share}) => (left -= share) < 0)?.moves ?? [];
};

/** What a move writes on the ticket, as moving it would. */
const written = (
  {since}: Resource, action: Action, target: Status | undefined, worker: Actor, em: Date, reason: string | undefined,
): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(action.sets ?? {}).map(([name, value]) => [toSnakeCase(name), value === 'session.id' ? worker.id : value]),
  ),
  ...(target?.stamps === undefined ? {} : {[toSnakeCase(target.stamps)]: em}),
  ...(since === undefined ? {} : {[toSnakeCase(since)]: em}),
  ...(reason === undefined || action.asks === undefined || !isCommentUnrestricted(action) ? {} : {
    [commentColumns.text]: reason, [commentColumns.by]: worker.id, [commentColumns.at]: em,
  }),
});

const pastTicket = (resource: Resource, desk: Desk, day: string, turn: number, random: Chance): PastTicket => {
  const opener = desk.openers[turn % desk.openers.length] ?? desk.worker;
  const aberto = inOffice(day, random);
  let status = statusesOf(resource)[0];
  let columns: Record<string, unknown> = resource.since === undefined ? {} : {[toSnakeCase(resource.since)]: aberto};
  const steps: Step[] = [{
    acao: OPENED_STEP, de: null, para: idOf(status), em: aberto, comentario: successComment(resource.messages.created),
    idUsuario: opener.id,
  }];
  let em = aberto;
  for (const acao of journeyOf(random)) {
    em = workLater(em, 1 + random() * demoYear.longestStep);
    // What would happen only today has not happened yet.
    if (dayFromToday(0, em) >= dayFromToday(0)) break;
    const action = resource.actions?.[acao];
    if (action === undefined) throw new TypeError(`The demonstration names an action that is not there: ${acao}`);
    const target = statusByKey(
      resource, targetStatus(action, {resource, record: {workFlowNameRpa: desk.workFlowNameRpa}, session: desk.worker}) ?? '',
    ) ?? status;
    steps.push({
      acao, de: idOf(status), para: idOf(target), em, idUsuario: desk.worker.id,
      comentario: demoReasons[acao] ?? successComment(action.success),
    });
    columns = {...columns, ...written(resource, action, target, desk.worker, em, demoReasons[acao])};
    status = target;
  }
  return {desk, opener, aberto, steps, columns: {...columns, id_status_ticket: idOf(status), versao: steps.length}, turn};
};

/** More tickets a day as the year goes on, and the more desks there are. */
const planYear = (resource: Resource, desks: readonly Desk[]): PastTicket[] => {
  const random = chance(2026);
  const days = weekdays();
  let turn = 0;
  return days.flatMap((day, index) => {
    const expected = demoYear.first + (demoYear.last - demoYear.first) * (index / days.length);
    return Array.from({length: Math.floor(expected + random())}, () => {
      const desk = desks[Math.floor(random() * desks.length)];
      if (desk === undefined) throw new TypeError('The demonstration has no template');
      return pastTicket(resource, desk, day, turn++, random);
    });
  }).toSorted((a, b) => a.aberto.getTime() - b.aberto.getTime());
};

/** The bytes before the rows, as everywhere; some at a time. */
const storeFiles = async ({files}: Context, past: readonly PastTicket[]): Promise<StoredFile[]> => {
  const AT_ONCE = 16;
  const stored: StoredFile[] = [];
  for (let first = 0; first < past.length; first += AT_ONCE) {
    stored.push(...await Promise.all(past.slice(first, first + AT_ONCE).map(async ({turn}) =>
      files.put(Readable.from([Buffer.from(await demoPdf(`Nota fiscal ${demoYear.note + turn}`).arrayBuffer())])))));
  }
  return stored;
};

const filled = (context: Context, form: readonly StoredFormItem[], {opener, turn, aberto}: PastTicket): StoredFormItem[] =>
  fillItems(
    context.config, itemsKey(resourceOf(context.config, TICKETS)), form,
    new Map(form.map(({id, descricao, tipoCampo}) => [id, demoAnswer(descricao, tipoCampo, turn, aberto)])), opener,
  );

/** What a ticket itself keeps of its form, by column. */
const keptColumns = (config: Config, items: readonly StoredFormItem[]): Record<string, unknown> => {
  const {template, ...resource} = resourceOf(config, TICKETS);
  if (template === undefined) throw new TypeError('Tickets have no template');
  const kept = valuesKeptFromForm(config, {...resource, template}, template, items);
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [toSnakeCase(name), value]));
};

const writeTickets = async (
  {config}: Context, trx: Transaction<Tables>, past: readonly PastTicket[], items: readonly StoredFormItem[][],
): Promise<number[]> => {
  const {rows} = await sql<{id: number}>`
    select nextval(pg_get_serial_sequence('tickets', 'id')) as id from generate_series(1, ${past.length}::integer)`.execute(trx);
  const ids = rows.map(({id}) => id).toSorted((a, b) => a - b);
  const records = past.map(({desk, opener, aberto, columns}, at) => ({
    id: ids[at], id_empresa: desk.idEmpresa, id_filial: desk.idFilial, id_modelo_formulario: desk.idModelo, id_usuario: opener.id,
    id_usuario_atendimento: null, descricao: desk.descricao, ...keptColumns(config, items[at] ?? []),
    data_criacao: aberto, data_finalizacao: null, ...columns,
  }));
  const names = sql.join([
    'id', 'id_empresa', 'id_filial', 'id_modelo_formulario', 'id_usuario', 'id_usuario_atendimento', 'codigo_transportadora', 'descricao',
    'itens_formulario', 'data_criacao', 'data_finalizacao', 'id_status_ticket', 'status_desde', 'versao', ...Object.values(commentColumns),
  ].map(name => sql.ref(name)));
  await sql`
    insert into tickets (${names}) select ${names}
    from json_populate_recordset(null::tickets, ${JSON.stringify(records)}::json)`.execute(trx);
  return ids;
};

const writeParts = async (
  trx: Transaction<Tables>, past: readonly PastTicket[], ids: readonly number[], items: readonly StoredFormItem[][],
  files: readonly StoredFile[],
): Promise<void> => {
  const ticket = (at: number): number => ids[at] ?? 0;
  await trx.insertInto('tickets_formularios').values(past.flatMap((_past, at) => (items[at] ?? []).map((item, ordem) => ({
    id_registro: ticket(at), id_item: item.id, ordem, descricao: item.descricao, tipo_campo: item.tipoCampo,
    obrigatorio: item.obrigatorio, mostrar_consulta_ticket: item.mostrarConsultaTicket, valor: item.valor, aviso: null,
  })))).execute();
  await trx.insertInto('tickets_arquivos').values(past.flatMap(({opener, aberto, turn}, at) => {
    const file = files[at];
    return file === undefined ? [] : [{
      id_registro: ticket(at), chave: file.key, nome_arquivo: `nota-fiscal-${demoYear.note + turn}.pdf`, tipo: 'Nota Fiscal',
      origem: 'Portal', tamanho: file.size, sha256: file.sha256,
      id_usuario: opener.id, data_criacao: aberto, data_exclusao: null, id_usuario_exclusao: null,
    }];
  })).execute();
  await trx.insertInto('historico').values(past.flatMap(({steps}, at) => steps.map(({acao, de, para, em, comentario, idUsuario}) => ({
    recurso: 'tickets', id_registro: ticket(at), id_usuario: idUsuario, acao, antes: null, depois: null,
    de_status: de === null ? null : String(de), para_status: String(para), comentario, data_criacao: em,
  })))).execute();
};

/** Writes the year, oldest first, in one transaction. */
export const makeYear = async (context: Context, desks: readonly Desk[]): Promise<void> => {
  const past = planYear(resourceOf(context.config, TICKETS), desks);
  const files = await storeFiles(context, past);
  await context.db.transaction().execute(async trx => {
    const forms = new Map<number, StoredFormItem[]>();
    const {config} = context;
    const resource = resourceOf(config, TICKETS);
    if (resource.template === undefined) throw new TypeError('Tickets have no template');
    for (const {idModelo} of desks) forms.set(idModelo, (await readTemplate(trx, config, resource, resource.template, idModelo)).items);
    const items = past.map(one => filled(context, forms.get(one.desk.idModelo) ?? [], one));
    const ids = await writeTickets(context, trx, past, items);
    await writeParts(trx, past, ids, items, files);
  });
};
