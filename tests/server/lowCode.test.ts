// The promise: one line of the config is a field everywhere, one object is a resource, and nothing else is written.
import type {AddressInfo} from 'node:net';
import {fetchUtils, type DataProvider} from 'ra-core';
import simpleRestProvider from 'ra-data-simple-rest';
import {sql} from 'kysely';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {completeConfig} from '../../src/schema/config/completeConfig.ts';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {buildApp} from '../../src/server/app.ts';
import {prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import {withFields, withResource, withVeiculos} from '../support/configs.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp, type TestApp} from '../support/server.ts';
import product from '../../resources.config.ts';

let server: TestApp;
const linesOf = (bytes: Buffer): string[] => bytes.toString('utf8').replace(/^\u{FEFF}/u, '').split('\r\n').slice(0, -1);

describe('one line adds a field', () => {
  const inscricaoEstadual: Field = {kind: 'texto', label: 'Inscrição Estadual', maxLength: 20};
  const config = withFields('empresas', {inscricaoEstadual});
  beforeAll(async () => {
    server = await openTestApp({config});
  });
  afterAll(() => server.close());
  beforeEach(() => server.reset());

  it('is in the history of a record, in its own words', async () => {
    const {id} = await server.seed.empresa({inscricaoEstadual: '110'});
    await server.api(server.adm, 'PUT empresas/:id', {params: {id}, body: {inscricaoEstadual: '220'}});
    const {body} = await server.api(server.adm, 'GET empresas/:id/historico', {params: {id}});
    expect(body[0].campos).toEqual([{campo: 'inscricaoEstadual', rotulo: 'Inscrição Estadual', antes: '110', depois: '220'}]);
  });

  it('is in the export: asked for, filtered and sorted by', async () => {
    for (const [razaoSocial, ie] of [['Alfa', '2'], ['Beta', '10'], ['Gama', '11']]) await server.seed.empresa({
      razaoSocial, inscricaoEstadual: ie,
    });
    const query = {
      formato: 'csv', colunas: 'razaoSocial,inscricaoEstadual', inscricaoEstadual: '1', sort: 'inscricaoEstadual', order: 'desc',
    };
    const {bytes} = await server.api(server.adm, 'GET empresas/exportar', {query});
    expect(linesOf(bytes)).toEqual(['Razão Social;Inscrição Estadual', 'Gama;11', 'Beta;10']);
  });

  it('is in the OpenAPI document: answered, taken and filtered by', async () => {
    const {body} = await server.api(server.adm, 'GET openapi.json');
    const {schemas} = body.components;
    expect(schemas.empresas.properties.inscricaoEstadual).toMatchObject({title: 'Inscrição Estadual', type: 'string', maxLength: 20});
    for (const name of ['empresas.novo', 'empresas.alteracao']) expect(JSON.stringify(schemas[name]), name)
      .toContain('"title":"Inscrição Estadual"');
    expect(body.paths['/empresas'].get.parameters.map((one: {name: string}) => one.name)).toContain('inscricaoEstadual');
  });
});

/** The next start on the same database, with another config; the one before goes on. */
const startedWith = async (other: Config) => {
  const {context, adm} = server;
  await prepareDatabase(context.db, other, () => undefined);
  const app = await buildApp({...context, config: other});
  return async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const answer = await app.inject({
      method, url: `/api/${path}`, headers: {authorization: `Bearer ${adm.token}`}, ...(body ? {payload: body} : {}),
    });
    return {status: answer.statusCode, text: answer.payload, body: JSON.parse(answer.payload)};
  };
};

