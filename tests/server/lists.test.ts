// Whatever is asked of a list, whoever asks: its rows, their order and its total are those of the plainest reading of the
// rules, page by page. However a page is read (walked, found and sorted, by counts that wait to be folded or not).
import fc from 'fast-check';
import {sql} from 'kysely';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import product from '../../resources.config.ts';
import type {Config} from '../../src/schema/shapes/config.ts';
import {dayFromToday} from '../../src/schema/fields/dates.ts';
import {foldCountDeltas} from '../../src/server/db/counts/fold.ts';
import {prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {openTestApp} from '../support/server.ts';
import {countStatements, type Counted} from '../support/statements.ts';
import {createWorld, CODE, type World} from '../support/tickets.ts';

interface Row {
  id: number;
  idEmpresa: number;
  idFilial: number;
  idUsuario: number;
  idStatusTicket: number | null;
  descricao: string | null;
  itensFormulario: string | null;
  codigoTransportadora: string | null;
  nomeFilial: string;
  nomeUsuarioAtendimento: string | null;
  dataCriacao: string;
  dataFinalizacao: string | null;
  criado: string;
  finalizado: string | null;
  participou: boolean;
}
interface Person {
  token: string;
  reaches: (row: Row) => boolean;
}
type Field =
  | 'id' | 'idStatusTicket' | 'descricao' | 'itensFormulario' | 'nomeFilial' | 'nomeUsuarioAtendimento' | 'dataCriacao' | 'dataFinalizacao';
interface Query {
  idEmpresa?: number;
  idFilial?: number;
  idStatusTicket?: number;
  nome?: string;
  descricaoItensFormulario?: string;
  dataInicial?: string;
  dataFinal?: string;
  finalizadoInicial?: string;
  sort?: Field;
  order?: 'asc' | 'desc';
  page: number;
  pageSize?: 5 | 20 | 50;
}

const server = beforeTests(openTestApp);
let counted: Counted;
let here: World;
let elsewhere: World;
let people: Record<string, Person>;
let rows: Row[];

const read = async (): Promise<Row[]> => (await sql<Row>`
  select t.id, t.id_empresa as "idEmpresa", t.id_filial as "idFilial", t.id_usuario as "idUsuario", id_status_ticket as "idStatusTicket",
    t.descricao, itens_formulario as "itensFormulario", codigo_transportadora as "codigoTransportadora", f.descricao as "nomeFilial",
    u.nome as "nomeUsuarioAtendimento", t.data_criacao::text as "dataCriacao", t.data_finalizacao::text as "dataFinalizacao",
    (t.data_criacao at time zone 'America/Sao_Paulo')::date::text as criado,
    (t.data_finalizacao at time zone 'America/Sao_Paulo')::date::text as finalizado,
    exists (select from historico h where h.recurso = 'tickets' and h.id_registro = t.id
      and h.id_usuario = ${here.users.rpa.id}) as participou
  from tickets t join filiais f on f.id = t.id_filial left join usuarios u on u.id = t.id_usuario_atendimento`
    .execute(server.context.db)).rows;

beforeAll(async () => {
  const {context: {db}, seed} = server;
  [here, elsewhere] = [await createWorld(server), await createWorld(server)];
  const {idEmpresa, idFilial} = here;
  const {id: second} = await seed.filial({idEmpresa, descricao: 'Anexo'});
  const supplier = await seed.usuario({perfil: 'fornecedor', idEmpresa, filiais: [idFilial, second], codigoExterno: CODE});
  const inPlace = (row: Row): boolean => row.idEmpresa === idEmpresa;
  people = {
    adm: {token: server.adm.token, reaches: () => true},
    empresa: {token: here.users.empresa.token, reaches: inPlace},
    small: {token: elsewhere.users.empresa.token, reaches: row => row.idEmpresa === elsewhere.idEmpresa},
    branch: {token: here.users.empresaUsuario.token, reaches: row => row.idFilial === idFilial},
    supplier: {
      token: supplier.token, reaches: row => inPlace(row) && (row.idUsuario === supplier.id || row.codigoTransportadora === CODE),
    },
    robot: {token: here.users.rpa.token, reaches: row => inPlace(row) && ([4, 5].includes(row.idStatusTicket ?? 0) || row.participou)},
  };
  await sql`
    insert into tickets (id_empresa, id_filial, id_modelo_formulario, id_usuario, id_usuario_atendimento, id_status_ticket, descricao,
      itens_formulario, codigo_transportadora, data_criacao, data_finalizacao)
    select case when i % 100 < 98 then ${idEmpresa}::integer else ${elsewhere.idEmpresa}::integer end,
      case when i % 100 >= 98 then ${elsewhere.idFilial}::integer when i % 7 = 0 then ${second}::integer
      else ${idFilial}::integer end, ${here.modelo.id},
      case when i % 11 = 0 then ${supplier.id}::integer else ${here.users.empresa.id}::integer end,
      case when i % 13 = 0 then ${here.users.empresa.id}::integer end,
      case when i % 500 = 3 then null when i % 5 < 3 then 7 else 1 + i * 31 % 8 end,
      case when i % 6 = 0 then '' when i % 6 = 1 then null else (array['carga', 'descarga', 'coleta'])[1 + i % 3] end,
      case when i % 2 = 0 then 'comum ' else 'outro ' end || case when i % 400 = 0 then 'raro ' else '' end || i % 90,
      case when i % 17 = 0 then ${CODE}::text when i % 17 = 1 then 'OUTRO' end,
      now() - make_interval(hours => i / 3), case when i % 5 < 3 then now() - make_interval(hours => i / 4) end
    from generate_series(1, 3000) as i`.execute(db);
  await sql`insert into historico (recurso, id_registro, id_usuario, acao)
    select case when id % 2 = 0 then 'tickets' else 'empresas' end, id, ${here.users.rpa.id}, 'salvar' from tickets where id % 20 < 2`
      .execute(db);
  await sql`analyze`.execute(db);
  rows = await read();
  counted = await countStatements(server);
});
afterAll(() => counted?.close());

const isEmpty = (value: unknown): boolean => value === null || value === '';
const matches = (row: Row, query: Query): boolean => [
  query.idEmpresa === undefined || row.idEmpresa === query.idEmpresa,
  query.idFilial === undefined || row.idFilial === query.idFilial,
  query.idStatusTicket === undefined || row.idStatusTicket === query.idStatusTicket,
  query.nome === undefined || row.descricao?.includes(query.nome) === true,
  query.descricaoItensFormulario === undefined || row.itensFormulario?.includes(query.descricaoItensFormulario) === true,
  query.dataInicial === undefined || row.criado >= query.dataInicial,
  query.dataFinal === undefined || row.criado <= query.dataFinal,
  query.finalizadoInicial === undefined || (row.finalizado !== null && row.finalizado >= query.finalizadoInicial),
].every(Boolean);

const comparable = (row: Row, field: Field): string | number => {
  const value = row[field] ?? '';
  return typeof value === 'string' ? value.toLowerCase() : value;
};
/** The ids that a page must have, and the total. */
const expected = (person: Person, {sort = 'dataCriacao', order = 'desc', page, pageSize = 20, ...query}: Query) => {
  const sign = order === 'asc' ? 1 : -1;
  const all = rows.filter(row => person.reaches(row) && matches(row, {page, ...query})).toSorted((one, other) => {
    const [a, b] = [comparable(one, sort), comparable(other, sort)];
    const emptiness = Number(isEmpty(one[sort])) - Number(isEmpty(other[sort]));
    return emptiness || (isEmpty(one[sort]) || a === b ? sign * (one.id - other.id) : a < b ? -sign : sign);
  });
  return {total: all.length, ids: all.slice((page - 1) * pageSize, page * pageSize).map(({id}) => id)};
};

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, {nil: undefined, freq: 2});
const day = fc.integer({min: -45, max: 1}).map(dayFromToday);
const fields = [
  'id', 'idStatusTicket', 'descricao', 'itensFormulario', 'nomeFilial', 'nomeUsuarioAtendimento', 'dataCriacao', 'dataFinalizacao',
] as const;
const queries: fc.Arbitrary<Query> = fc.record({
  idEmpresa: fc.option(fc.boolean(), {nil: undefined, freq: 1}).map(mine =>
    (mine === undefined ? undefined : (mine ? here : elsewhere).idEmpresa)),
  idFilial: fc.oneof({weight: 5, arbitrary: fc.constant(undefined)}, fc.constant('branch'))
    .map(one => (one === undefined ? undefined : here.idFilial)),
  idStatusTicket: maybe(fc.integer({min: 1, max: 8})),
  nome: fc.oneof({weight: 4, arbitrary: fc.constant(undefined)}, fc.constantFrom('carga', 'col', 'nada')),
  descricaoItensFormulario: fc.oneof({weight: 2, arbitrary: fc.constant(undefined)}, fc.constantFrom('comum', 'raro', '7', 'nada')),
  dataInicial: maybe(day), dataFinal: fc.oneof({weight: 5, arbitrary: fc.constant(undefined)}, fc.constant(dayFromToday(-2))),
  finalizadoInicial: fc.oneof({weight: 6, arbitrary: fc.constant(undefined)}, fc.constant(dayFromToday(-9))),
  sort: maybe(fc.constantFrom(...fields)), order: fc.constantFrom('asc', 'desc'),
  page: fc.oneof({weight: 4, arbitrary: fc.integer({min: 1, max: 3})}, fc.integer({min: 4, max: 130})),
  pageSize: maybe(fc.constantFrom(5, 50)),
}).map(({order, ...query}) => {
  const {dataInicial, dataFinal} = query;
  const asked = {
    ...query, dataFinal: dataInicial !== undefined && dataFinal !== undefined && dataFinal < dataInicial ? undefined : dataFinal,
  };
  // Without an order of its own a list is in the one that it declares.
  return Object.fromEntries(Object.entries({...asked, ...(query.sort === undefined ? {} : {order})})
    .filter(([, value]) => value !== undefined)) as unknown as Query;
});

