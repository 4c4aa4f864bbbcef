// The one engine, on resources that no code names: what is declared of actions, people, a frozen form and files is done.
import {sql} from 'kysely';
import {beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {acceptance} from '../support/acceptance.ts';
import {beforeTests} from '../support/beforeTests.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp, type Answer, type Call} from '../support/server.ts';

const server = beforeTests(() => openTestApp({config: acceptance}));
let place: {idEmpresa: number; idFilial: number};
let idRoteiro: number;
let perguntas: {id: number}[];
let ana: SeedUser;
let bia: SeedUser;
let chefe: SeedUser;
let parceiro: SeedUser;
beforeAll(async () => {
  const {idEmpresa, id: idFilial} = await server.seed.filial();
  place = {idEmpresa, idFilial};
  const filiais = [idFilial];
  ana = await server.seed.usuario({perfil: 'empresaUsuario', idEmpresa, filiais, nome: 'Ana'});
  bia = await server.seed.usuario({perfil: 'empresaUsuario', idEmpresa, filiais, nome: 'Bia'});
  chefe = await server.seed.usuario({perfil: 'empresa', idEmpresa, nome: 'Chefe'});
  parceiro = await server.seed.usuario({perfil: 'fornecedor', idEmpresa, filiais, codigoExterno: 'P-1'});
  ({body: {id: idRoteiro}} = await server.api(server.adm, 'POST roteiros', {body: {...place, nome: 'Carga', norma: 'NR-1'}}));
  perguntas = [];
  for (const [descricao, obrigatorio] of [['Peso', true], ['Transportadora', false]] as const) {
    const body = {idRoteiro, descricao, tipoCampo: 'texto', obrigatorio, noResumo: true};
    perguntas.push((await server.api(server.adm, 'POST roteirosPergunta', {body})).body);
  }
});

let laudo: Answer['body'];
const values = () => ({...place, idRoteiro, titulo: 'Laudo', itens: [{id: perguntas[0]!.id, valor: '10'}]});
const open = async (as = ana, more: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  server.api(as, 'POST laudos', {body: {...values(), ...more}, headers});
beforeEach(async () => {
  ({body: laudo} = await open());
});
const act = (as: {id: number; token: string}, name: string, body?: object, more: Call = {}) =>
  server.api(as, acceptance.resources['laudos']!.actions![name]!.call, {params: {id: laudo.id, idUsuario: as.id}, body, ...more});
const read = async (as: SeedUser | typeof server.adm = server.adm): Promise<Answer['body']> =>
  (await server.api(as, 'GET laudos/:id', {params: {id: laudo.id}})).body;
const history = async (): Promise<Answer['body']> =>
  (await server.api(server.adm, 'GET laudos/:id/historico', {params: {id: laudo.id}})).body;

describe('a record with parts', () => {
  it('is made with its author, its status, its form as it is now and what it keeps of it', async () => {
    expect(laudo).toMatchObject({
      titulo: 'Laudo', situacao: 1, nomeSituacao: 'Rascunho', idAutor: ana.id, urgencia: 'normal', nomeRoteiro: 'Carga', norma: 'NR-1',
      respostas: 'Peso: 10', itens: [{descricao: 'Peso', valor: '10', obrigatorio: true}, {descricao: 'Transportadora', valor: ''}],
      arquivos: [],
    });
    for (const at of [laudo.desde, laudo.abertoEm]) expect(new Date(at).getTime()).toBeGreaterThan(Date.now() - 600_000);
    expect(await read(ana)).toEqual(laudo);
    expect(await history()).toEqual([expect.objectContaining({acao: 'Abrir Laudo', comentario: 'Laudo Aberto', paraStatus: 'Rascunho'})]);
    expect(await open(ana, {itens: [{id: perguntas[0]!.id, valor: ''}]}))
      .toAnswer(400, {campos: [{campo: `itens.${perguntas[0]!.id}`, mensagem: 'Campo obrigatório'}]});
  });

  it('is saved, fields and form, and the history tells both', async () => {
    const answer = await server.api(ana, 'PUT laudos/:id', {
      params: {id: laudo.id}, body: {titulo: 'Outro', versao: laudo.versao, itens: [{id: laudo.itens[0].id, valor: '12'}]},
    });
    expect(answer).toAnswer(200, {titulo: 'Outro', respostas: 'Peso: 12', versao: laudo.versao + 1});
    expect((await history())[0]).toEqual(expect.objectContaining({
      acao: 'Salvar', comentario: 'Campos alterados: Peso: de 10 para 12.',
      campos: [{campo: 'titulo', rotulo: 'Título', antes: 'Laudo', depois: 'Outro'}],
    }));
    // Again: nothing changes, nothing is told.
    await server.api(ana, 'PUT laudos/:id', {params: {id: laudo.id}, body: {titulo: 'Outro'}});
    expect(await history()).toHaveLength(2);
    expect((await read()).versao).toBe(laudo.versao + 1);
  });

  it('is saved by nobody at its end, and by whom its status lets', async () => {
    await act(chefe, 'assumir');
    expect(await server.api(ana, 'PUT laudos/:id', {params: {id: laudo.id}, body: {titulo: 'x'}}))
      .toAnswer(403, {message: 'Somente o perito pode fazer isto.'});
    await act(server.adm, 'recusar');
    expect(await server.api(server.adm, 'PUT laudos/:id', {params: {id: laudo.id}, body: {titulo: 'x'}}))
      .toAnswer(400, {codigo: 'CONFLITO', message: 'Laudo já está em Recusado.'});
  });
});

describe('an action', () => {
  it('sets what is declared, stamps, and answers the record as it is read', async () => {
    const answer = await act(ana, 'assumir');
    expect(answer).toAnswer(200, {situacao: 2, idPerito: ana.id, nomePerito: 'Ana'});
    expect(answer.body).toEqual(await read(ana));
    expect(new Date(answer.body.desde).getTime()).toBeGreaterThan(new Date(laudo.desde).getTime());
    expect(await act(ana, 'aprovar', {parecer: 'Certo.'})).toAnswer(200, {situacao: 4, aprovadoEm: expect.stringMatching(/^2/)});
    expect((await history())[0]).toMatchObject({acao: 'Aprovar', comentario: 'Certo.', deStatus: 'Em Análise', paraStatus: 'Aprovado'});
  });

  it('that only asks keeps every answer, and the record its version', async () => {
    for (const nota of ['Primeira', 'Segunda']) expect(await act(ana, 'anotar', {nota})).toAnswer(200, {versao: laudo.versao});
    const notes = (await history()).flatMap((entry: {campos?: {depois: string}[]}) => entry.campos?.map(({depois}) => depois) ?? []);
    expect(notes).toEqual(['Segunda', 'Primeira']);
  });

  it('asks for somebody who reaches the record, and offers exactly those', async () => {
    await act(ana, 'assumir');
    const stranger = await server.seed.usuario({perfil: 'empresaUsuario', idEmpresa: place.idEmpresa, filiais: []});
    const inactive = await server.seed.usuario({perfil: 'empresaUsuario', idEmpresa: place.idEmpresa, filiais: [place.idFilial]});
    await server.api(server.adm, 'PUT usuarios/inativar/:id', {params: {id: inactive.id}});
    const {status, body} = await server.api(chefe, 'GET laudos/encaminhar/:id/opcoes', {params: {id: laudo.id}});
    expect(status).toBe(200);
    expect(body).toEqual(expect.arrayContaining([expect.objectContaining({id: bia.id, nome: 'Bia'})]));
    const ids = body.map(({id}: {id: number}) => id);
    expect(ids).toContain(server.adm.id);
    // Ana has it already: another is asked for.
    for (const {id} of [stranger, inactive, parceiro, ana]) {
      expect(ids).not.toContain(id);
      expect(await act(chefe, 'encaminhar', {idPerito: id})).toAnswer(400, {campos: [{campo: 'idPerito', mensagem: 'Campo inválido.'}]});
    }
    expect(await act(chefe, 'encaminhar', {idPerito: bia.id})).toAnswer(200, {idPerito: bia.id, nomePerito: 'Bia'});
    expect((await history())[0].campos).toEqual([{campo: 'idPerito', rotulo: 'Perito', antes: 'Ana', depois: 'Bia'}]);
    expect(await server.api(ana, 'GET laudos/encaminhar/:id/opcoes', {params: {id: laudo.id}})).toAnswer(403);
  });

  it('needs what it needs: the items by name, the rest in words', async () => {
    await act(ana, 'assumir');
    await sql`update laudos_formularios set valor = '' where id_registro = ${laudo.id}`.execute(server.context.db);
    expect(await act(ana, 'aprovar', {parecer: 'Certo.'})).toAnswer(400, {
      codigo: 'VALIDACAO', campos: [{campo: `itens.${laudo.itens[0].id}`, mensagem: 'Campo obrigatório'}],
    });
    expect(await act(ana, 'assumir')).toAnswer(400, {codigo: 'CONFLITO', message: 'Você já é o perito.'});
  });

  it('that creates under a key makes one record, without files too', async () => {
    const [one, again] = [await open(ana, {}, {'idempotency-key': 'duas'}), await open(ana, {}, {'idempotency-key': 'duas'})];
    expect(again).toAnswer(201, {id: one.body.id});
  });
});
