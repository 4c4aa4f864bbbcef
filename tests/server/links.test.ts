// Links between users and branches (filiaisAlteradas, buscar-filiais-empresa; rules: Users 2).
import {beforeEach, describe, expect, it, test} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import type {ResourceInput} from '../../src/schema/shapes/config.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {company, named, withResources} from '../support/configs.ts';
import {openTestApp, type Answer} from '../support/server.ts';

const server = beforeTests(openTestApp);
let idEmpresa: number;
let filiais: [number, number, number];
let foreign: {id: number; idEmpresa: number};
beforeEach(async () => {
  await server.reset();
  const {seed} = server;
  idEmpresa = (await seed.empresa()).id;
  const make = async () => (await seed.filial({idEmpresa})).id;
  filiais = [await make(), await make(), await make()];
  foreign = await seed.filial();
});

const switched = (on: readonly number[], off: readonly number[] = []) =>
  [...on.map(idFilial => ({idFilial, usuarioVinculado: true})), ...off.map(idFilial => ({idFilial, usuarioVinculado: false}))];
const supplier = (...linked: number[]) => server.seed.usuario({perfil: 'fornecedor', idEmpresa, filiais: linked});
const save = (body: Record<string, unknown>): Promise<Answer> => server.api(server.adm, 'POST usuarios', {body});
const switches = async (id: number, company = idEmpresa): Promise<number[]> => {
  const {body} = await server.api(server.adm, 'GET filial/buscar-filiais-empresa/:company/:id', {params: {company, id}});
  return body.filter((row: {usuarioVinculado: boolean}) => row.usuarioVinculado).map((row: {id: number}) => row.id)
    .toSorted((a: number, b: number) => a - b);
};

test('a new user starts with every switch off, named by branch', async () => {
  const {body} = await server.api(server.adm, 'GET filial/buscar-filiais-empresa/:idEmpresa/0', {params: {idEmpresa}});
  expect(body).toHaveLength(filiais.length);
  expect(body).toEqual(expect.arrayContaining(filiais.map(id => ({id, descricao: expect.any(String), usuarioVinculado: false}))));
});

test('switches that are sent change, the others stay; a full list works too', async () => {
  const {id} = await supplier(filiais[0], filiais[1]);
  expect(await switches(id)).toEqual([filiais[0], filiais[1]]);
  expect(await save({id, filiaisAlteradas: switched([filiais[2]], [filiais[0]])}))
    .toAnswer(200, {filiaisAlteradas: switched([filiais[1], filiais[2]])});
  await save({id, filiaisAlteradas: switched(filiais)});
  expect(await switches(id)).toEqual([...filiais]);
  await save({id, filiaisAlteradas: []});
  await save({id, nome: 'Outro'});
  expect(await switches(id)).toEqual([...filiais]);
});

test('a branch of another company is refused, and nothing is saved', async () => {
  const {id} = await supplier(filiais[0]);
  const answer = await save({id, nome: 'Outro', filiaisAlteradas: switched([filiais[1], foreign.id])});
  expect(answer).toAnswer(400, {codigo: 'VALIDACAO', campos: [{campo: 'filiaisAlteradas'}]});
  expect(await switches(id)).toEqual([filiais[0]]);
});

test('a deleted branch has no switch, and a user is saved again as read', async () => {
  const {id} = await supplier(filiais[0], filiais[1]);
  expect(await server.api(server.adm, 'DELETE filial/:id', {params: {id: filiais[0]}})).toAnswer(200);
  const {body} = await server.api(server.adm, 'GET usuarios/:id', {params: {id}});
  expect(body.filiaisAlteradas).toEqual(switched([filiais[1]]));
  expect(await switches(id)).toEqual([filiais[1]]);
  expect(await save({...body, nome: 'Outro'})).toAnswer(200, {nome: 'Outro'});
});

test('changing the company ends the links of the old one', async () => {
  const {id} = await supplier(filiais[0]);
  expect(await save({id, idEmpresa: foreign.idEmpresa, filiaisAlteradas: switched([foreign.id])})).toAnswer(200);
  expect([await switches(id), await switches(id, foreign.idEmpresa)]).toEqual([[], [foreign.id]]);
});