const names = ['adm', 'empresa', 'small', 'branch', 'supplier', 'robot'];
/** What was asked and answered otherwise than the rules say; undefined: nothing. */
const difference = async (runs: number): Promise<string | undefined> => {
  const property = fc.asyncProperty(fc.constantFrom(...names), queries, async (name, query) => {
    const person = people[name]!;
    const {status, body} = await server.api(person, 'GET tickets', {query: {...query}});
    expect({status, ids: body.registros?.map((row: Row) => row.id), total: body.total}).toEqual({status: 200, ...expected(person, query)});
  });
  return fc.asyncDefaultReportMessage(await fc.check(property, {numRuns: runs, endOnFailure: true}));
};

describe('a list is read as the rules say', () => {
  it('from counts that wait to be folded', async () => {
    expect(await difference(150)).toBeUndefined();
  });

  it('from folded counts', async () => {
    while ((await foldCountDeltas(server.context.db)) > 0);
    expect(await difference(60)).toBeUndefined();
  });

  it('after records were changed, moved and deleted, some of it folded', async () => {
    const {db} = server.context;
    await sql`update tickets set id_status_ticket = 1 + id % 8, data_finalizacao = null where id % 9 = 0`.execute(db);
    await sql`delete from tickets where id % 31 = 0`.execute(db);
    await foldCountDeltas(db);
    await sql`update tickets set id_status_ticket = null where id % 401 = 0`.execute(db);
    await sql`update tickets set id_empresa = ${elsewhere.idEmpresa}, id_filial = ${elsewhere.idFilial},
      id_modelo_formulario = ${elsewhere.modelo.id}
      where id % 67 = 0`.execute(db);
    rows = await read();
    expect(await difference(150)).toBeUndefined();
  });
});