describe('beside a start with other names, the version before goes on', () => {
  const nota: Field = {kind: 'texto', label: 'Nota', maxLength: 20};
  const {veiculos} = withVeiculos.resources as {veiculos: Resource};
  const before: Config = {...withVeiculos, resources: {...withVeiculos.resources, veiculos: {
    ...veiculos, fields: {...veiculos.fields, nota}, list: {...veiculos.list, filters: {...veiculos.list.filters, nota: {}}},
  }}};
  beforeEach(async () => {
    server = await openTestApp({config: before});
  });
  afterEach(() => server.close());

  it('each with its own name of a field, which is found, changed and made by both', async () => {
    const {fields: {nota: _nota, ...fields}, list, ...rest} = before.resources['veiculos']!;
    const filters = {placa: {}, recado: {}};
    const own = {...rest, fields: {...fields, recado: {...nota, was: 'nota'}}, list: {...list, filters}};
    const {id: idEmpresa} = await server.seed.empresa();
    const old = await startedWith(before);
    const {body: {id}} = await old('POST', 'veiculos', {idEmpresa, placa: 'A1', nota: 'de antes'});
    const now = await startedWith({...before, resources: {...before.resources, veiculos: own}});
    expect((await now('GET', `veiculos/${id}`)).body).toMatchObject({recado: 'de antes'});
    // The version before may be started again.
    await startedWith(before);
    expect((await old('PUT', `veiculos/${id}`, {nota: 'ainda'})).status).toBe(200);
    expect((await now('GET', 'veiculos?filter=%7B%22recado%22%3A%22ainda%22%7D')).body).toMatchObject([{id, recado: 'ainda'}]);
    expect((await now('POST', 'veiculos', {idEmpresa, placa: 'A2', recado: 'novo'})).status).toBe(201);
    expect((await old('GET', 'veiculos?filter=%7B%22nota%22%3A%22novo%22%7D')).body).toMatchObject([{placa: 'A2', nota: 'novo'}]);
  });

  it('each with its own name of a resource, whose records are made, found, changed and deleted by both', async () => {
    const {veiculos: own, ...others} = before.resources as {veiculos: Resource};
    const {id: idEmpresa} = await server.seed.empresa();
    const old = await startedWith(before);
    const {body: {id}} = await old('POST', 'veiculos', {idEmpresa, placa: 'A1'});
    const menu = {...product.menu, Administração: {...product.menu['Administração'], carros: 'Carros'}};
    const now = await startedWith({...before, menu, resources: {...others, carros: {...own, route: 'carro', was: 'veiculos'}}});
    expect((await now('PUT', `carros/${id}`, {ano: 2001})).status).toBe(200);
    expect((await old('PUT', `veiculos/${id}`, {ano: 2002})).status).toBe(200);
    const {body: {id: made}} = await old('POST', 'veiculos', {idEmpresa, placa: 'A2'});
    expect((await now('GET', 'carros')).body).toMatchObject([{id, ano: 2002}, {id: made, placa: 'A2'}]);
    expect((await now('DELETE', `carros/${made}`)).status).toBe(200);
    expect((await old('GET', 'veiculos?filter=%7B%22placa%22%3A%22A%22%7D')).body).toMatchObject([{id, placa: 'A1'}]);
    expect((await old('DELETE', `veiculos/${id}`)).status).toBe(200);
  });
});

describe('a field that is taken away', () => {
  afterEach(() => server.close());

  it('is neither answered, taken, filtered by nor exported, keeps its data, and comes back with it', async () => {
    const config = withFields('empresas', {apelido: {kind: 'texto', label: 'Apelido', maxLength: 20}});
    server = await openTestApp({config});
    const {id} = await server.seed.empresa({apelido: 'Vale'});

    const without = await startedWith(product);
    expect((await without('GET', `empresas/${id}`)).text).not.toContain('apelido');
    expect(await without('PUT', `empresas/${id}`, {apelido: 'Outro', contato: 'Ana'})).toAnswer(200);
    expect((await without('GET', 'empresas?apelido=nada')).text).toContain('"total":1');
    expect(await without('GET', 'empresas?sort=apelido')).toAnswer(400);
    expect(await without('GET', 'empresas/exportar?formato=csv&colunas=apelido')).toAnswer(400);

    const again = await startedWith(config);
    expect(JSON.parse((await again('GET', `empresas/${id}`)).text)).toMatchObject({apelido: 'Vale', contato: 'Ana'});
  });
});

