// The dashboard's numbers: what its calls answer is what the list behind them shows, for every profile.
import {sql} from 'kysely';
import {beforeAll, describe, expect, it} from 'vitest';
import {statusKeySuffix, monthSpan, monthParts, parsePeriod, listBreakdownFields, weekSpans} from '../../src/schema/dashboard.ts';
import {dayFromToday} from '../../src/schema/fields/dates.ts';
import {NO_REFERENCE, PAGE_SIZES} from '../../src/schema/lists/listRequest.ts';
import {statusesOf, statusByKey} from '../../src/schema/statuses/statuses.ts';
import {beforeTests} from '../support/beforeTests.ts';
import type {Perfil} from '../support/seed.ts';
import {openTestApp} from '../support/server.ts';
import {actOn, CODE, createWorld, openTicket, type TicketAction, type World} from '../support/tickets.ts';
import config from '../../resources.config.ts';

const PERFIS = ['adm', 'empresa', 'fornecedor', 'rpa', 'empresaUsuario'] as const;
const {tickets} = config.resources;
const statuses = statusesOf(tickets);
const FINALIZADO = statusByKey(tickets, 'finalizado')!.id;
const today = dayFromToday(0);

const server = beforeTests(openTestApp);
const own = beforeTests(() => createWorld(server));
const foreign = beforeTests(() => createWorld(server));

/** What a ticket is made of: where, in which status, created and finished when, by whom, for which carrier. */
interface Made {
  world: World;
  idFilial?: number;
  status: number;
  criado: string;
  finalizado?: string;
  autor: number;
  codigo?: string;
  atendente?: number | undefined;
}

const make = async ({world, idFilial = world.idFilial, status, criado, finalizado, autor, codigo, atendente}: Made): Promise<number> => {
  const {rows} = await sql<{id: number}>`
    insert into tickets (
      id_empresa, id_filial, id_modelo_formulario, id_usuario, id_status_ticket, id_usuario_atendimento, codigo_transportadora, descricao,
      data_criacao, data_finalizacao,
    )
    values (
      ${world.idEmpresa}, ${idFilial}, ${world.modelo.id}, ${autor}, ${status}, ${atendente ?? null}, ${codigo ?? null},
      ${`Descarga ${criado}`}, ${criado}::timestamptz, ${finalizado ?? null}::timestamptz,
    )
    returning id`.execute(server.context.db);
  return rows[0]!.id;
};

const ask = async (perfil: Perfil, call: 'counts' | 'evolution' | 'summary', query: Record<string, string | number> = {}) => {
  const {status, body} = await server.api(own.users[perfil], config.dashboards.home.calls[call], {query});
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const totals = new Map<string, Promise<number>>();
/** How many the list shows. What was asked before is not asked again: nothing changes until all of these have been compared. */
const total = (perfil: Perfil, query: Record<string, string | number>): Promise<number> => {
  const key = `${perfil} ${JSON.stringify(query)}`;
  const asked = totals.get(key) ?? server.api(own.users[perfil], 'GET tickets', {query: {...query, pageSize: PAGE_SIZES[0]}})
    .then(({body}) => body.total as number);
  totals.set(key, asked);
  return asked;
};

const LONGEST = PAGE_SIZES.at(-1)!;
/** How many of each status, by its id, are in the list: counted in its rows. */
const countRows = async (perfil: Perfil, query: Record<string, string | number>): Promise<Map<number, number>> => {
  const counted = new Map<number, number>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const {body} = await server.api(own.users[perfil], 'GET tickets', {query: {...query, page, pageSize: LONGEST}});
    pages = Math.ceil(body.total / LONGEST);
    for (const {idStatusTicket} of body.registros) counted.set(idStatusTicket, (counted.get(idStatusTicket) ?? 0) + 1);
  }
  return counted;
};

