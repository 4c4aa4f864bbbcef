// Texts that people keep by name: their own, their company's, and nobody else's.
import {sql} from 'kysely';
import {beforeEach, describe, expect, it, onTestFinished} from 'vitest';
import type {SavedReply} from '../../src/schema/lists/savedFiltersAndReplies.ts';
import product from '../../resources.config.ts';
import type {Config} from '../../src/schema/shapes/config.ts';
import {withResource} from '../support/configs.ts';
import {beforeTests} from '../support/beforeTests.ts';
import type {Caller} from '../support/httpApi.ts';
import {openTestApp} from '../support/server.ts';

const server = beforeTests(openTestApp);
beforeEach(() => server.reset());

const reply = {nome: 'Falta a nota', texto: 'Olá, {nome}.\nFalta a nota do ticket {id}.', daEmpresa: false};
const save = (as: Caller, more: object = {}, headers: Record<string, string> = {}) =>
  server.api(as, 'POST respostas-prontas', {body: {...reply, ...more}, headers});
const list = async (as: Caller): Promise<SavedReply[]> => (await server.api(as, 'GET respostas-prontas')).body;
const names = async (as: Caller): Promise<string[]> => (await list(as)).map(({nome}) => nome);
const remove = (as: Caller, id: unknown) => server.api(as, 'DELETE respostas-prontas/:id', {params: {id}});

/** Two who manage a company and one who works in it, and one who manages another. */
const people = async () => {
  const manager = await server.seed.usuario({perfil: 'empresa'});
  const {idEmpresa} = manager;
  return {
    manager, second: await server.seed.usuario({perfil: 'empresa', idEmpresa}),
    worker: await server.seed.usuario({perfil: 'empresaUsuario', idEmpresa}), stranger: await server.seed.usuario({perfil: 'empresa'}),
  };
};

describe('a reply of a person', () => {
  it('comes back as it was kept, by name', async () => {
    const {status, body, headers} = await save(server.adm);
    expect(status).toBe(201);
    expect(headers['location']).toBe(`/api/respostas-prontas/${body.id}`);
    expect(body).toEqual({id: body.id, ...reply, minha: true, podeAlterar: true});
    await save(server.adm, {nome: 'álcool'});
    expect(await names(server.adm)).toEqual(['álcool', 'Falta a nota']);
  });

  it('is kept with its lines, without what nobody sees in it', async () => {
    const {body} = await save(server.adm, {nome: ' Falta\u202E a\nnota ', texto: ' Um\r\n\u200Bdois \n'});
    expect(body).toMatchObject({nome: 'Falta a nota', texto: 'Um\ndois'});
  });

  it('is changed by its id alone: the name again, whatever its case and accents, is refused beside it', async () => {
    const {body: first} = await save(server.adm);
    const taken = 'Já existe uma resposta com este nome. Altere aquela, ou dê outro nome a esta.';
    expect(await save(server.adm, {nome: 'FALTA Á NOTA'})).toAnswer(400, {codigo: 'CONFLITO', campos: [{campo: 'nome', mensagem: taken}]});
    expect(await save(server.adm, {id: first.id, nome: 'FALTA Á NOTA', texto: 'Outra.'})).toAnswer(200, {id: first.id, texto: 'Outra.'});
    const {body: second} = await save(server.adm, {nome: 'Segunda'});
    expect(await save(server.adm, {id: second.id})).toAnswer(400, {codigo: 'CONFLITO'});
    expect(await names(server.adm)).toEqual(['FALTA Á NOTA', 'Segunda']);
  });

  it('sent twice under one key is kept once, and answered alike', async () => {
    const first = await save(server.adm, {}, {'idempotency-key': 'k-1'});
    expect(await save(server.adm, {}, {'idempotency-key': 'k-1'})).toMatchObject({status: first.status, body: first.body});
    expect(await save(server.adm, {nome: 'Outra'}, {'idempotency-key': 'k-1'})).toAnswer(400, {codigo: 'CONFLITO'});
    expect(await list(server.adm)).toHaveLength(1);
  });

  it("is nobody else's, of the same company or not", async () => {
    const {manager, second, stranger} = await people();
    const {body} = await save(manager);
    for (const other of [second, stranger, server.adm]) {
      expect(await list(other)).toEqual([]);
      expect(await save(other, {id: body.id, nome: 'Minha agora'})).toAnswer(404);
      expect(await remove(other, body.id)).toAnswer(404);
      expect(await save(other)).toAnswer(201);
    }
    expect(await list(manager)).toEqual([body]);
    expect(await remove(manager, body.id)).toAnswer(200, {id: body.id});
    expect(await remove(manager, body.id)).toAnswer(404);
  });

  it('goes with them to another company', async () => {
    const {manager, stranger} = await people();
    await save(manager);
    await save(manager, {nome: 'Da empresa', daEmpresa: true});
    await sql`update usuarios set id_empresa = ${stranger.idEmpresa} where id = ${manager.id}`.execute(server.context.db);
    expect(await names(manager)).toEqual(['Falta a nota']);
  });
});