describe('who sees and who changes a field', () => {
  // In a declared dialect (rules: Lists 1); the default one is tried in restDialect.test.ts.
  const {resources, ...rest} = withResource('fornecedores', resource => ({
    ...resource,
    fields: {
      ...resource.fields,
      nota: {kind: 'texto', label: 'Nota', maxLength: 20, see: ['adm']},
      limite: {kind: 'numero', label: 'Limite', readOnly: {not: {is: {'session.perfil': ['adm']}}}},
    },
    list: {
      ...resource.list, columns: [...resource.list.columns, 'nota', 'limite'], filters: {...resource.list.filters, nota: {}, limite: {}},
    },
  }));
  const config = completeConfig({...rest, resources: {...resources, notas: {
    label: {one: 'Nota', many: 'Notas'}, icon: 'item', owner: {empresa: 'idEmpresa'},
    fields: {
      idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas', required: true},
      idFornecedor: {kind: 'referencia', label: 'Fornecedor', to: 'fornecedores', within: 'idEmpresa', shows: {notaDele: 'nota'}},
      tambem: {kind: 'relacionado', label: 'Também', through: 'idFornecedor', field: 'nota'},
    },
    list: {columns: ['idFornecedor']}, access: {list: ['adm', 'empresa'], create: ['adm']}, scope: {adm: ['tudo'], empresa: ['empresa']},
  }}});
  let empresa: SeedUser;
  let id: number;
  const as = (path: 'GET fornecedores' | 'GET fornecedores/exportar', query: Record<string, string | number> = {}) =>
    server.api(empresa, path, {query});
  beforeAll(async () => {
    server = await openTestApp({config});
    empresa = await server.seed.usuario({perfil: 'empresa'});
    ({id} = await server.seed.fornecedor({idEmpresa: empresa.idEmpresa, nota: 'segredo', limite: 5}));
  });
  afterAll(() => server.close());

  it('is not in the record, the list, the export or the history of who does not see it', async () => {
    const {token} = empresa;
    await server.api(server.adm, 'PUT fornecedores/:id', {params: {id}, body: {nota: 'segredo mudado'}});
    for (const path of [
      'GET fornecedores/:id', 'GET fornecedores', 'GET fornecedores/:id/historico', 'GET fornecedores/exportar',
    ] as const) {
      const mine = await server.api(token, path, {params: {id}, query: {formato: 'csv'}});
      const theirs = await server.api(server.adm, path, {params: {id}, query: {formato: 'csv'}});
      expect([mine.status, theirs.status], path).toEqual([200, 200]);
      expect(mine.bytes.toString(), path).not.toMatch(/segredo|[Nn]ota/);
      expect(theirs.bytes.toString(), path).toContain('segredo');
    }
  });

  it('nor is it shown through a reference', async () => {
    expect(await server.api(server.adm, 'POST notas', {body: {idEmpresa: empresa.idEmpresa, idFornecedor: id}}))
      .toAnswer(201, {notaDele: expect.stringContaining('segredo'), tambem: expect.stringContaining('segredo')});
    expect((await server.api(empresa, 'GET notas')).bytes.toString()).not.toMatch(/segredo|notaDele|tambem/);
    expect(await server.api(empresa, 'GET notas', {query: {sort: '["notaDele","ASC"]'}})).toAnswer(400);
  });

  it('cannot be guessed by filter, order or column', async () => {
    for (const nota of ['segredo', 'nada']) expect(await as('GET fornecedores', {nota})).toAnswer(400, {codigo: 'VALIDACAO'});
    expect(await as('GET fornecedores', {sort: 'nota'})).toAnswer(400);
    expect(await as('GET fornecedores/exportar', {formato: 'csv', nota: 'segredo'})).toAnswer(400);
    expect(await as('GET fornecedores/exportar', {formato: 'csv', sort: 'nota'})).toAnswer(400);
    expect(await as('GET fornecedores/exportar', {formato: 'csv', colunas: 'nota'})).toAnswer(400);
    // An empty filter asks nothing: the portal names them all.
    expect(await as('GET fornecedores', {nota: ''})).toAnswer(200);
  });

  it('is not changed by who may not, and by who may', async () => {
    const {body: before} = await server.api(server.adm, 'GET fornecedores/:id', {params: {id}});
    const saved = await server.api(empresa, 'PUT fornecedores/:id', {params: {id}, body: {nota: 'outra', limite: 9, contato: 'Eva'}});
    expect(saved).toAnswer(200, {limite: 5, contato: 'Eva'});
    expect((await server.api(server.adm, 'GET fornecedores/:id', {params: {id}})).body).toMatchObject({nota: before.nota, limite: 5});
    expect((await as('GET fornecedores', {limite: 5, sort: 'limite'})).body.total).toBe(1);
    expect((await server.api(server.adm, 'PUT fornecedores/:id', {params: {id}, body: {limite: 9}})).body).toMatchObject({limite: 9});
  });
});