beforeAll(async () => {
  const otherBranch = (await server.seed.filial({idEmpresa: own.idEmpresa})).id;
  const {fornecedor, empresa, rpa} = own.users;
  const year = Number(today.slice(0, 4));
  // Around the ends of days, months and years in São Paulo, and in another branch, another company, another's name.
  const instants = [
    `${today}T12:00:00-03:00`, `${today}T00:00:00-03:00`, `${dayFromToday(-1)}T23:59:59-03:00`, `${year}-01-01T00:00:00-03:00`,
    `${year - 1}-12-31T23:59:59-03:00`,
    `${year - 1}-06-15T12:00:00-03:00`, '2024-02-29T12:00:00-03:00', '2024-01-01T00:00:00-03:00', '2023-12-31T23:59:59-03:00',
    '2024-12-31T23:59:59.999-03:00',
  ];
  let turn = 0;
  for (const criado of instants) {
    for (const {id} of statuses) {
      const finalizado = id === FINALIZADO ? {finalizado: instants[turn % instants.length]!} : {};
      const [world, autor] = turn % 5 === 0 ? [foreign, foreign.users.empresa.id] : [own, [fornecedor.id, empresa.id][turn % 2]!];
      const more = turn % 3 === 0 ? {codigo: CODE} : {};
      const branch = turn % 4 === 1 && world === own ? {idFilial: otherBranch} : {};
      const atendente = turn % 2 === 0 ? undefined : world.users.empresa.id;
      const made = await make({world, status: Number(id), criado, autor, atendente, ...finalizado, ...more, ...branch});
      if (turn % 7 === 0) {
        await sql`insert into historico (recurso, id_registro, id_usuario, acao, de_status, para_status)
          values ('tickets', ${made}, ${rpa.id}, 'finalizar', '5', '7')`.execute(server.context.db);
      }
      turn += 1;
    }
  }
});

const places = (): Record<string, number>[] => [
  {}, {idEmpresa: 0, idFilial: 0}, {idEmpresa: own.idEmpresa}, {idEmpresa: own.idEmpresa, idFilial: own.idFilial}, {idFilial: own.idFilial},
  {idEmpresa: foreign.idEmpresa}, {idEmpresa: own.idEmpresa, idFilial: foreign.idFilial},
];
const periods = ['', today.slice(0, 4), '6m', '12m', '2024', '2023'];

describe.each(PERFIS)('%s sees', perfil => {
  it('on each card what the list behind it counts, for every place and period', async () => {
    let seen = 0;
    for (const place of places()) {
      for (const periodo of periods) {
        const counts = await ask(perfil, 'counts', {...place, periodo, idPerfilLogado: 1, idUsuarioLogado: 999});
        const {from, to} = parsePeriod(config.dashboards.home, periodo || today.slice(0, 4))!;
        expect(Object.keys(counts)).toHaveLength(statuses.length * 3);
        const list = {...place, dataInicial: from, dataFinal: to};
        const rows = await countRows(perfil, list);
        for (const {id, key, name} of statuses) {
          expect(counts).toMatchObject({[`idStatus${statusKeySuffix(key)}`]: id, [`descricao${statusKeySuffix(key)}`]: name});
          const listed = rows.get(Number(id)) ?? 0;
          // The list narrowed to the status, as the card leads to it, has as many.
          const narrowed = await total(perfil, {...list, idStatusTicket: Number(id)});
          expect({place, periodo, key, narrowed}).toEqual({place, periodo, key, narrowed: listed});
          expect({place, periodo, key, qtd: counts[`qtd${statusKeySuffix(key)}`]}).toEqual({place, periodo, key, qtd: listed});
          seen += listed;
        }
      }
    }
    expect(seen).toBeGreaterThan(0);
  });

  it('each month of the chart as the list counts what was finished in it', async () => {
    for (const place of places()) {
      for (const periodo of periods) {
        const points = await ask(perfil, 'evolution', {...place, periodo});
        const {months} = parsePeriod(config.dashboards.home, periodo || today.slice(0, 4))!;
        const listed = await Promise.all(months.map(async month => {
          const {from, to} = monthSpan(month);
          return total(perfil, {...place, idStatusTicket: Number(FINALIZADO), finalizadoInicial: from, finalizadoFinal: to});
        }));
        expect({place, periodo, points}).toEqual({
          place, periodo, points: months.map((month, at) => ({...monthParts(month), qtdEvolucao: listed[at]})),
        });
      }
    }
  });

  it('in the summary what the list shows', async () => {
    const ENDS = [7, 8];
    const seen = new Set<string>();
    for (const place of places()) {
      const {maisAntigos, finalizados, porFilial, por} = await ask(perfil, 'summary', place);
      const {body} = await server.api(own.users[perfil], 'GET tickets', {
        query: {...place, sort: 'dataCriacao', order: 'asc', pageSize: 50},
      });
      const {body: next} = await server.api(own.users[perfil], 'GET tickets', {
        query: {...place, sort: 'dataCriacao', order: 'asc', pageSize: 50, page: 2},
      });
      const open = [...body.registros, ...next.registros].filter(row => !ENDS.includes(row.idStatusTicket));
      expect(body.total).toBeLessThanOrEqual(100);
      expect(maisAntigos).toEqual(open.slice(0, 5).map(({id, descricao, dataCriacao}) => ({id, descricao, dataCriacao})));
      const weeks = await Promise.all(Object.entries(weekSpans()).map(async ([week, {from, to}]) =>
        [week, await total(perfil, {...place, idStatusTicket: Number(FINALIZADO), finalizadoInicial: from, finalizadoFinal: to})] as const));
      expect(finalizados).toEqual(Object.fromEntries(weeks));
      // Each as the list says that it leads to, and together all that are open.
      expect(Object.keys(por)).toEqual(listBreakdownFields(config, config.dashboards.home, perfil).filter(field => field !== 'idFilial'));
      for (const [field, rows] of Object.entries<{id: number; descricao: string; qtd: number}[]>(por)) {
        const listed = await Promise.all(rows.map(({id}) => total(perfil, {...place, [field]: id, aba: 'abertos'})));
        expect({place, field, counts: rows.map(({qtd}) => qtd)}).toEqual({place, field, counts: listed});
        expect({place, field, sum: rows.reduce((sum, {qtd}) => sum + qtd, 0)}).toEqual({place, field, sum: open.length});
        expect(rows.every(({descricao}) => descricao !== '')).toBe(true);
        seen.add(field);
        if (rows.some(({id}) => id === NO_REFERENCE)) seen.add(`${field}: none`);
      }
      for (const {idFilial, qtd} of porFilial) expect(await total(perfil, {...place, idFilial, aba: 'abertos'})).toBe(qtd);
      const branches = Map.groupBy(open, row => row.idFilial);
      expect(Object.fromEntries(porFilial.map((row: {idFilial: number; qtd: number}) => [row.idFilial, row.qtd])))
        .toEqual(Object.fromEntries([...branches].map(([id, rows]) => [id, rows.length])));
      expect(porFilial.map((row: {qtd: number}) => row.qtd))
        .toEqual(porFilial.map((row: {qtd: number}) => row.qtd).toSorted((a: number, b: number) => b - a));
      for (const {idFilial, descricao, idEmpresa} of porFilial) {
        expect({descricao, idEmpresa}).toEqual((({nomeFilial, idEmpresa: company}) => ({descricao: nomeFilial, idEmpresa: company}))(
          open.find(row => row.idFilial === idFilial),
        ));
      }
    }
    expect([...seen].toSorted()).toEqual(['adm', 'empresa'].includes(perfil)
      ? ['idModeloFormulario', 'idUsuarioAtendimento', 'idUsuarioAtendimento: none'] : ['idModeloFormulario']);
  });
});