test('changing to a profile without links ends them', async () => {
  const {id} = await server.seed.usuario({perfil: 'empresaUsuario', idEmpresa, filiais: [filiais[0]]});
  expect(await save({id, tipo: 2})).toAnswer(200);
  await save({id, tipo: 5});
  expect(await switches(id)).toEqual([]);
});

test('an Adm has no company, whatever is sent', async () => {
  const {id} = await supplier(filiais[0]);
  expect(await save({id, tipo: 1})).toAnswer(200, {tipo: 1, idEmpresa: 0, filiaisAlteradas: []});
});

test('users are found by the branch they are linked with', async () => {
  const {id} = await supplier(filiais[1]);
  await supplier(filiais[0]);
  const {body} = await server.api(server.adm, 'GET usuarios', {query: {idFilial: filiais[1]}});
  expect(body.map((row: {id: number}) => row.id)).toEqual([id]);
});

test.each([
  'x', {idFilial: 1}, [{idFilial: 'a', usuarioVinculado: true}], [1], [{idFilial: 99_999_999_999, usuarioVinculado: true}],
])('%j is refused', async filiaisAlteradas => {
  const {id} = await supplier();
  expect(await save({id, filiaisAlteradas})).toAnswer(400);
});

test('a template keeps branch and company together', async () => {
  const {api, adm, seed} = server;
  const template = {descricao: 'M', chavePai: 'P', chave: 'C', idEmpresa, idFilial: foreign.id};
  expect(await api(adm, 'POST modelosformulario', {body: template})).toAnswer(400, {campos: [{campo: 'idFilial'}]});
  const made = await seed.modelo({idEmpresa, idFilial: filiais[0]});
  const moved = await api(adm, 'PUT modelosformulario/:id', {params: {id: made.id}, body: {idEmpresa: foreign.idEmpresa}});
  expect(moved).toAnswer(400, {campos: [{campo: 'idFilial'}]});
});

