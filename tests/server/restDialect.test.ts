// A resource that declares no dialect speaks react-admin's own, here through react-admin's own client.
import {beforeAll, expect, test} from 'vitest';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {veiculos, withVeiculos} from '../support/configs.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp} from '../support/server.ts';
import {stockClient} from '../support/stockClient.ts';

const server = beforeTests(() => openTestApp({config}));
let empresa: SeedUser;
const clientOf = (token: string) => stockClient(server.app, token);

/** The same with a period and a range of numbers, under names of its own and under those that nobody declared. */
const declared: Resource = {
  ...veiculos, fields: {...veiculos.fields, inicio: {kind: 'data', label: 'Início'}, peso: {kind: 'numero', label: 'Peso'}},
  list: {
    ...veiculos.list,
    filters: {placa: {}, ano: {}, peso: {param: ['leve', 'pesado'], label: 'Peso bruto'}, inicio: {param: ['de', 'ate']}, custo: {}},
  },
};
const config: Config = {...withVeiculos, resources: {...withVeiculos.resources, veiculos: declared}};

beforeAll(async () => {
  empresa = await server.seed.usuario({perfil: 'empresa'});
});

const page = (filter = {}) => ({pagination: {page: 1, perPage: 2}, sort: {field: 'placa', order: 'ASC' as const}, filter});

test('a stock client lists, reads, creates, changes and deletes', async () => {
  const client = clientOf(server.adm.token);
  const {idEmpresa} = empresa;
  const made = [];
  for (const placa of ['CCC1A11', 'aaa1a11', 'BBB1A11']) made.push((await client.create('veiculos', {
    data: {idEmpresa, placa, ano: 2020},
  })).data);
  const listed = await client.getList('veiculos', page());
  expect(listed).toMatchObject({total: 3, data: [{placa: 'aaa1a11', nomeEmpresa: expect.stringMatching(/^Empresa/)}, {placa: 'BBB1A11'}]});
  expect((await client.getList('veiculos', page({placa: 'aaa'}))).total).toBe(1);
  const many = await client.getMany('veiculos', {ids: [made[0].id, made[2].id]});
  expect(many.data.map(row => Number(row.id)).toSorted((a, b) => a - b)).toEqual([made[0].id, made[2].id]);
  const referring = await client.getManyReference('veiculos', {...page(), target: 'idEmpresa', id: idEmpresa});
  expect(referring.total).toBe(3);
  const changed = await client.update('veiculos', {id: made[0].id, data: {ano: 2021}, previousData: made[0]});
  expect(changed.data).toMatchObject({placa: 'CCC1A11', ano: 2021, versao: 2});
  await client.delete('veiculos', {id: made[0].id});
  await expect(client.getOne('veiculos', {id: made[0].id})).rejects.toAnswer(404);
  // A deleted record gives its unique value free.
  expect((await client.create('veiculos', {data: {idEmpresa, placa: 'CCC1A11'}})).data.id).not.toBe(made[0].id);
  expect(await client.getList('veiculos', page({placa: 'nada'}))).toEqual({data: [], total: 0});
});

test.each([true, [[1]], '1e0', '0x1', '1.0'])('a filter by the id %j is refused', async id => {
  await expect(clientOf(server.adm.token).getList('veiculos', page({id}))).rejects.toAnswer(400);
});

test('what a profile does not see is not answered, written, told, filtered or sorted by', async () => {
  const adm = clientOf(server.adm.token);
  const client = clientOf(empresa.token);
  const {data} = await client.create('veiculos', {data: {placa: 'EMP1A11', custo: 10, cor: 'preto'}});
  expect(data).toMatchObject({idEmpresa: empresa.idEmpresa, cor: 'branco', ativo: true, senhaRastreador: ''});
  expect(data).not.toHaveProperty('custo');
  expect((await adm.getOne('veiculos', {id: data.id})).data.custo).toBeNull();
  await adm.update('veiculos', {id: data.id, data: {custo: 5, cor: 'preto'}, previousData: data});
  await client.update('veiculos', {id: data.id, data: {custo: 9, cor: 'branco', ano: 1999}, previousData: data});
  expect((await adm.getOne('veiculos', {id: data.id})).data).toMatchObject({custo: 5, cor: 'preto', ano: 1999});
  const told = async (who: {token: string}) => (await server.api(who, 'GET veiculos/:id/historico', {params: {id: Number(data.id)}})).body
    .slice(0, 2).map(({campos}: {campos: {campo: string}[]}) => campos.map(({campo}) => campo));
  expect([await told(server.adm), await told(empresa)]).toEqual([[['ano'], ['custo', 'cor']], [['ano'], ['cor']]]);
  await expect(client.getList('veiculos', page({custo: 5}))).rejects.toAnswer(400);
  await expect(client.getList('veiculos', {...page(), sort: {field: 'custo', order: 'ASC'}})).rejects.toAnswer(400);
});

test.each([
  ['sort', '["constructor","ASC"]'], ['sort', '["toString","DESC"]'], ['range', '[5,1]'], ['range', '[-1,1]'],
])('a %s that is none, %s, is refused', async (name, value) => {
  expect(await server.api(server.adm, 'GET veiculos', {query: {[name]: value}})).toAnswer(400);
});

