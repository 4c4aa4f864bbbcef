// Links between users and branches (filiaisAlteradas, buscar-filiais-empresa; rules: Users 2).
import {beforeEach, expect, test} from 'vitest';
import {beforeTests} from '../support/beforeTests.ts';
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
  const {id} = await server.seed.usuario({perfil: 'fornecedor', idEmpresa, filiais: [filiais[0], filiais[1]]});
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
  const {id} = await server.seed.usuario({perfil: 'fornecedor', idEmpresa, filiais: [filiais[0]]});
  const answer = await save({id, nome: 'Outro', filiaisAlteradas: switched([filiais[1], foreign.id])});
  expect(answer).toAnswer(400, {codigo: 'VALIDACAO', campos: [{campo: 'filiaisAlteradas'}]});
  expect(await switches(id)).toEqual([filiais[0]]);
});

test('a deleted branch has no switch, and a user is saved again as read', async () => {
  const {id} = await server.seed.usuario({perfil: 'fornecedor', idEmpresa, filiais: [filiais[0], filiais[1]]});
  expect(await server.api(server.adm, 'DELETE filial/:id', {params: {id: filiais[0]}})).toAnswer(200);
  const {body} = await server.api(server.adm, 'GET usuarios/:id', {params: {id}});
  expect(body.filiaisAlteradas).toEqual(switched([filiais[1]]));
  expect(await switches(id)).toEqual([filiais[1]]);
  expect(await save({...body, nome: 'Outro'})).toAnswer(200, {nome: 'Outro'});
});

test('changing the company ends the links of the old one', async () => {
  const {id} = await server.seed.usuario({perfil: 'fornecedor', idEmpresa, filiais: [filiais[0]]});
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
  const {id} = await server.seed.usuario({perfil: 'fornecedor', idEmpresa, filiais: [filiais[0]]});
  expect(await save({id, tipo: 1})).toAnswer(200, {tipo: 1, idEmpresa: 0, filiaisAlteradas: []});
});

test('users are found by the branch they are linked with', async () => {
  const {id} = await server.seed.usuario({perfil: 'fornecedor', idEmpresa, filiais: [filiais[1]]});
  await server.seed.usuario({perfil: 'fornecedor', idEmpresa, filiais: [filiais[0]]});
  const {body} = await server.api(server.adm, 'GET usuarios', {query: {idFilial: filiais[1]}});
  expect(body.map((row: {id: number}) => row.id)).toEqual([id]);
});

test.each([
  'x', {idFilial: 1}, [{idFilial: 'a', usuarioVinculado: true}], [1], [{idFilial: 99_999_999_999, usuarioVinculado: true}],
])('%j is refused', async filiaisAlteradas => {
  const {id} = await server.seed.usuario({perfil: 'fornecedor', idEmpresa});
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