/** Between any two resources it is the same: a crew of a job, of whoever is of its company; tools of any company, of another one's too. */
describe('between any two resources', () => {
  const both = ['adm', 'empresa'];
  const resourceOf = (one: string, more: Partial<ResourceInput>): ResourceInput => named({one, many: `${one}s`}, {
    access: {list: both, create: both, delete: both}, scope: {adm: ['tudo'], empresa: ['empresa']}, owner: {empresa: 'idEmpresa'}, ...more,
  });
  const config = withResources({
    mecanicos: resourceOf('Mecânico', {fields: {idEmpresa: company}, consequences: {
      escalado: {of: 'servicos', by: 'equipe', before: ['delete'], one: 'Em 1 serviço.', many: 'Em {total}.', refuses: true},
    }}),
    ferramentas: resourceOf('Ferramenta', {scope: {adm: ['tudo'], empresa: ['tudo']}, owner: {}}),
    servicos: resourceOf('Serviço', {
      fields: {
        idEmpresa: company,
        equipe: {
          kind: 'vinculos', label: 'Equipe', to: 'mecanicos', within: 'idEmpresa', wire: {id: 'idMecanico', on: 'escalado'},
          call: 'GET servicos/equipe/:idEmpresa/:id',
        },
        usa: {kind: 'vinculos', label: 'Usa', to: 'ferramentas', wire: {id: 'idFerramenta', on: 'usa'}, call: 'GET servicos/usa/:id'},
      },
      list: {columns: ['nome'], filters: {idEmpresa: {}, equipe: {param: 'idMecanico'}, usa: {}}},
    }),
  });
  const test = beforeTests(() => openTestApp({config}));
  const crew = (on: readonly number[], off: readonly number[] = []) =>
    [...on.map(idMecanico => ({idMecanico, escalado: true})), ...off.map(idMecanico => ({idMecanico, escalado: false}))];
  const made = async (name: string, body: object): Promise<number> => {
    const answer = await test.api(test.adm, `POST ${name}`, {body});
    expect(answer).toAnswer(201);
    return answer.body.id as number;
  };
  let [own, other] = [0, 0];
  let ids: number[] = [];
  let foreign = 0;
  beforeEach(async () => {
    await test.reset();
    [own, other] = [(await test.seed.empresa()).id, (await test.seed.empresa()).id];
    ids = [await made('mecanicos', {nome: 'Ana', idEmpresa: own}), await made('mecanicos', {nome: 'Bia', idEmpresa: own})];
    foreign = await made('mecanicos', {nome: 'Caio', idEmpresa: other});
  });

  it('the config can be started with', () => {
    expect(checkConfig(config)).toEqual([]);
  });

  it('they are switched, read, listed and found by, and their history tells them by name', async () => {
    const [ana, bia] = ids as [number, number];
    const tool = await made('ferramentas', {nome: 'Chave'});
    const id = await made('servicos', {nome: 'Freio', idEmpresa: own, equipe: crew([ana]), usa: [{idFerramenta: tool, usa: true}]});
    const read = async () => (await test.api(test.adm, 'GET servicos/:id', {params: {id}})).body;
    expect(await read()).toMatchObject({equipe: crew([ana]), usa: [{idFerramenta: tool, usa: true}], versao: 1});
    const changed = await test.api(test.adm, 'PUT servicos/:id', {params: {id}, body: {equipe: crew([bia], [ana])}});
    expect(changed).toAnswer(200, {equipe: crew([bia])});
    const switches = await test.api(test.adm, 'GET servicos/equipe/:idEmpresa/:id', {params: {idEmpresa: own, id}});
    expect(switches.body).toEqual([{id: ana, nome: 'Ana', escalado: false}, {id: bia, nome: 'Bia', escalado: true}]);
    const found = async (filter: object) =>
      (await test.api(test.adm, 'GET servicos', {query: {filter: JSON.stringify(filter)}})).body.map((row: {id: number}) => row.id);
    expect([await found({equipe: bia}), await found({equipe: ana}), await found({usa: tool})]).toEqual([[id], [], [id]]);
    const {body: [last]} = await test.api(test.adm, 'GET servicos/:id/historico', {params: {id}});
    expect(last.campos).toEqual([expect.objectContaining({campo: 'equipe', antes: 'Ana', depois: 'Bia'})]);
    const hanging = await test.api(test.adm, 'DELETE mecanicos/:id', {params: {id: bia}});
    expect(hanging).toAnswer(400, {message: 'Em 1 serviço.'});
    expect(await test.api(test.adm, 'DELETE ferramentas/:id', {params: {id: tool}})).toAnswer(200);
    expect(await read()).toMatchObject({usa: []});
  });

  it('never with what is out of reach or of another company, and none of them stays when that changes', async () => {
    const [ana] = ids as [number];
    const boss = await test.seed.usuario({perfil: 'empresa', idEmpresa: other});
    const body = {nome: 'Freio', idEmpresa: own, equipe: crew([ana, foreign])};
    expect(await test.api(test.adm, 'POST servicos', {body})).toAnswer(400, {campos: [{campo: 'equipe'}]});
    const id = await made('servicos', {...body, equipe: crew([ana])});
    const theirs = await made('servicos', {...body, idEmpresa: other, equipe: crew([foreign])});
    const calls = [['GET servicos/equipe/:idEmpresa/:id', {idEmpresa: own, id: 0}], ['GET servicos/usa/:id', {id}]] as const;
    for (const [path, params] of calls) {
      expect(await test.api(boss, path, {params})).toAnswer(404);
    }
    const tried = await test.api(boss, 'PUT servicos/:id', {params: {id: theirs}, body: {equipe: crew([ana])}});
    expect(tried).toAnswer(400, {campos: [{campo: 'equipe'}]});
    const moved = await test.api(test.adm, 'PUT servicos/:id', {params: {id}, body: {idEmpresa: other, equipe: crew([foreign])}});
    expect(moved).toAnswer(200, {equipe: crew([foreign])});
    expect(await test.api(test.adm, 'PUT servicos/:id', {params: {id}, body: {idEmpresa: own}})).toAnswer(200, {equipe: []});
  });
});
