// Who may do what (rules: Access 6), written down here by hand: the config must agree with it, not the other way round.
import {beforeAll, describe, expect, test} from 'vitest';
import type {Endpoint} from '../../src/schema/shapes/config.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {newCnpj, type Perfil, type SeedTemplate, type SeedUser} from '../support/seed.ts';
import {listedRoutes} from '../support/routes.ts';
import {openTestApp} from '../support/server.ts';

const server = beforeTests(openTestApp);
/** Company 1, with a user of every profile linked to its first branch, and company 2, which is foreign to them. */
let own: SeedTemplate & {fornecedor: number; outraFilial: number};
let foreign: SeedTemplate & {fornecedor: number; usuario: number};
let users: Record<Perfil, SeedUser>;
const PERFIS = ['adm', 'empresa', 'fornecedor', 'rpa', 'empresaUsuario'] as const;

beforeAll(async () => {
  const {seed} = server;
  const one = await seed.modelo();
  const two = await seed.modelo();
  const outraFilial = (await seed.filial({idEmpresa: one.idEmpresa})).id;
  own = {...one, outraFilial, fornecedor: (await seed.fornecedor({idEmpresa: one.idEmpresa})).id};
  foreign = {
    ...two,
    fornecedor: (await seed.fornecedor({idEmpresa: two.idEmpresa})).id,
    usuario: (await seed.usuario({perfil: 'empresa', idEmpresa: two.idEmpresa})).id,
  };
  const make = (perfil: Perfil) =>
    seed.usuario({perfil, idEmpresa: own.idEmpresa, filiais: perfil === 'fornecedor' || perfil === 'empresaUsuario' ? [own.idFilial] : []});
  users = {
    adm: await make('adm'), empresa: await make('empresa'), fornecedor: await make('fornecedor'), rpa: await make('rpa'),
    empresaUsuario: await make('empresaUsuario'),
  };
});

/** What a refusal says beside its status. */
const REFUSALS: Readonly<Record<number, object>> = {
  400: {codigo: 'VALIDACAO'},
  403: {codigo: 'PERMISSAO', message: 'Seu perfil não tem permissão para esta ação.'},
  404: {codigo: 'NAO_ENCONTRADO', message: 'Registro não encontrado.'},
};

/** The statuses for adm, empresa, fornecedor, rpa, empresaUsuario. */
type Row = [
  call: Endpoint, where: 'own' | 'foreign' | 'any', statuses: readonly [number, number, number, number, number], body?: () => unknown,
];

const companyBody = () => ({razaoSocial: 'Nova', cnpj: newCnpj(), email: 'a@b.test', telefone: '1133334444'});
const branchBody = () => ({descricao: 'Nova', ...companyBody(), contato: 'Ana'});

