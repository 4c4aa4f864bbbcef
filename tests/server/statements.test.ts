// What calls cost: a list, one record, a new one, a move and a save take no more statements than they need, who asks read anew.
import {afterAll, beforeAll, expect, it} from 'vitest';
import {beforeTests} from '../support/beforeTests.ts';
import {openTestApp} from '../support/server.ts';
import {countStatements, type Counted} from '../support/statements.ts';
import {createWorld, formOf, newTicket, NOTA, openTicket} from '../support/tickets.ts';

const test = beforeTests(openTestApp);
const world = beforeTests(() => createWorld(test));
let counted: Counted;
beforeAll(async () => {
  counted = await countStatements(test);
});
afterAll(() => counted.close());

it('is bounded', async () => {
  const {token, id: idUsuario} = world.users.empresa;
  const {id, ticketFormularios: [item]} = await openTicket(test, world, world.users.empresa);
  let calls = 0;
  /** What the portal sends with every change: a key, and that it shows the history. */
  const asPortal = () => ({prefer: 'historico', 'idempotency-key': `uma ${++calls}`});
  const {id: idFornecedor} = await test.seed.fornecedor({idEmpresa: world.idEmpresa});
  const costs = {
    list: await counted.statements(token, 'GET tickets'),
    one: await counted.statements(token, 'GET tickets/:id', {params: {id}}),
    create: await counted.statements(token, 'POST tickets', {form: formOf(newTicket(world), [NOTA])}),
    save: await counted.statements(token, 'PUT tickets/:id', {params: {id}, body: {ticketFormularios: [{id: item.id, valor: 'NOVA1A1'}]}}),
    move: await counted.statements(token, 'PUT tickets/iniciar-atendimento/:id/:idUsuario', {params: {id, idUsuario}}),
    'create, as the portal': await counted.statements(token, 'POST tickets', {form: formOf(newTicket(world), [NOTA]), headers: asPortal()}),
    'save, as the portal': await counted.statements(token, 'PUT tickets/:id', {
      params: {id}, body: {ticketFormularios: [{id: item.id, valor: 'NOVA1A2'}]}, headers: asPortal(),
    }),
    'move, as the portal': await counted.statements(token, 'PUT tickets/devolver/:id', {params: {id}, body: {}, headers: asPortal()}),
    presence: await counted.statements(token, 'PUT tickets/:id/presenca', {params: {id}, body: {escrevendo: true}}),
    'presence that ends': await counted.statements(token, 'DELETE tickets/:id/presenca', {params: {id}}),
    history: await counted.statements(token, 'GET ticketsHistorico/:id', {params: {id}}),
    files: await counted.statements(token, 'GET ticketsArquivo/:id', {params: {id}}),
    'a user': await counted.statements(token, 'GET usuarios/:id', {params: {id: idUsuario}}),
    'a new user': await counted.statements(token, 'POST usuarios', {body: {
      nome: 'Zélia', email: 'zelia@balcao.test', tipo: 5, idEmpresa: world.idEmpresa, senha: 'segredo-1',
      filiaisAlteradas: [{idFilial: world.idFilial, usuarioVinculado: true}],
    }}),
    'save of a supplier': await counted.statements(token, 'PUT fornecedores/:id', {params: {id: idFornecedor}, body: {contato: 'Ana'}}),
    'action on a supplier': await counted.statements(token, 'PUT fornecedores/inativar/:id', {params: {id: idFornecedor}}),
  };
  const most = {
    list: 4, one: 2, create: 6, save: 5, move: 4, files: 2, history: 2, presence: 2, 'presence that ends': 2, 'a user': 2, 'a new user': 5,
    'create, as the portal': 7, 'save, as the portal': 6, 'move, as the portal': 5,
    'save of a supplier': 4, 'action on a supplier': 4,
  };
  expect(Object.entries(costs).filter(([call, cost]) => cost > most[call as keyof typeof most])).toEqual([]);
});