describe("a company's reply", () => {
  const shared = {daEmpresa: true, nome: 'Da empresa'};

  it('is read by the people of its company, and by nobody of another', async () => {
    const {manager, second, worker, stranger} = await people();
    const {body} = await save(manager, shared);
    expect(await list(second)).toEqual([{...body, minha: false, podeAlterar: true}]);
    expect(await list(worker)).toEqual([{...body, minha: false, podeAlterar: false}]);
    expect(await list(stranger)).toEqual([]);
    expect(await list(server.adm)).toEqual([]);
    expect(await save(stranger, shared)).toAnswer(201);
  });

  it('is changed and deleted by who made it and by those who manage the company', async () => {
    const {manager, second, worker, stranger} = await people();
    const {body} = await save(manager, shared);
    expect(await save(worker, {...shared, id: body.id, texto: 'x'})).toAnswer(403);
    expect(await remove(worker, body.id)).toAnswer(403);
    expect(await save(stranger, {...shared, id: body.id, texto: 'x'})).toAnswer(404);
    expect(await remove(stranger, body.id)).toAnswer(404);
    expect(await save(second, {...shared, id: body.id, texto: 'Melhor.'})).toAnswer(200, {minha: false, texto: 'Melhor.'});
    expect(await list(manager)).toMatchObject([{minha: true, texto: 'Melhor.'}]);
    expect(await remove(second, body.id)).toAnswer(200);
  });

  it('is made by those alone whom the config names, and becomes a person\'s own again by its maker alone', async () => {
    const {manager, second, worker} = await people();
    expect(await save(worker, shared)).toAnswer(403, {codigo: 'PERMISSAO'});
    const {body: own} = await save(worker);
    expect(await save(worker, {...reply, id: own.id, daEmpresa: true})).toAnswer(403);
    const {body} = await save(manager, shared);
    expect(await save(second, {...shared, id: body.id, daEmpresa: false})).toAnswer(403);
    expect(await save(manager, {...shared, id: body.id, daEmpresa: false})).toAnswer(200, {daEmpresa: false});
    expect(await list(second)).toEqual([]);
    expect(await save(manager, {...shared, id: body.id})).toAnswer(200, {daEmpresa: true});
    expect(await names(second)).toEqual(['Da empresa']);
  });

  it('has a name once in its company, beside the same name of a person', async () => {
    const {manager, second} = await people();
    await save(manager, shared);
    expect(await save(second, shared)).toAnswer(400, {codigo: 'CONFLITO'});
    expect(await save(second, {...shared, daEmpresa: false})).toAnswer(201);
  });

  it('of an Adm is of all companies, and only an Adm changes it', async () => {
    const {manager, worker, stranger} = await people();
    const {body} = await save(server.adm, shared);
    for (const person of [manager, worker, stranger]) {
      expect(await list(person)).toEqual([{...body, minha: false, podeAlterar: false}]);
      expect(await save(person, {...shared, id: body.id})).toAnswer(403);
      expect(await remove(person, body.id)).toAnswer(403);
    }
    const other = await server.seed.usuario({perfil: 'adm'});
    expect(await save(other, {...shared, id: body.id, texto: 'Nova.'})).toAnswer(200, {minha: false});
    expect(await remove(other, body.id)).toAnswer(200);
  });

  it('is not made by who lost their company', async () => {
    const {manager} = await people();
    await sql`update usuarios set id_empresa = null where id = ${manager.id}`.execute(server.context.db);
    expect(await save(manager, shared)).toAnswer(403, {message: 'Você não pertence a uma empresa.'});
    expect(await list(server.adm)).toEqual([]);
  });
});