const matrix: Row[] = [
  ['GET usuarios', 'any', [200, 200, 403, 403, 403]],
  ['GET usuarios/:idUsuario', 'foreign', [200, 404, 404, 404, 404]],
  ['POST usuarios', 'own', [201, 201, 403, 403, 403], () => ({nome: 'X', email: `${newCnpj()}@x.test`, tipo: 3})],
  ['POST usuarios', 'foreign', [201, 400, 403, 403, 403], () => ({nome: 'X', email: `${newCnpj()}@x.test`, tipo: 3})],
  ['PUT usuarios/inativar/:idUsuario', 'foreign', [200, 404, 403, 403, 403]],
  ['PUT usuarios/ativar/:idUsuario', 'foreign', [200, 404, 403, 403, 403]],
  ['PUT usuarios/:idUsuario', 'foreign', [200, 404, 404, 404, 404], () => ({senha: 'segredo-9'})],
  ['GET filial/buscar-filiais-empresa/:idEmpresa/0', 'own', [200, 200, 403, 403, 403]],
  ['GET filial/buscar-filiais-empresa/:idEmpresa/0', 'foreign', [200, 404, 403, 403, 403]],
  ['GET empresas', 'any', [200, 200, 403, 403, 403]],
  ['GET empresas/:idEmpresa', 'own', [200, 200, 403, 403, 403]],
  ['GET empresas/:idEmpresa', 'foreign', [200, 404, 403, 403, 403]],
  ['POST empresas', 'any', [201, 403, 403, 403, 403], companyBody],
  ['PUT empresas/:idEmpresa', 'own', [200, 200, 403, 403, 403], () => ({contato: 'Ana'})],
  ['PUT empresas/:idEmpresa', 'foreign', [200, 404, 403, 403, 403], () => ({contato: 'Ana'})],
  ['PUT empresas/ativar/:idEmpresa', 'own', [200, 403, 403, 403, 403]],
  ['GET empresas/listarCombo', 'any', [200, 200, 200, 200, 200]],
  ['GET filial', 'any', [200, 200, 403, 403, 403]],
  ['GET filial/:idFilial', 'own', [200, 200, 403, 403, 403]],
  ['GET filial/:idFilial', 'foreign', [200, 404, 403, 403, 403]],
  ['POST filial', 'own', [201, 201, 403, 403, 403], branchBody],
  ['POST filial', 'foreign', [201, 400, 403, 403, 403], branchBody],
  ['PUT filial/:idFilial', 'own', [200, 200, 403, 403, 403], () => ({contato: 'Ana'})],
  ['PUT filial/:idFilial', 'foreign', [200, 404, 403, 403, 403], () => ({contato: 'Ana'})],
  ['GET fornecedores', 'any', [200, 200, 403, 403, 403]],
  ['GET fornecedores/:fornecedor', 'own', [200, 200, 403, 403, 403]],
  ['GET fornecedores/:fornecedor', 'foreign', [200, 404, 403, 403, 403]],
  ['PUT fornecedores/:fornecedor', 'foreign', [200, 404, 403, 403, 403], () => ({contato: 'Ana'})],
  ['PUT fornecedores/inativar/:fornecedor', 'own', [200, 200, 403, 403, 403]],
  ['PUT fornecedores/inativar/:fornecedor', 'foreign', [200, 404, 403, 403, 403]],
  ['GET modelosformulario', 'any', [200, 200, 403, 200, 403]],
  ['GET modelosformulario/:id', 'own', [200, 200, 200, 200, 200]],
  ['GET modelosformulario/:id', 'foreign', [200, 404, 404, 404, 404]],
  ['POST modelosformulario', 'own', [201, 201, 403, 403, 403], () => ({descricao: 'M', chavePai: 'P', chave: 'C'})],
  ['POST modelosformulario', 'foreign', [201, 400, 403, 403, 403], () => ({descricao: 'M', chavePai: 'P', chave: 'C'})],
  ['PUT modelosformulario/:id', 'own', [200, 200, 403, 403, 403], () => ({chave: 'C2'})],
  ['PUT modelosformulario/:id', 'foreign', [200, 404, 403, 403, 403], () => ({chave: 'C2'})],
  ['GET modelosFormularioItem', 'any', [200, 200, 200, 200, 200]],
  ['POST modelosFormularioItem', 'own', [201, 201, 403, 403, 403], () => ({descricao: 'I', tipoCampo: 'texto'})],
  ['POST modelosFormularioItem', 'foreign', [201, 400, 403, 403, 403], () => ({descricao: 'I', tipoCampo: 'texto'})],
  ['PUT modelosFormularioItem/:idItem', 'foreign', [200, 404, 403, 403, 403], () => ({descricao: 'I2'})],
  ['DELETE modelosFormularioItem/:idItem', 'foreign', [200, 404, 403, 403, 403]],
  ['GET modelosFormulario/listarCombo/:idFilial', 'own', [200, 200, 200, 200, 200]],
  ['GET tickets', 'any', [200, 200, 200, 200, 200]],
  ['GET statusTickets/listarCombo', 'any', [200, 200, 200, 200, 200]],
  ['GET tickets/lista-fixa-transgenia', 'any', [200, 200, 200, 200, 200]],
  ['GET ticketsArquivo/lista-tipos-arquivo', 'any', [200, 200, 200, 200, 200]],
  ['GET avisos', 'any', [200, 200, 200, 403, 200]],
  ['PUT avisos/lidos', 'any', [200, 200, 200, 403, 200], () => ({ate: 1})],
  ['GET usuarios/:idUsuario/avisos', 'foreign', [403, 404, 404, 403, 404]],
  ['PUT usuarios/:idUsuario/avisos', 'foreign', [403, 404, 404, 403, 404], () => ({email: 'nunca'})],
];

// Refused profiles first: the Adm's call may take the record away.
describe.each(matrix)('%s (%s)', (call, where, statuses, body) => {
  test.each(PERFIS.map((perfil, index) => [perfil, statuses[index] ?? 0] as const).toReversed())('%s: %i', async (perfil, status) => {
    const place = where === 'foreign' ? foreign : own;
    const params = {...place, idItem: place.itens[0]?.id, idUsuario: foreign.usuario};
    const named = {idEmpresa: place.idEmpresa, idFilial: place.idFilial, idModeloFormulario: place.id};
    const answer = await server.api(users[perfil], call, {
      params, ...(body === undefined ? {} : {body: call.startsWith('POST') ? {...named, ...(body() as object)} : body()}),
    });
    expect(answer).toAnswer(status);
    expect(answer.body).toMatchObject(REFUSALS[status] ?? {});
  });
});

test('every call but the public ones asks who it is', async () => {
  const PUBLIC = new Set([
    'GET /api/vivo', 'GET /api/pronto', 'POST /api/usuarios/login',
    'POST /api/resetsenha/forgot-password', 'GET /api/usuarios/busca-usuario-reset-senha/:token', 'POST /api/resetsenha/reset-senha',
  ]);
  const all = await listedRoutes(server.context);
  expect(all.length).toBeGreaterThan(40);
  for (const {method, url} of all) {
    const answer = await server.app.inject({method, url: url.replaceAll(/:\w+/g, '1')});
    const isPublic = PUBLIC.has(`${method} ${url}`);
    expect(answer.statusCode === 401, `${method} ${url} answered ${answer.statusCode}`).toBe(!isPublic);
  }
});