it('counts what the calls themselves do, and takes finishing for the chart', async () => {
  const before = await ask('empresa', 'counts');
  const {id} = await openTicket(server, own, own.users.empresa);
  const act = async (action: TicketAction): Promise<void> =>
    expect(await actOn(server, id, own.users.empresa, action, {body: {comentario: 'Conferido.'}})).toAnswer(200);
  expect((await ask('empresa', 'counts')).qtdEmAberto).toBe(before.qtdEmAberto + 1);
  await act('atender');
  expect(await ask('empresa', 'counts')).toMatchObject({qtdEmAberto: before.qtdEmAberto, qtdEmAtendimento: before.qtdEmAtendimento + 1});
  await act('pendenciar');
  const month = (await ask('empresa', 'evolution', {periodo: '6m'})).at(-1);
  const {finalizados: {estaSemana}} = await ask('empresa', 'summary');
  await act('finalizar');
  expect((await ask('empresa', 'evolution', {periodo: '6m'})).at(-1)).toEqual({...month, qtdEvolucao: month.qtdEvolucao + 1});
  expect((await ask('empresa', 'summary')).finalizados.estaSemana).toBe(estaSemana + 1);
});

it.each([
  ['periodo', '13m', 'Período inválido. Use um ano com quatro algarismos, 6m ou 12m.'],
  ['periodo', '1899', 'Período inválido. Use um ano com quatro algarismos, 6m ou 12m.'],
  ['periodo', 'ontem', 'Período inválido. Use um ano com quatro algarismos, 6m ou 12m.'],
  ['idEmpresa', 'x', 'Parâmetro inválido: idEmpresa.'], ['idFilial', '-1', 'Parâmetro inválido: idFilial.'],
  ['idFilial', '9999999999', 'Parâmetro inválido: idFilial.'],
])('refuses %s=%s with a sentence, in each of its calls', async (campo, value, mensagem) => {
  for (const call of Object.values(config.dashboards.home.calls)) {
    const answer = await server.api(own.users.empresa, call, {query: {[campo]: value}});
    expect(answer).toAnswer(400, {codigo: 'VALIDACAO', message: mensagem, campos: [{campo, mensagem}]});
  }
});