it.each(['fornecedor', 'rpa'] as const)('%s has none', async perfil => {
  const person = await server.seed.usuario({perfil});
  expect(await server.api(person, 'GET respostas-prontas')).toAnswer(403);
  expect(await save(person)).toAnswer(403);
  expect(await remove(person, 1)).toAnswer(403);
  expect(await server.api(undefined, 'GET respostas-prontas')).toAnswer(401);
});

describe('what is refused', () => {
  it.each([
    ['no name', {nome: ' '}, 'nome', 'Esse campo é obrigatório.'],
    ['a name too long', {nome: 'x'.repeat(61)}, 'nome', 'Limite de 60 caracteres excedido.'],
    ['a name with NUL', {nome: 'a\0b'}, 'nome', 'Campo inválido.'],
    ['no text', {texto: undefined}, 'texto', 'Esse campo é obrigatório.'],
    ['a text too long', {texto: 'x'.repeat(1001)}, 'texto', 'Limite de 1000 caracteres excedido.'],
    ['a text with half a sign', {texto: 'x\uD800'}, 'texto', 'Campo inválido.'],
    ['a text of another charset', {texto: 'Ol\uFFFD'}, 'texto', 'Campo inválido.'],
    ['a company that is no yes or no', {daEmpresa: 'sim'}, 'daEmpresa', 'Campo inválido.'],
    ['an id that is none', {id: 'x'}, 'id', 'Campo inválido.'],
  ])('%s', async (_what, wrong, campo, mensagem) => {
    expect(await save(server.adm, wrong)).toAnswer(400, {codigo: 'VALIDACAO', campos: [{campo, mensagem}]});
    expect(await list(server.adm)).toEqual([]);
  });

  it('an unknown id', async () => {
    expect(await save(server.adm, {id: 999})).toAnswer(404);
  });

  it('one more than a person holds', async () => {
    await sql`insert into respostas_prontas (id_usuario, da_empresa, nome, texto)
      select ${server.adm.id}::integer, false, 'r' || n, 'x' from generate_series(1, 200) n`.execute(server.context.db);
    expect(await save(server.adm)).toAnswer(400, {
      codigo: 'CONFLITO', message: 'Você já tem 200 respostas prontas. Exclua uma para guardar outra.',
    });
    expect(await save(server.adm, {daEmpresa: true})).toAnswer(201);
    expect(await list(server.adm)).toHaveLength(201);
  });
});

describe('placeholders', () => {
  it('are the number, who made the record, and its fields', async () => {
    expect(await save(server.adm, {texto: '{id} {nome} {descricao} {nomeFilial} {dataCriacao} {}'})).toAnswer(201);
  });

  it('are refused where no record has them, with what there is', async () => {
    const {status, body} = await save(server.adm, {texto: 'Olá, {cliente}.'});
    expect(status).toBe(400);
    expect(body.campos).toEqual([{campo: 'texto', mensagem: body.message}]);
    expect(body.message).toMatch(/^\{cliente\} não é do registro\. Pode usar \{id\}, \{nome\}, .*\{nomeFilial\}.* ou \{\w+\}\.$/);
    // A password is no text, and nobody sees the code.
    expect(body.message).not.toMatch(/codigoTransportadora|senha/);
  });

  it('are those that their writer sees', async () => {
    const config = withResource('tickets', ({fields, ...rest}) =>
      ({...rest, fields: {...fields, descricao: {...fields['descricao']!, see: ['adm']}}}));
    const one = await openTestApp({config});
    onTestFinished(() => one.close());
    const manager = await one.seed.usuario({perfil: 'empresa'});
    const body = {...reply, texto: '{descricao}'};
    expect(await one.api(manager, 'POST respostas-prontas', {body})).toAnswer(400, {codigo: 'VALIDACAO'});
    expect(await one.api(one.adm, 'POST respostas-prontas', {body})).toAnswer(201);
  });
});

it('there are no such calls where the config says nothing of them', async () => {
  const {replies: _none, ...config}: Config = product;
  const one = await openTestApp({config});
  onTestFinished(() => one.close());
  expect(await one.api(one.adm, 'GET respostas-prontas')).toAnswer(404);
  const {body} = await one.api(one.adm, 'GET openapi.json');
  expect(Object.keys(body.paths).filter(path => path.includes('respostas'))).toEqual([]);
});