describe('a list shows', () => {
  const idsOf = async (perfil: Perfil, call: Endpoint, query: Record<string, string | number> = {}): Promise<number[]> => {
    const {body} = await server.api(users[perfil], call, {query});
    return (body.registros ?? body).map((row: {id: number}) => row.id);
  };

  test('Empresa its own company and nothing else', async () => {
    expect(await idsOf('empresa', 'GET empresas')).toEqual([own.idEmpresa]);
    expect(await idsOf('empresa', 'GET empresas/listarCombo')).toEqual([own.idEmpresa]);
    expect(await idsOf('empresa', 'GET fornecedores')).toEqual([own.fornecedor]);
    expect(await idsOf('empresa', 'GET filial', {idEmpresa: foreign.idEmpresa})).toEqual([]);
    expect(await idsOf('empresa', 'GET modelosFormularioItem', {idModeloFormulario: foreign.id})).toEqual([]);
    expect(await idsOf('empresa', 'GET usuarios')).not.toContain(users.adm.id);
    expect(await idsOf('empresa', 'GET usuarios', {idEmpresa: foreign.idEmpresa})).toEqual([]);
  });

  test.each(['fornecedor', 'empresaUsuario'] as const)('%s the branches linked, and their templates and items', async perfil => {
    const user = users[perfil];
    expect(await idsOf(perfil, `GET filial/listarCombo/${own.idEmpresa}/${user.id}`)).toEqual([own.idFilial]);
    expect(await idsOf(perfil, `GET modelosFormulario/listarCombo/${own.idFilial}`)).toContain(own.id);
    expect(await idsOf(perfil, `GET modelosFormulario/listarCombo/${own.outraFilial}`)).toEqual([]);
    expect(await idsOf(perfil, 'GET modelosFormularioItem', {idModeloFormulario: own.id})).toContain(own.itens[0]?.id);
    expect(await idsOf(perfil, 'GET modelosFormularioItem', {idModeloFormulario: foreign.id})).toEqual([]);
  });

  test('a combo of a foreign company or branch is empty, and of none too', async () => {
    for (const perfil of ['empresa', 'fornecedor', 'rpa', 'empresaUsuario'] as const) {
      const {id} = users[perfil];
      expect(await idsOf(perfil, `GET filial/listarCombo/${foreign.idEmpresa}/${id}`)).toEqual([]);
      expect(await idsOf(perfil, `GET filial/listarCombo/0/${id}`)).toEqual([]);
      expect(await idsOf(perfil, `GET modelosFormulario/listarCombo/${foreign.idFilial}`)).toEqual([]);
    }
  });

  test('nobody but the Adm reads a combo in the name of somebody else', async () => {
    const call: Endpoint = `GET filial/listarCombo/${own.idEmpresa}/${users.fornecedor.id}`;
    expect(await server.api(users.adm, call)).toAnswer(200);
    for (const perfil of ['empresa', 'rpa', 'empresaUsuario'] as const) expect((await server.api(users[perfil], call)).status).toBe(
      403,
    );
  });
});

describe('nobody gives themselves more', () => {
  const save = (perfil: Perfil, body: unknown) => server.api(users[perfil], 'POST usuarios', {body});

  test('only an Adm makes an Adm or a robot', async () => {
    for (const tipo of [1, 4]) {
      const answer = await save('empresa', {nome: 'X', email: `x${tipo}@x.test`, tipo, idEmpresa: own.idEmpresa});
      expect(answer).toAnswer(400, {codigo: 'VALIDACAO', campos: [{campo: 'tipo'}]});
    }
  });

  test('one\'s own profile and state are not changed, and who sends others is told', async () => {
    for (const other of [{tipo: 5}, {ativo: false}]) {
      expect(await save('empresa', {id: users.empresa.id, nome: 'Outro', ...other})).toAnswer(400, {
        campos: [{campo: Object.keys(other)[0], mensagem: 'Ninguém altera isto no próprio cadastro.'}],
      });
    }
    expect(await save('empresa', {id: users.empresa.id, tipo: 2, ativo: true, nome: 'Eu'})).toAnswer(200, {tipo: 2, nome: 'Eu'});
  });

  test('the state of a user is changed by its actions alone', async () => {
    expect(await save('adm', {id: foreign.usuario, ativo: false, tipo: 2})).toAnswer(200, {ativo: true});
  });

  test('a robot of the company is not the company\'s to change', async () => {
    expect(await save('empresa', {id: users.rpa.id, senha: 'tomei-posse'})).toAnswer(403);
  });
});