describe('a page of the list that opens, with its total, is one statement', () => {
  const cost = async (name: string, query: Partial<Query>): Promise<number> => {
    const guarded = await counted.statements(people[name]!.token, 'GET statusTickets/listarCombo');
    return await counted.statements(people[name]!.token, 'GET tickets', {query}) - guarded;
  };
  it.each([
    ['adm', {}], ['adm', {idStatusTicket: 1}], ['adm', {idStatusTicket: 7, sort: 'dataCriacao', order: 'asc'}], ['empresa', {}],
    ['branch', {}],
    ['empresa', {idStatusTicket: 7}],
  ] as const)('to %s who asks for %o', async (name, query) => {
    for (const period of [{}, {dataInicial: dayFromToday(-30), dataFinal: dayFromToday(0)}]) expect(await cost(name, {...query, ...period}))
      .toBe(1);
  });
});

describe('the indexes of lists', () => {
  it('come once: none begins with all of another', async () => {
    const {rows: found} = await sql<{one: string; other: string}>`
      with index as (
        select indexrelid::regclass::text as name, indrelid, indisunique, indkey::int2[] as columns, indnkeyatts
        from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
        where relnamespace = current_schema()::regnamespace and amname = 'btree' and indpred is null and indexprs is null
      )
      select one.name as one, other.name as other from index as one
      join index as other on other.indrelid = one.indrelid and other.name <> one.name
      where not one.indisunique and other.indnkeyatts >= one.indnkeyatts
        and other.columns[0:one.indnkeyatts - 1] = one.columns[0:one.indnkeyatts - 1]`
      .execute(server.context.db);
    expect(found).toEqual([]);
  });

  it('come with what the config declares, and go with it', async () => {
    const {db} = server.context;
    const of = async (): Promise<string[]> => (await sql<{name: string}>`
      select indexname as name from pg_indexes where tablename = 'tickets' and schemaname = current_schema() and indexname like 'ordem%'`
      .execute(db)).rows.map(({name}) => name);
    const declared = [
      'data_criacao', 'id_empresa_data_criacao', 'id_filial_data_criacao', 'id_status_ticket_data_criacao',
      'id_empresa_id_status_ticket_data_criacao', 'id_empresa_id_usuario_data_criacao', 'id_empresa_codigo_transportadora$igual_dat_tmrpm2',
      'id_empresa_id_usuario_atendimento_data_criacao', 'status_desde', 'descricao',
    ];
    expect((await of()).toSorted()).toEqual(declared.map(columns => `ordem_tickets_${columns}`).toSorted());
    const {tickets} = product.resources as Config['resources'];
    const {rpa, ...scope} = tickets!.scope;
    const other: Config = {...product, resources: {
      ...product.resources, tickets: {
        ...tickets!, scope: {...scope, rpa: rpa!, fornecedor: ['empresa', 'filiais']}, list: {...tickets!.list, sort: ['id', 'desc']},
      },
    }};
    await prepareDatabase(db, other, () => {});
    const byNumber = [
      'id_empresa', 'id_filial', 'id_status_ticket', 'id_empresa_id_status_ticket', 'id_empresa_id_usuario',
      'id_empresa_id_usuario_atendimento',
    ].map(columns => `${columns}_id`);
    expect((await of()).toSorted())
      .toEqual([...byNumber, 'status_desde', 'descricao'].map(columns => `ordem_tickets_${columns}`).toSorted());
    await prepareDatabase(db, product, () => {});
    expect(await of()).toHaveLength(declared.length);
  });

  it('are apart however long the table\'s name is, and stay at the next start', async () => {
    const table = 'atendimentos_de_cooperados_do_sul_e_do_centro_oeste';
    const {template: _template, files: _files, actions: _actions, ...bare} = (product.resources as Config['resources'])['tickets']!;
    const rest: Config = {...product, dashboards: {}};
    const config: Config = {...rest, resources: {...rest.resources, atendimentosDeCooperadosDoSulEDoCentroOeste: bare}};
    const said: string[] = [];
    await prepareDatabase(server.context.db, config, sentence => said.push(sentence));
    expect(said.filter(sentence => sentence.includes(`ordem_${table.slice(0, 40)}`))).toHaveLength(10);
    const again: string[] = [];
    await prepareDatabase(server.context.db, config, sentence => again.push(sentence));
    expect(again).toEqual([]);
  });
});