test('a stock client filters by a declared period and range, by both ends or one, and looks for a text', async () => {
  const client = clientOf(server.adm.token);
  const {idEmpresa} = await server.seed.usuario({perfil: 'empresa'});
  for (const [placa, inicio, peso, ano] of [
    ['PER1A11', '2026-01-31', 0, 1990],
    ['per2B22', '2026-02-28', 500, 2000],
    ['OUT3C33', null, null, null],
  ] as const) {
    await client.create('veiculos', {data: {idEmpresa, placa, inicio, peso, ano}});
  }
  const found = async (filter: object) =>
    (await client.getList('veiculos', {...page({idEmpresa, ...filter}), pagination: {page: 1, perPage: 10}})).data.map(row =>
      row['placa'] as string);
  expect(await found({de: '2026-02-01'})).toEqual(['per2B22']);
  expect(await found({ate: '31/01/2026'})).toEqual(['PER1A11']);
  expect(await found({de: '2026-01-31', ate: '2026-02-28'})).toEqual(['PER1A11', 'per2B22']);
  // As react-admin's inputs leave what was emptied.
  expect(await found({de: '', ate: null})).toHaveLength(3);
  expect(await found({inicio: {from: '2026-02-01'}})).toEqual(['per2B22']);
  expect(await found({inicio: {from: '2026-01-01'}, ate: '2026-02-01'})).toEqual(['PER1A11']);
  expect(await found({leve: 1})).toEqual(['per2B22']);
  expect(await found({leve: '0', pesado: '0'})).toEqual(['PER1A11']);
  expect(await found({peso: {to: 499}})).toEqual(['PER1A11']);
  expect(await found({anoDe: 1995, anoAte: 2100})).toEqual(['per2B22']);
  expect(await found({ano: 1990})).toEqual(['PER1A11']);
  expect(await found({q: ' PER '})).toEqual(['PER1A11', 'per2B22']);
  expect(await found({q: '2b', anoDe: 1995})).toEqual(['per2B22']);
  expect(await found({q: '%'})).toEqual([]);
  expect(await found({q: ''})).toHaveLength(3);
});

test.each([
  [{de: '2026-02-31'}, 'de', 'Data inválida.'],
  [{de: '2026-02-02', ate: '2026-02-01'}, 'ate', 'O período termina antes de começar. Corrija uma das datas.'],
  [{leve: 'abc'}, 'leve', 'Peso bruto: use somente números.'], [{peso: {from: 'abc'}}, 'peso', 'Peso bruto: use somente números.'],
  [{ano: 'abc'}, 'ano', 'Ano: use somente números.'],
  [{pesado: 1, leve: 2}, 'pesado', 'Peso bruto: o segundo número é menor que o primeiro. Corrija um dos dois.'],
  [{anoDe: 1.5}, 'anoDe', 'Ano: use somente números.'],
  [{q: 'x'.repeat(101)}, 'q', 'Limite de 100 caracteres excedido.'], [{q: {}}, 'q', 'Parâmetro inválido: q.'],
  [{q: 'a\u0000'}, 'q', 'Parâmetro inválido: q.'],
  [{placa: 'x'.repeat(9)}, 'placa', 'Limite de 8 caracteres excedido.'],
  [{desde: '2026-01-01'}, 'desde', 'Parâmetro inválido: desde.'], [{ano_gte: 1}, 'ano_gte', 'Parâmetro inválido: ano_gte.'],
  [{de: {}}, 'de', 'Parâmetro inválido: de.'],
  [{senhaRastreador: 'x'}, 'senhaRastreador', 'Parâmetro inválido: senhaRastreador.'],
  [{constructor: 1}, 'constructor', 'Parâmetro inválido: constructor.'],
])('a filter %j is refused in a sentence', async (filter, campo, mensagem) => {
  const answer = await server.api(server.adm, 'GET veiculos', {query: {filter: JSON.stringify(filter)}});
  expect(answer).toAnswer(400, {codigo: 'VALIDACAO', message: mensagem, campos: [{campo, mensagem}]});
});

test('a range of what a profile does not see is refused under each of its names', async () => {
  for (const filter of [{custo: 5}, {custoDe: 5}, {custoAte: 5}]) {
    await expect(clientOf(empresa.token).getList('veiculos', page(filter))).rejects.toAnswer(400);
  }
});

test('unique within the company: another company may have the same', async () => {
  const adm = clientOf(server.adm.token);
  const other = await server.seed.empresa();
  await adm.create('veiculos', {data: {idEmpresa: empresa.idEmpresa, placa: 'UNI1A11'}});
  await expect(adm.create('veiculos', {data: {idEmpresa: empresa.idEmpresa, placa: 'UNI1A11'}})).rejects.toMatchObject({
    body: {codigo: 'CONFLITO', message: 'Placa já cadastrado nesta empresa.'},
  });
  expect((await adm.create('veiculos', {data: {idEmpresa: other.id, placa: 'UNI1A11'}})).data.id).toBeGreaterThan(0);
});

test.each([
  'sort=x', 'sort=["placa"]', 'range=[9]', 'range=[0,5000]', 'range=[-1,5]', 'filter=[1]', 'filter={"naoExiste":1}', 'filter={"id":["x"]}',
  'filter={"ano":{"a":1}}', 'sort=["naoExiste","ASC"]', 'filter={"placa":{"$ne":1}}',
])(
  '%s is refused', async query => {
    const answer = await server.api(server.adm, `GET veiculos?${query}`);
    expect(answer).toAnswer(400, {codigo: 'VALIDACAO'});
  });
