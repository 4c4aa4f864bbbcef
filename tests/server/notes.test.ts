// Notes of the team: what some profiles alone read of an action (`see` on an ask) the others do not learn of (rules: Access 18).
import {sql} from 'kysely';
import {beforeEach, describe, expect, it} from 'vitest';
import {MAX_NEWEST_STEPS} from '../../src/schema/lifeCycle/newestSteps.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {listenTo} from '../support/eventStream.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp, type Answer} from '../support/server.ts';
import {actOn, createWorld, openTicket, putInto, type TicketAction} from '../support/tickets.ts';

const test = beforeTests(openTestApp);
const world = beforeTests(() => createWorld(test));
/** A ticket that the supplier opened, which waits for them. */
let id: number;
beforeEach(async () => {
  id = (await openTicket(test, world, world.users.fornecedor)).id;
  await putInto(test, id, 'emAtendimento', {atendente: world.users.empresaUsuario.id});
  await does(world.users.empresaUsuario, 'pendenciar', 'Falta o laudo.');
  await sql`delete from avisos`.execute(test.context.db);
});

const act = (who: SeedUser, action: TicketAction, comentario: string, headers = {}): Promise<Answer> =>
  actOn(test, id, who, action, {body: {comentario}, headers});
const does = async (who: SeedUser, action: TicketAction, comentario: string): Promise<void> =>
  expect(await act(who, action, comentario), action).toAnswer(200);
const recordOf = async (who: SeedUser): Promise<Answer['body']> => (await test.api(who, 'GET tickets/:id', {params: {id}})).body;
const historyOf = async (who: SeedUser): Promise<Answer['body'][]> =>
  (await test.api(who, 'GET ticketsHistorico/:id', {params: {id}})).body;
const told = async (): Promise<unknown[]> => {
  const {rows} = await sql<{id: number; texto: string}>`select id_usuario as id, texto from avisos order by id`.execute(test.context.db);
  return rows.map(one => [one.id, one.texto]);
};

describe('a note is read', () => {
  it('by the team, with who else reads it', async () => {
    const {adm, empresa, empresaUsuario} = world.users;
    await does(empresa, 'anotar', 'Cliente atrasa sempre.');
    for (const who of [adm, empresa, empresaUsuario]) {
      expect((await historyOf(who))[0]).toEqual({
        comentario: 'Cliente atrasa sempre.', visibilidade: 'Só a equipe', acao: 'Nota da Equipe', deStatus: '', paraStatus: '',
        dataCriacao: expect.any(String), nomeUsuario: expect.any(String),
      });
    }
  });

  it('by nobody else: their history is as it was, and no entry says that there is one', async () => {
    const before = await historyOf(world.users.fornecedor);
    await does(world.users.empresa, 'anotar', 'Cliente atrasa sempre.');
    expect(await historyOf(world.users.fornecedor)).toEqual(before);
  });

  it('nor is one missing among the newest steps that a change answers', async () => {
    const {fornecedor, empresa} = world.users;
    for (let turn = 0; turn < MAX_NEWEST_STEPS; turn++) {
      await does(empresa, 'anotar', `Nota ${turn}`);
      await does(fornecedor, 'comentar', `Resposta ${turn}`);
    }
    const {body} = await act(fornecedor, 'comentar', 'A última', {prefer: 'historico'});
    expect(body.historico).toHaveLength(MAX_NEWEST_STEPS);
    expect(body.historico).toEqual((await historyOf(fornecedor)).slice(0, MAX_NEWEST_STEPS));
  });

  it('and written by the team alone', async () => {
    expect(await act(world.users.fornecedor, 'anotar', 'Nota')).toAnswer(403);
    await putInto(test, id, 'finalizado');
    expect(await act(world.users.empresa, 'anotar', 'Nota')).toAnswer(400, {message: 'Ticket já está em Finalizado.'});
  });
});

it('changes neither whose turn it is nor what was said last, nor the version', async () => {
  const {fornecedor, empresa} = world.users;
  const asked = await recordOf(fornecedor);
  expect(asked).toMatchObject({aguarda: 'autor', ultimoComentario: {texto: 'Falta o laudo.'}});
  await does(empresa, 'anotar', 'Nota');
  expect(await recordOf(fornecedor)).toEqual(asked);
  await does(fornecedor, 'comentar', 'Segue o laudo.');
  const answered = await recordOf(empresa);
  expect(answered).toMatchObject({aguarda: 'equipe', ultimoComentario: {texto: 'Segue o laudo.'}});
  await does(empresa, 'anotar', 'Confere.');
  expect(await recordOf(empresa)).toEqual(answered);
});

describe('a note is told', () => {
  it('to whoever attends the ticket, and to nobody else', async () => {
    const {empresa, empresaUsuario} = world.users;
    await putInto(test, id, 'pendencia', {atendente: empresaUsuario.id});
    await does(empresa, 'anotar', 'Cliente atrasa sempre.');
    const {body} = await test.api(empresa, 'GET usuarios/:id', {params: {id: empresa.id}});
    expect(await told())
      .toEqual([[empresaUsuario.id, `${body.nome} anotou no ticket ${id}, só para a equipe: Cliente atrasa sempre.`]]);
  });

  it('not to an attendant who does not read it', async () => {
    await putInto(test, id, 'pendencia', {atendente: world.users.fornecedor.id});
    await does(world.users.empresa, 'anotar', 'Cliente atrasa sempre.');
    expect(await told()).toEqual([]);
  });

  it('by events to those who read it alone', async () => {
    const {fornecedor, empresa, empresaUsuario} = world.users;
    const [theirs, teams] = [await listenTo(test.app, fornecedor.token), await listenTo(test.app, empresaUsuario.token)];
    await does(empresa, 'anotar', 'Nota');
    await teams.hears('registro', {recurso: 'tickets', id});
    // What is told later was read later: nothing of the note is under way any more.
    const other = (await openTicket(test, world, fornecedor)).id;
    await theirs.hears('registro', {recurso: 'tickets', id: other});
    expect(theirs.events().filter(({name, data}) => name === 'registro' && data.id === id)).toEqual([]);
    await does(empresa, 'comentar', 'Para todos.');
    await theirs.hears('registro', {recurso: 'tickets', id});
    theirs.leave();
    teams.leave();
  });
});