describe('one object adds a resource', () => {
  let url: string;
  let empresa: SeedUser;
  let other: SeedUser;
  /** react-admin's own client over HTTP, as anybody would write it. */
  const clientOf = (token: string): DataProvider =>
    simpleRestProvider(`${url}/api`, (path, options = {}) =>
      fetchUtils.fetchJson(path, {...options, user: {authenticated: true, token: `Bearer ${token}`}}));
  const byPlaca = (page: number, perPage: number, filter = {}) => ({
    pagination: {page, perPage}, sort: {field: 'placa', order: 'ASC' as const}, filter,
  });

  beforeAll(async () => {
    server = await openTestApp({config: withVeiculos});
    await server.app.listen({host: '127.0.0.1', port: 0});
    url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
    [empresa, other] = [await server.seed.usuario({perfil: 'empresa'}), await server.seed.usuario({perfil: 'empresa'})];
  });
  afterAll(() => server.close());

  it('changes and deletes many at once', async () => {
    const adm = clientOf(server.adm.token);
    const ids = [];
    for (const placa of ['M1', 'M2']) ids.push((await adm.create('veiculos', {data: {idEmpresa: empresa.idEmpresa, placa}})).data.id);
    await adm.updateMany('veiculos', {ids, data: {ano: 1999}});
    expect((await adm.getMany('veiculos', {ids})).data.map(row => row['ano'])).toEqual([1999, 1999]);
    await adm.deleteMany('veiculos', {ids});
    expect((await adm.getMany('veiculos', {ids})).data).toEqual([]);
  });

  it('keeps every company to its own', async () => {
    const {data: mine} = await clientOf(empresa.token).create('veiculos', {data: {placa: 'MEU1'}});
    expect(mine).toMatchObject({idEmpresa: empresa.idEmpresa});
    const theirs = clientOf(other.token);
    expect(await theirs.getList('veiculos', byPlaca(1, 10, {placa: 'MEU1'}))).toMatchObject({data: [], total: 0});
    expect((await theirs.getMany('veiculos', {ids: [mine['id']]})).data).toEqual([]);
    expect((await theirs.getManyReference('veiculos', {...byPlaca(1, 10), target: 'idEmpresa', id: empresa.idEmpresa})).total).toBe(0);
    await expect(theirs.getOne('veiculos', {id: mine['id']})).rejects.toAnswer(404);
    await expect(theirs.update('veiculos', {id: mine['id'], data: {ano: 2000}, previousData: mine})).rejects.toAnswer(404);
    await expect(theirs.create('veiculos', {data: {idEmpresa: empresa.idEmpresa, placa: 'X1'}})).rejects.toAnswer(400, {
      campos: [{campo: 'idEmpresa'}],
    });
    await expect(theirs.update('veiculos', {
      id: (await theirs.create('veiculos', {data: {placa: 'X2'}})).data.id, data: {idEmpresa: empresa.idEmpresa}, previousData: mine,
    }))
      .rejects.toAnswer(400);
  });

  it('lets each profile do what it declares and nothing more', async () => {
    const {data} = await clientOf(empresa.token).create('veiculos', {data: {placa: 'PERF1'}});
    await expect(clientOf(empresa.token).delete('veiculos', {id: data['id'], previousData: data})).rejects.toAnswer(403);
    for (const perfil of ['fornecedor', 'rpa', 'empresaUsuario'] as const) {
      const client = clientOf((await server.seed.usuario({perfil, idEmpresa: empresa.idEmpresa})).token);
      await expect(client.getList('veiculos', byPlaca(1, 10)), perfil).rejects.toAnswer(403);
      await expect(client.getOne('veiculos', {id: data['id']}), perfil).rejects.toAnswer(403);
      await expect(client.create('veiculos', {data: {placa: 'N1'}}), perfil).rejects.toAnswer(403);
      await expect(client.update('veiculos', {id: data['id'], data: {ano: 1}, previousData: data}), perfil).rejects.toAnswer(403);
      await expect(client.delete('veiculos', {id: data['id'], previousData: data}), perfil).rejects.toAnswer(403);
    }
    await expect(clientOf('nobody').getList('veiculos', byPlaca(1, 10))).rejects.toAnswer(401);
  });

  it('has a history, an export and a place in the OpenAPI document of its own', async () => {
    const adm = clientOf(server.adm.token);
    const {data} = await adm.create('veiculos', {data: {idEmpresa: empresa.idEmpresa, placa: 'HIST1', ano: 2020}});
    await adm.update('veiculos', {id: data['id'], data: {ano: 2021}, previousData: data});
    const history = await server.api(server.adm, 'GET veiculos/:id/historico', {params: {id: data['id']}});
    expect(history.body[0].campos).toEqual([{campo: 'ano', rotulo: 'Ano', antes: '2020', depois: '2021'}]);
    const {bytes} = await server.api(server.adm, 'GET veiculos/exportar', {query: {formato: 'csv', filter: '{"placa":"HIST1"}'}});
    expect(linesOf(bytes)).toEqual(['Placa;Ano;Ativo', 'HIST1;2021;Sim']);
    const {body} = await server.api(server.adm, 'GET openapi.json');
    expect(Object.keys(body.paths['/veiculos'])).toEqual(expect.arrayContaining(['get', 'post']));
    expect(body.components.schemas.veiculos.properties).toMatchObject({placa: {maxLength: 8}, ano: {title: 'Ano'}});
  });

  it('is a table of the database, and its references are held by it', async () => {
    const {rows} = await sql<{nome: string}>`
      select column_name as nome from information_schema.columns where table_name = 'veiculos' and table_schema = current_schema()`
        .execute(server.context.db);
    expect(rows.map(row => row.nome)).toEqual(expect.arrayContaining([
      'id', 'versao', 'data_criacao', 'data_exclusao', 'id_empresa', 'placa', 'ano', 'ativo', 'custo', 'cor',
    ]));
    await expect(sql`insert into veiculos (id_empresa, placa) values (999999, 'X')`.execute(server.context.db)).rejects.toMatchObject({
      code: '23503',
    });
  });
});
