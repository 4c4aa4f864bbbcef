import {beforeEach, describe, expect, it} from 'vitest';
import product from '../../resources.config.ts';
import type {Action, Endpoint} from '../../src/schema/shapes/config.ts';
import {statusByKey} from '../../src/schema/statuses/statuses.ts';
import {listTargetStatuses} from '../../src/schema/lifeCycle/workflow.ts';
import {beforeTests} from '../support/beforeTests.ts';
import type {Perfil} from '../support/seed.ts';
import {openTestApp, type Answer} from '../support/server.ts';
import {createWorld, formOf, openTicket, putInto} from '../support/tickets.ts';

const tickets = product.resources.tickets;
const actions: Readonly<Record<string, Action>> = tickets.actions;
const MOTIVO = 'Aguardando o comprovante assinado.';

const test = beforeTests(openTestApp);
const world = beforeTests(() => createWorld(test, 'agendar-descarga'));
let id: number;

beforeEach(async () => {
  id = (await openTicket(test, world, world.users.empresa)).id;
});

const act = (
  name: string, perfil: Perfil, ticket = id, body: unknown = {comentario: MOTIVO}, endpoint: Endpoint = actions[name]!.call,
): Promise<Answer> =>
  test.api(world.users[perfil], endpoint, {params: {id: ticket, idUsuario: world.users[perfil].id}, body});

