// Filters a person keeps under a name: their own on every machine, and nobody else's.
import {sql} from 'kysely';
import {beforeEach, describe, expect, it} from 'vitest';
import {beforeTests} from '../support/beforeTests.ts';
import {openTestApp} from '../support/server.ts';

const server = beforeTests(openTestApp);
beforeEach(() => server.reset());

const filter = {
  recurso: 'empresas', nome: 'Só ativas', filtro: {razaoSocial: 'São'}, colunas: ['razaoSocial', 'cnpj'],
  ordenacao: {campo: 'cnpj', ordem: 'desc'},
};
const save = (body: unknown, token = server.adm.token) => server.api(token, 'POST filtros-salvos', {body});
const list = async (token = server.adm.token, query: Record<string, string> = {}): Promise<{id: number; nome: string}[]> =>
  (await server.api(token, 'GET filtros-salvos', {query})).body;

describe('a saved filter', () => {
  it('comes back as it was saved', async () => {
    const {status, body, headers} = await save(filter);
    expect(status).toBe(201);
    expect(headers['location']).toBe(`/api/filtros-salvos/${body.id}`);
    expect(body).toEqual({id: body.id, ...filter});
    expect(await list()).toEqual([body]);
  });

  it('keeps its name without what nobody sees in it', async () => {
    const {body: first} = await save({...filter, nome: 'Só\u202E  ativas\u200B'});
    expect(first.nome).toBe('Só  ativas');
  });

  it('needs neither columns nor order', async () => {
    const {status, body} = await save({recurso: 'empresas', nome: 'Todas', filtro: {}});
    expect(status).toBe(201);
    expect(body).toMatchObject({filtro: {}, colunas: null, ordenacao: null});
  });

  it('is replaced by one of the same name, whatever its case and accents', async () => {
    const {body: first} = await save(filter);
    const {status, body} = await save({...filter, nome: 'SO ATIVAS', filtro: {cnpj: '1'}, colunas: undefined});
    expect(status).toBe(200);
    expect(body).toMatchObject({id: first.id, nome: 'SO ATIVAS', filtro: {cnpj: '1'}, colunas: null});
    expect(await list()).toHaveLength(1);
  });

  it('sent twice under one key is saved once, and answered alike', async () => {
    const send = (body: unknown) => server.api(server.adm, 'POST filtros-salvos', {body, headers: {'idempotency-key': 'k-1'}});
    const first = await send(filter);
    expect(await send(filter)).toMatchObject({status: first.status, body: first.body});
    expect(first.status).toBe(201);
    expect(await send({...filter, nome: 'Outro'})).toAnswer(400);
    expect(await list()).toHaveLength(1);
  });

  it('shares its name with one of another list', async () => {
    await save(filter);
    expect(await save({...filter, recurso: 'usuarios'})).toAnswer(201);
    expect(await list(server.adm.token, {recurso: 'usuarios'})).toMatchObject([{recurso: 'usuarios'}]);
    expect(await list()).toHaveLength(2);
  });

  it('is gone when deleted', async () => {
    const {body} = await save(filter);
    expect(await server.api(server.adm, 'DELETE filtros-salvos/:id', {params: body})).toAnswer(200, {id: body.id});
    expect(await list()).toEqual([]);
    expect(await server.api(server.adm, 'DELETE filtros-salvos/:id', {params: body})).toAnswer(404);
  });

  it("is nobody else's", async () => {
    const {body} = await save(filter);
    const other = await server.seed.usuario({perfil: 'adm'});
    expect(await list(other.token)).toEqual([]);
    expect(await server.api(other, 'DELETE filtros-salvos/:id', {params: body})).toAnswer(404);
    expect(await save(filter, other.token)).toAnswer(201);
    expect(await list()).toEqual([body]);
  });

  it('is for who may see the list', async () => {
    const {token} = await server.seed.usuario({perfil: 'fornecedor'});
    expect(await save(filter, token)).toAnswer(403);
    expect(await save({...filter, recurso: 'tickets'}, token)).toAnswer(201);
  });

  it('is asked for by nobody without a session', async () => {
    expect(await server.api(undefined, 'GET filtros-salvos')).toAnswer(401);
  });
});

describe('what is refused', () => {
  it.each([
    ['no name', {nome: ' '}, 'nome', 'Esse campo é obrigatório.'],
    ['a name that nobody sees', {nome: '\u202E\u200B'}, 'nome', 'Esse campo é obrigatório.'],
    ['a name too long', {nome: 'x'.repeat(61)}, 'nome', 'Limite de 60 caracteres excedido.'],
    ['a name with NUL', {nome: 'a\0b'}, 'nome', 'Campo inválido.'],
    ['a filter above 4 KB', {filtro: {nome: 'x'.repeat(4097)}}, 'filtro', 'O filtro é grande demais.'],
    ['a filter with NUL', {filtro: {nome: 'a\0b'}}, 'filtro', 'Campo inválido.'],
    ['no filter', {filtro: undefined}, 'filtro', 'Campo inválido.'],
    ['a filter that is a list', {filtro: []}, 'filtro', 'Campo inválido.'],
    ['an unknown list', {recurso: 'toString'}, 'recurso', 'Campo inválido.'],
    ['columns that are none', {colunas: 'cnpj'}, 'colunas', 'Campo inválido.'],
    ['a filter with half a sign', {filtro: {nome: 'x\uD800'}}, 'filtro', 'Campo inválido.'],
    ['a filter with NUL in a name', {filtro: {ids: [{'a\0b': 1}]}}, 'filtro', 'Campo inválido.'],
    ['a column with NUL', {colunas: ['cnpj', 'a\0b']}, 'colunas', 'Campo inválido.'],
    ['a column with half a sign', {colunas: ['\uDFFF']}, 'colunas', 'Campo inválido.'],
    ['an order with NUL', {ordenacao: {campo: '\0', ordem: 'asc'}}, 'ordenacao', 'Campo inválido.'],
    ['an order that is none', {ordenacao: {campo: 'cnpj', ordem: 'x'}}, 'ordenacao', 'Campo inválido.'],
  ])('%s', async (_what, wrong, campo, mensagem) => {
    expect(await save({...filter, ...wrong})).toAnswer(400, {codigo: 'VALIDACAO', campos: [{campo, mensagem}]});
    expect(await list()).toEqual([]);
  });

  it('what only looks like NUL is not', async () => {
    const filtro = {razaoSocial: '\\u0000'};
    expect(await save({...filter, filtro})).toAnswer(201, {filtro});
  });

  it('a name of 60 characters is not', async () => {
    expect(await save({...filter, nome: 'x'.repeat(60)})).toAnswer(201);
  });

  it('one filter more than a list holds', async () => {
    const {id} = server.adm;
    const {db} = server.context;
    await sql`insert into filtros_salvos (id_usuario, recurso, nome, filtro)
      select ${id}::integer, 'empresas', 'f' || n, '{}'::jsonb from generate_series(1, 100) n`.execute(db);
    expect(await save(filter)).toAnswer(400, {codigo: 'CONFLITO'});
    expect(await list()).toHaveLength(100);
    expect(await save({...filter, nome: 'f1'})).toAnswer(200);
  });
});
