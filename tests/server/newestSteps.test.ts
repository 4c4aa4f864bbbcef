// A change tells the newest steps of the record's history to who asks for them, as the history's own call tells them.
import {beforeEach, expect, it} from 'vitest';
import type {Endpoint} from '../../src/schema/shapes/config.ts';
import {MAX_NEWEST_STEPS} from '../../src/schema/lifeCycle/newestSteps.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {openTestApp} from '../support/server.ts';
import {createWorld, formOf, NOTA, openTicket} from '../support/tickets.ts';

const test = beforeTests(openTestApp);
const world = beforeTests(() => createWorld(test));
let ticket: {id: number; ticketFormularios: {id: number}[]};
beforeEach(async () => {
  ticket = await openTicket(test, world, world.users.empresa);
});

const read = async (call: Endpoint, id: number): Promise<unknown> =>
  (await test.api(world.users.empresa, call, {params: {id}})).body;
const historyOf = async (id: number) => await read('GET ticketsHistorico/:id', id) as unknown[];
const attend = (headers: Record<string, string>) => {
  const {token, id: idUsuario} = world.users.empresa;
  return test.api(token, 'PUT tickets/iniciar-atendimento/:id/:idUsuario', {params: {id: ticket.id, idUsuario}, headers});
};

it('with an action, beside the record', async () => {
  const {status, body} = await attend({prefer: 'return=representation, Historico'});
  const {historico, ...record} = body;
  expect(status).toBe(200);
  expect(historico).toHaveLength(2);
  expect(historico[0]).toMatchObject({acao: 'Atender', paraStatus: 'Em-Atendimento'});
  expect(historico).toEqual(await historyOf(ticket.id));
  expect(record).toEqual(await read('GET tickets/:id', ticket.id));
});

it('again, where the same call is repeated', async () => {
  const headers = {prefer: 'historico', 'idempotency-key': 'a-mesma'};
  const first = await attend(headers);
  expect(first).toAnswer(200, {historico: [{acao: 'Atender'}, {acao: 'Abrir Ticket'}]});
  expect(await attend(headers)).toAnswer(200, first.body as unknown);
});

it('with a save, all of it: the change and each file', async () => {
  const {token} = world.users.empresa;
  const [item] = ticket.ticketFormularios;
  const {body} = await test.api(token, 'PUT tickets/:id', {
    params: {id: ticket.id}, headers: {prefer: 'historico'},
    form: formOf({ticketFormularios: [{id: item?.id, valor: 'NOVA1A1'}]}, [{...NOTA, nome: 'outra.pdf'}]),
  });
  expect(body.historico.map(({acao}: {acao: string}) => acao)).toEqual(['Adicionar Arquivo', 'Salvar', 'Abrir Ticket']);
  expect(body.historico).toEqual(await historyOf(ticket.id));
});

it('no more than the newest', async () => {
  const {token} = world.users.empresa;
  const say = (comentario: string) =>
    test.api(token, 'PUT tickets/comentar/:id', {params: {id: ticket.id}, body: {comentario}, headers: {prefer: 'historico'}});
  for (let turn = 1; turn <= MAX_NEWEST_STEPS; turn++) await say(`Comentário ${turn}`);
  const {body} = await say('O último');
  expect(body.historico).toHaveLength(MAX_NEWEST_STEPS);
  expect(body.historico).toEqual((await historyOf(ticket.id)).slice(0, MAX_NEWEST_STEPS));
});

it('to nobody who does not ask, and of no record without a life cycle', async () => {
  expect((await attend({prefer: 'return=minimal'})).body).not.toHaveProperty('historico');
  const {id} = await test.seed.fornecedor({idEmpresa: world.idEmpresa});
  const answer = await test.api(test.adm, 'PUT fornecedores/:id', {
    params: {id}, body: {contato: 'Ana'}, headers: {prefer: 'historico'},
  });
  expect(answer).toAnswer(200);
  expect(answer.body).not.toHaveProperty('historico');
});
