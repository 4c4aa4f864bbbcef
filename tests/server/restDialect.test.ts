// A resource that declares no dialect speaks react-admin's own, here through react-admin's own client.
import simpleRestProvider from 'ra-data-simple-rest';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {withVeiculos} from '../support/configs.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp, type TestApp} from '../support/server.ts';

let server: TestApp;
let empresa: SeedUser;
// What the client says itself stands: it deletes as text/plain.
const JSON_TYPE = {'content-type': 'application/json'};
const clientOf = (token: string) =>
  simpleRestProvider('/api', async (url, options = {}) => {
    const {statusCode, headers, payload} = await server.app.inject({
      method: (options.method ?? 'GET') as 'GET', url,
      headers: {authorization: `Bearer ${token}`, ...JSON_TYPE, ...Object.fromEntries(new Headers(options.headers))},
      ...(typeof options.body === 'string' ? {payload: options.body} : {}),
    });
    if (statusCode >= 400) throw Object.assign(new Error(JSON.parse(payload).message), {status: statusCode, body: JSON.parse(payload)});
    return {status: statusCode, headers: new Headers(headers as Record<string, string>), body: payload, json: JSON.parse(payload)};
  });

beforeAll(async () => {
  server = await openTestApp({config: withVeiculos});
  empresa = await server.seed.usuario({perfil: 'empresa'});
});
afterAll(() => server.close());

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
  await expect(client.getOne('veiculos', {id: made[0].id})).rejects.toMatchObject({status: 404});
  // A deleted record gives its unique value free.
  expect((await client.create('veiculos', {data: {idEmpresa, placa: 'CCC1A11'}})).data.id).not.toBe(made[0].id);
  expect(await client.getList('veiculos', page({placa: 'nada'}))).toEqual({data: [], total: 0});
});

test('what a profile does not see is not answered, written, filtered or sorted by', async () => {
  const adm = clientOf(server.adm.token);
  const client = clientOf(empresa.token);
  const {data} = await client.create('veiculos', {data: {placa: 'EMP1A11', custo: 10, cor: 'preto'}});
  expect(data).toMatchObject({idEmpresa: empresa.idEmpresa, cor: 'branco', ativo: true, senhaRastreador: ''});
  expect(data).not.toHaveProperty('custo');
  expect((await adm.getOne('veiculos', {id: data.id})).data.custo).toBeNull();
  await adm.update('veiculos', {id: data.id, data: {custo: 5, cor: 'preto'}, previousData: data});
  await client.update('veiculos', {id: data.id, data: {custo: 9, cor: 'branco', ano: 1999}, previousData: data});
  expect((await adm.getOne('veiculos', {id: data.id})).data).toMatchObject({custo: 5, cor: 'preto', ano: 1999});
  await expect(client.getList('veiculos', page({custo: 5}))).rejects.toMatchObject({status: 400});
  await expect(client.getList('veiculos', {...page(), sort: {field: 'custo', order: 'ASC'}})).rejects.toMatchObject({status: 400});
});

test('unique within the company: another company may have the same', async () => {
  const adm = clientOf(server.adm.token);
  const other = await server.seed.empresa();
  await adm.create('veiculos', {data: {idEmpresa: empresa.idEmpresa, placa: 'UNI1A11'}});
  await expect(adm.create('veiculos', {data: {idEmpresa: empresa.idEmpresa, placa: 'UNI1A11'}})).rejects.toMatchObject({
    body: {codigo: 'CONFLITO', message: 'Placa já cadastrado.'},
  });
  expect((await adm.create('veiculos', {data: {idEmpresa: other.id, placa: 'UNI1A11'}})).data.id).toBeGreaterThan(0);
});

test('a password field is kept as a hash and an empty one keeps it', async () => {
  const adm = clientOf(server.adm.token);
  const {data} = await adm.create('veiculos', {data: {idEmpresa: empresa.idEmpresa, placa: 'SEN1A11', senhaRastreador: 'abcd'}});
  await adm.update('veiculos', {id: data.id, data: {senhaRastreador: '', ano: 2000}, previousData: data});
  const row = await server.context.db.selectFrom('veiculos' as 'empresas').selectAll().where('id', '=', Number(data.id))
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({senha_rastreador_hash: expect.stringMatching(/^\$argon2id\$/)});
});

test.each([
  'sort=x', 'sort=["placa"]', 'range=[9]', 'range=[0,5000]', 'range=[-1,5]', 'filter=[1]', 'filter={"naoExiste":1}', 'filter={"id":["x"]}',
  'filter={"ano":{"a":1}}', 'sort=["naoExiste","ASC"]', 'filter={"placa":{"$ne":1}}',
])(
  '%s is refused', async query => {
    const answer = await server.api(server.adm.token, `GET veiculos?${query}`);
    expect(answer).toMatchObject({status: 400, body: {codigo: 'VALIDACAO'}});
  });
