// Em-Atendimento always has a way to get somebody, and whoever reads an open ticket can say something (rules: Tickets 4).
import {beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {beforeTests} from '../support/beforeTests.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp, type Answer} from '../support/server.ts';
import {actOn, createWorld, openTicket, putInto, type TicketAction} from '../support/tickets.ts';

const test = beforeTests(openTestApp);
const world = beforeTests(() => createWorld(test, 'agendar-descarga'));
let id: number;
let colega: SeedUser;
beforeAll(async () => {
  const {idEmpresa, idFilial} = world;
  colega = await test.seed.usuario({perfil: 'empresaUsuario', idEmpresa, filiais: [idFilial], nome: 'Colega'});
});
beforeEach(async () => {
  id = (await openTicket(test, world, world.users.fornecedor)).id;
});

interface Person {
  id: number;
  token: string;
}
const act = (who: Person, action: TicketAction, body?: object): Promise<Answer> => actOn(test, id, who, action, {body});
const read = async (): Promise<Answer['body']> => (await test.api(test.adm, 'GET tickets/:id', {params: {id}})).body;
const last = async (): Promise<Answer['body']> => (await test.api(test.adm, 'GET ticketsHistorico/:id', {params: {id}})).body[0];
const verdict = async (who: Person, acao: TicketAction): Promise<Answer['body']> =>
  (await test.api(who, 'GET tickets/:id', {params: {id}})).body.acoes.find((one: {acao: string}) => one.acao === acao);

describe('a ticket in Em-Atendimento', () => {
  it('that nobody attends is taken on by whoever may attend it', async () => {
    await putInto(test, id, 'emAtendimento', {atendente: null});
    expect(await verdict(colega, 'salvar')).toMatchObject({permitida: false});
    expect(await act(colega, 'assumir')).toAnswer(200, {
      idStatusTicket: 3, idUsuarioAtendimento: colega.id, nomeUsuarioAtendimento: 'Colega',
    });
    expect(await last()).toMatchObject({acao: 'Assumir', comentario: 'Atendimento Assumido', deStatus: '', paraStatus: ''});
    expect(await verdict(colega, 'salvar')).toMatchObject({permitida: true});
    expect(await act(colega, 'assumir')).toAnswer(400, {codigo: 'CONFLITO', message: 'Você já atende este ticket.'});
  });

  it('is taken over from somebody else, and by no supplier', async () => {
    await putInto(test, id, 'emAtendimento', {atendente: colega.id});
    expect(await act(world.users.fornecedor, 'assumir')).toAnswer(403);
    expect(await act(world.users.empresa, 'assumir')).toAnswer(200, {idUsuarioAtendimento: world.users.empresa.id});
  });

  it('is passed to another person of the team who reaches it, with a word if there is one', async () => {
    await putInto(test, id, 'emAtendimento', {atendente: colega.id});
    const {status, body} = await test.api(colega, 'GET tickets/passar/:id/opcoes', {params: {id}});
    expect(status).toBe(200);
    const offered = body.map((one: {id: number}) => one.id);
    const {empresa, adm, fornecedor, rpa} = world.users;
    expect(offered).toEqual(expect.arrayContaining([empresa.id, adm.id]));
    expect(body.find((one: {id: number}) => one.id === empresa.id)).toMatchObject({nome: expect.stringMatching(/^Pessoa/)});
    // The author reaches it, but does not attend; the robot is no person; Colega has it already.
    for (const other of [fornecedor.id, rpa.id, colega.id]) {
      expect(offered).not.toContain(other);
      expect(await act(colega, 'passar', {idUsuarioAtendimento: other})).toAnswer(400, {
        codigo: 'VALIDACAO', campos: [{campo: 'idUsuarioAtendimento', mensagem: 'Campo inválido.'}],
      });
    }
    expect(await act(colega, 'passar', {idUsuarioAtendimento: empresa.id, comentario: 'Saio às 18h.'}))
      .toAnswer(200, {idStatusTicket: 3, idUsuarioAtendimento: empresa.id});
    expect(await last()).toMatchObject({
      acao: 'Passar para', nomeUsuario: 'Colega', comentario: 'Saio às 18h.',
      campos: [{campo: 'idUsuarioAtendimento', rotulo: 'Atendido por', antes: 'Colega', depois: expect.stringMatching(/^Pessoa/)}],
    });
    // It is somebody else's now.
    expect(await act(colega, 'passar', {idUsuarioAtendimento: adm.id})).toAnswer(403);
    expect(await act(empresa, 'passar', {idUsuarioAtendimento: adm.id})).toAnswer(200);
  });

  it('is passed to nobody by leaving out whom', async () => {
    await putInto(test, id, 'emAtendimento', {atendente: colega.id});
    expect(await act(colega, 'passar', {comentario: 'Para quem?'})).toAnswer(400, {
      codigo: 'VALIDACAO', campos: [{campo: 'idUsuarioAtendimento'}],
    });
    expect((await read()).idUsuarioAtendimento).toBe(colega.id);
  });
});

describe('a comment', () => {
  it.each(['emAberto', 'filaRpa', 'pendencia'])('in %s changes nothing but the history', async status => {
    await putInto(test, id, status);
    const before = await read();
    expect(await act(world.users.fornecedor, 'comentar', {comentario: 'A placa é outra.'})).toAnswer(200);
    expect(await read()).toMatchObject({idStatusTicket: before.idStatusTicket, versao: before.versao});
    expect(await last()).toMatchObject({acao: 'Comentar', comentario: 'A placa é outra.', deStatus: '', paraStatus: ''});
  });

  it('has 1 to 1000 characters', async () => {
    const {empresa} = world.users;
    expect(await act(empresa, 'comentar', {comentario: ''})).toAnswer(400, {campos: [{campo: 'comentario'}]});
    expect(await act(empresa, 'comentar', {comentario: 'a'.repeat(1001)})).toAnswer(400);
    expect(await act(empresa, 'comentar', {comentario: 'a'.repeat(1000)})).toAnswer(200);
  });

  it('is made by people who reach an open ticket, and by nobody at its end', async () => {
    expect(await act(world.users.rpa, 'comentar', {comentario: 'Olá.'})).toAnswer(expect.toBeOneOf([403, 404]));
    await putInto(test, id, 'finalizado');
    expect(await act(world.users.adm, 'comentar', {comentario: 'Olá.'}))
      .toAnswer(400, {codigo: 'CONFLITO', message: 'Ticket já está em Finalizado.'});
  });

  it.each([['devolver', 'emAtendimento', 'Ticket Devolvido'], ['reabrir', 'pendencia', 'Ticket Reaberto']] as const)(
    'comes with %s where there is one', async (name, status, silent) => {
      const {empresa} = world.users;
      await putInto(test, id, status, {atendente: empresa.id});
      expect(await act(empresa, name)).toAnswer(200);
      expect(await last()).toMatchObject({comentario: silent});
      await putInto(test, id, status, {atendente: empresa.id});
      expect(await act(empresa, name, {comentario: 'Falta o peso.'})).toAnswer(200);
      expect(await last()).toMatchObject({comentario: 'Falta o peso.'});
      await putInto(test, id, status, {atendente: empresa.id});
      expect(await act(empresa, name, {comentario: 'a'.repeat(301)})).toAnswer(400);
    },
  );
});