describe('a move', () => {
  it.each(Object.entries(actions).filter(([, action]) => action.to !== undefined))('%s answers, counts and tells', async (name, action) => {
    const [from = ''] = Object.keys(action.from ?? {});
    await putInto(test, id, from, {atendente: world.users.adm.id});
    const before = (await test.api(world.users.empresa, 'GET tickets/:id', {params: {id}})).body;
    const answer = await act(name, 'empresa');
    const target = statusByKey(tickets, listTargetStatuses(action)[0] ?? '')!;
    expect(answer.body).toMatchObject({id, idStatusTicket: target.id, descricaoStatus: target.name, versao: before.versao + 1});
    expect(answer.headers['etag']).toBe(`"${before.versao + 1}"`);

    const {body: history} = await test.api(world.users.empresa, 'GET ticketsHistorico/:id', {params: {id}});
    expect(history[0]).toEqual({
      comentario: action.asks === undefined ? action.success.replace('!', '') : MOTIVO,
      dataCriacao: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      nomeUsuario: expect.stringMatching(/^Pessoa/), acao: action.label, deStatus: statusByKey(tickets, from)!.name,
      paraStatus: target.name,
    });
    const {body: after} = await test.api(world.users.empresa, 'GET tickets/:id', {params: {id}});
    expect(answer.body).toEqual(after);
    const attendant = action.sets?.['idUsuarioAtendimento'];
    expect(after.idUsuarioAtendimento)
      .toBe(attendant === 'session.id' ? world.users.empresa.id : attendant === null ? 0 : before.idUsuarioAtendimento);
  });

  it.each(Object.entries(actions).flatMap(([name, action]) => (action.also ??
    []).map((also): [string, Endpoint] => [name, also])))('%s also as %s', async (name, also) => {
    await putInto(test, id, Object.keys(actions[name]!.from ?? {})[0] ?? '');
    expect(await act(name, 'empresa', id, {comentario: MOTIVO}, also)).toAnswer(200, {id});
  });

  it('takes a lone id as the ticket, even where a user has it', async () => {
    const user = world.users.empresa;
    expect(user.id).not.toBe(id);
    await test.api(user, 'PUT tickets/iniciar-atendimento/:id', {params: {id}});
    expect((await test.api(user, 'GET tickets/:id', {params: {id}})).body)
      .toMatchObject({idStatusTicket: 3, idUsuarioAtendimento: user.id, nomeUsuarioAtendimento: expect.stringMatching(/^Pessoa/)});
  });

  it('needs its reason', async () => {
    await putInto(test, id, 'pendencia');
    for (const [comentario, mensagem] of [
      [undefined, 'Esse campo é obrigatório.'], ['   ', 'Esse campo é obrigatório.'],
      ['x'.repeat(301), 'Limite de 300 caracteres excedido.'], ['a\u0000b', 'Campo inválido.'], [7, 'Campo inválido.'],
    ]) {
      expect(await act('finalizar', 'empresa', id, {comentario})).toAnswer(400, {
        codigo: 'VALIDACAO', message: mensagem, campos: [{campo: 'comentario', mensagem}],
      });
    }
    expect(await act('finalizar', 'empresa', id, {comentario: 'ok'})).toAnswer(200);
  });

  it('asks for ten characters to cancel', async () => {
    expect(await act('cancelar', 'empresa', id, {comentario: 'curto   '}))
      .toAnswer(400, {message: 'O motivo deve ter pelo menos 10 caracteres.'});
    expect(await act('cancelar', 'empresa', id, {comentario: 'dez letras'})).toAnswer(200);
  });

  it('goes to service where the template names no workflow', async () => {
    const plain = await createWorld(test);
    const ticket = await openTicket(test, plain, plain.users.empresa);
    await putInto(test, ticket.id, 'emAprovacao');
    expect((await test.api(plain.users.empresa, actions['aprovar']!.call, {
      params: {id: ticket.id, idUsuario: plain.users.empresa.id},
    })).body)
      .toMatchObject({idStatusTicket: 3});
    for (const [name, from] of [['enviarRpa', 'emAtendimento'], ['reprocessar', 'pendencia']] as const) {
      await putInto(test, ticket.id, from);
      expect(await test.api(plain.users.empresa, actions[name]!.call, {params: {id: ticket.id}}))
        .toAnswer(400, {codigo: 'CONFLITO', message: 'O modelo deste ticket não tem workflow RPA.'});
    }
  });

  it.each([
    ['finalizar', 'empresa', 'Pronto', 7], ['comentar', 'fornecedor', 'Segue o laudo.', 6], ['reabrir', 'fornecedor', '', 1],
  ] as const)('keeps the files that come with it, and tells of each: %s', async (name, perfil, comentario, status) => {
    const user = world.users[perfil];
    await putInto(test, id, 'pendencia', {autor: user.id});
    const send = (files: {nome: string; tipo?: string}[], as = user) => test.api(as, actions[name]!.call, {
      params: {id, idUsuario: as.id}, form: formOf(comentario === '' ? {} : {comentario}, files),
    });
    const refused = (codigo: string) => ({status: 400, body: {codigo}});
    expect(await send([{nome: 'laudo.pdf'}])).toAnswer(400, {message: 'Selecione o tipo do arquivo.'});
    expect(await send([{nome: 'laudo.bat', tipo: 'Laudo'}])).toMatchObject(refused('EXTENSAO'));
    const {UPLOAD_MAX_FILES} = test.context.env;
    const many = Array.from({length: UPLOAD_MAX_FILES}, () => ({nome: 'laudo.pdf', tipo: 'Laudo'}));
    expect(await send(many)).toMatchObject(refused('TAMANHO'));
    expect(await send([{nome: 'laudo.pdf', tipo: 'Laudo'}], (await createWorld(test)).users[perfil])).toAnswer(404);
    expect(await send([{nome: 'laudo.pdf', tipo: 'Laudo'}])).toAnswer(200, {idStatusTicket: status});
    const {body} = await test.api(world.users.empresa, 'GET ticketsArquivo/:id', {params: {id}});
    expect(body.map((file: {nomeArquivo: string}) => file.nomeArquivo)).toEqual(['nota.pdf', 'laudo.pdf']);
    const {body: [file, said]} = await test.api(user, 'GET ticketsHistorico/:id', {params: {id}});
    expect(file).toMatchObject({acao: 'Adicionar Arquivo', comentario: 'Arquivo adicionado: laudo.pdf (Laudo).'});
    expect(said).toMatchObject({acao: actions[name]!.label, comentario: comentario || 'Ticket Reaberto'});
  });

  it("is 404 on another company's ticket, before anything else", async () => {
    const other = await createWorld(test);
    for (const action of Object.values(actions)) {
      const {empresa, fornecedor} = other.users;
      for (const user of [empresa, fornecedor]) {
        expect(await test.api(user, action.call, {params: {id, idUsuario: 1}, body: {}}))
          .toAnswer(404, {message: 'Registro não encontrado.'});
      }
      expect(await test.api(world.users.adm, action.call, {params: {id: 'abc', idUsuario: 1}, body: {}})).toAnswer(404);
      expect(await test.api(world.users.adm, action.call, {params: {id: 99_999_999_999, idUsuario: 1}, body: {}})).toAnswer(404);
    }
  });
});

describe('many at once', () => {
  it('has one winner among different moves', async () => {
    const answers = await Promise.all(['atender', 'cancelar', 'enviarAprovacao', 'atender', 'cancelar'].map(name => act(name, 'empresa')));
    // 'Enviar para Aprovação' also leaves Em-Atendimento, so it may follow 'Atender'.
    const won = answers.filter(answer => answer.status === 200).length;
    const {body: history} = await test.api(world.users.empresa, 'GET ticketsHistorico/:id', {params: {id}});
    expect(history).toHaveLength(won + 1);
    const steps = history.toReversed().map((one: {deStatus: string; paraStatus: string}) => [one.deStatus, one.paraStatus]);
    for (let at = 1; at < steps.length; at++) expect(steps[at][0]).toBe(steps[at - 1][1]);
  });
});
