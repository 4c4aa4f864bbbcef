// What a start finds missing from records is asked of them when they are saved, and lists show them to whoever may mend them (rules: Lists
// 22, Forms 10): two configs of the same code, one after the other on one database.
import {sql} from 'kysely';
import {beforeAll, expect, it, onTestFinished, vi} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {planDatabase, prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {company, named, withResources} from '../support/configs.ts';
import {preparedDatabase} from '../support/database.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp, type Answer} from '../support/server.ts';
import {until} from '../support/until.ts';

const everybody = ['adm', 'empresa', 'fornecedor'];
const ordens = named({one: 'Ordem', many: 'Ordens', article: 'a'}, {
  owner: {empresa: 'idEmpresa'},
  fields: {
    idEmpresa: company,
    placa: {kind: 'texto', label: 'Placa', maxLength: 8},
    custo: {kind: 'numero', label: 'Custo', see: ['adm']},
    codigo: {kind: 'texto', label: 'Código', maxLength: 8, readOnly: 'criado'},
    inicio: {kind: 'numero', label: 'Início'},
    fim: {kind: 'numero', label: 'Fim'},
    situacao: {
      kind: 'escolha', label: 'Situação', readOnly: true, default: 1, choices: [
        {id: 1, key: 'aberta', name: 'Aberta'}, {id: 2, key: 'vista', name: 'Vista'}, {id: 3, key: 'fechada', name: 'Fechada', end: true},
      ],
    },
  },
  list: {columns: ['nome', 'situacao']},
  access: {list: everybody, create: ['adm'], update: ['adm', 'empresa']},
  scope: {adm: ['tudo'], empresa: ['empresa'], fornecedor: ['empresa']},
  status: 'situacao',
  actions: {
    salvar: {call: 'PUT ordens/:id', from: {aberta: ['adm', 'empresa'], vista: ['adm']}},
    ver: {from: {aberta: ['adm']}, to: 'vista'},
    emplacar: {from: {aberta: ['adm'], vista: ['adm']}, asks: {placa: {kind: 'texto', label: 'Placa', maxLength: 8, required: true}}},
    fechar: {from: {vista: ['adm']}, to: 'fechada'},
  },
});
const before = withResources({ordens});
const required = Object.fromEntries(['placa', 'custo', 'codigo'].map(name => [name, {...ordens.fields[name], required: true} as Field]));
const after = withResources({ordens: {
  ...ordens,
  fields: {...ordens.fields, ...required},
  rules: {fim: [{not: {compare: ['fim', '<', 'inicio']}, reason: 'Termina antes.'}]},
}});

/** What each lacks, as who reads everything and who reads a company finds it. */
const ROWS = sql`insert into ordens (id, nome, id_empresa, situacao, placa, custo, inicio, fim) values
  (1, 'sem placa', 1, 1, null, 1, null, null), (2, 'inteira', 1, 1, 'AB1', 1, 1, 2), (3, 'de outra', 2, 1, '', 1, null, null),
  (4, 'fechada', 1, 3, null, null, null, null), (5, 'sem custo', 1, 1, 'AB1', null, null, null), (6, 'ao contrário', 1, 1, 'AB1', 1, 2, 1),
  (7, 'vista', 1, 2, null, 1, null, null)`;

let told: number[];
let empresa: SeedUser;
let fornecedor: SeedUser;
const test = beforeTests(async () => {
  const database = await preparedDatabase(before);
  await sql`insert into empresas (id, razao_social, cnpj) values (1, 'Uma', '11222333000181'), (2, 'Outra', '11444777000161')`
    .execute(database.db);
  await ROWS.execute(database.db);
  told = (await planDatabase(database.db, after)).findings.map(({total}) => total);
  await prepareDatabase(database.db, after, () => {});
  return openTestApp({config: after, database});
});
beforeAll(async () => {
  empresa = await test.seed.usuario({perfil: 'empresa', idEmpresa: 1});
  fornecedor = await test.seed.usuario({perfil: 'fornecedor', idEmpresa: 1});
});

type Who = {token: string};
const list = (who: Who, filter: object = {}): Promise<Answer> =>
  test.api(who, 'GET ordens', {query: {filter: JSON.stringify(filter), sort: '["id","ASC"]'}});
/** How many there are as the list says, and which. */
const incomplete = async (who: Who): Promise<[number, number[]]> => {
  const {body} = await list(who, {aba: 'incompletos'});
  return [Number((await list(who)).headers['x-incompletos'] ?? 0), (body as {id: number}[]).map(({id}) => id)];
};
const missing = async (who: Who, id: number): Promise<unknown> =>
  (await test.api(who, 'GET ordens/:id', {params: {id}})).body.camposEmFalta;
const save = (who: Who, id: number, body: object): Promise<Answer> => test.api(who, 'PUT ordens/:id', {params: {id}, body});
const act = (name: string, id: number, body: object = {}) => test.api(test.adm, `PUT ordens/${name}/:id`, {params: {id}, body});
const wrong = (campo: string, mensagem: string) => ({status: 400, body: {codigo: 'VALIDACAO', campos: [{campo, mensagem}]}});
const REQUIRED = 'Esse campo é obrigatório.';

it('is said as the start takes it, and counted as it was told', async () => {
  expect(checkConfig(after)).toEqual([]);
  const {rows} = await sql<{total: number}>`
    select count(*) as total from incompletos where recurso = 'ordens' group by campo order by campo desc`.execute(test.context.db);
  // But for the one that is closed. What nobody may change any more is asked of none.
  expect([told.toSorted((one, other) => one - other), rows.map(({total}) => total)]).toEqual([[1, 2, 4], [3, 1, 1]]);
});

it('is shown to whoever may mend it, of what they reach and may change, in the status in which they may', async () => {
  expect(await incomplete(test.adm)).toEqual([5, [1, 3, 5, 6, 7]]);
  expect(await incomplete(empresa)).toEqual([2, [1, 6]]);
  expect((await list(fornecedor)).headers['x-incompletos']).toBeUndefined();
  expect(await list(fornecedor, {aba: 'incompletos'})).toMatchObject({status: 400, body: {message: 'Aba desconhecida.'}});
  expect(await Promise.all([1, 2, 5, 6].map(id => missing(test.adm, id)))).toEqual([['placa'], undefined, ['custo'], ['fim']]);
  expect(await Promise.all([1, 5].map(id => missing(empresa, id)))).toEqual([['placa'], undefined]);
  expect(await missing(fornecedor, 1)).toBeUndefined();
  const csv = await test.api(empresa, 'GET ordens/exportar', {query: {formato: 'csv', colunas: 'nome', filter: '{"aba":"incompletos"}'}});
  expect(csv.bytes.toString().trim().split('\r\n').slice(1)).toEqual(['ao contrário', 'sem placa']);
});

it('is asked when the record is saved, named or not, and of nobody who may not give it', async () => {
  expect(await save(test.adm, 1, {inicio: 5})).toMatchObject(wrong('placa', REQUIRED));
  expect(await save(test.adm, 6, {nome: 'Ao contrário'})).toMatchObject(wrong('fim', 'Termina antes.'));
  expect(await save(test.adm, 5, {})).toMatchObject(wrong('custo', REQUIRED));
  expect(await save(empresa, 5, {inicio: 5})).toMatchObject({status: 200});
  expect(await missing(test.adm, 5)).toEqual(['custo']);
  expect(await save(test.adm, 2, {inicio: 2})).toMatchObject({status: 200});
});

it('keeps no action from being done, and one that asks for it mends the record', async () => {
  expect(await act('ver', 1)).toMatchObject({status: 200, body: {camposEmFalta: ['placa']}});
  // In this status a company saves nothing.
  expect(await incomplete(empresa)).toEqual([1, [6]]);
  expect((await act('emplacar', 1, {placa: 'CD2'})).body).not.toHaveProperty('camposEmFalta');
  expect(await act('fechar', 7)).toMatchObject({status: 200});
  expect(await incomplete(test.adm)).toEqual([3, [3, 5, 6]]);
});

it('is gone with the last that was mended', async () => {
  expect((await save(test.adm, 3, {placa: 'EF3'})).body).not.toHaveProperty('camposEmFalta');
  expect(await save(empresa, 6, {fim: 3})).toMatchObject({status: 200});
  // Repaired past the form: a save that changes nothing sees it.
  await sql`update ordens set custo = 7 where id = 5`.execute(test.context.db);
  expect(await save(test.adm, 5, {})).toMatchObject({status: 200});
  expect(await incomplete(test.adm)).toEqual([0, []]);
  expect((await list(test.adm)).headers).not.toHaveProperty('x-incompletos');
});

it('is counted by a process that was there before, some minutes after a later one found it', async () => {
  const {db} = test.context;
  await sql`delete from incompletos`.execute(db);
  vi.useFakeTimers({toFake: ['setInterval', 'clearInterval']});
  const earlier = await openTestApp({
    config: after, database: {db, another: () => ({db, close: async () => {}}), close: async () => {}},
  }).finally(() => onTestFinished(() => void vi.useRealTimers()));
  onTestFinished(() => earlier.close());
  await sql`insert into incompletos (recurso, id_registro, campo) values ('ordens', 2, 'placa')`.execute(db);
  const counted = async (): Promise<unknown> => (await earlier.api(earlier.adm, 'GET ordens')).headers['x-incompletos'];
  expect(await counted()).toBeUndefined();
  vi.advanceTimersByTime(600_000);
  await until(async () => expect(await counted()).toBe('1'));
});
