import {isDeepStrictEqual} from 'node:util';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import product from '../../resources.config.ts';
import type {Action} from '../../src/schema/config.ts';
import {statusByKey, statusesOf} from '../../src/schema/statuses.ts';
import {profilesOf, targetsOf} from '../../src/schema/workflow.ts';
import type {Perfil} from '../support/seed.ts';
import {openTestApp, type TestApp} from '../support/server.ts';
import {createWorld, everythingOf, openTicket, putInto, type World} from '../support/tickets.ts';

const {tickets} = product.resources;
const actions: Readonly<Record<string, Action>> = tickets.actions;
const statuses = statusesOf(tickets);
const PERFIS = Object.keys(product.profiles) as Perfil[];

let test: TestApp;
let world: World;
/** One ticket, put where each case needs it. */
let id: number;

beforeAll(async () => {
  test = await openTestApp();
  world = await createWorld(test, 'agendar-descarga');
  id = (await openTicket(test, world, world.users.empresa)).id;
});
afterAll(() => test.close());

/** What the table of moves says a call answers, the caller having opened the ticket and attending it. */
const expected = (action: Action, perfil: Perfil, key: string): {status: number; codigo?: string} => {
  const robotReaches = ['filaRpa', 'emAndamento'].includes(key);
  if (perfil === 'rpa' && !robotReaches) return {status: 404, codigo: 'NAO_ENCONTRADO'};
  if (!profilesOf(action).includes(perfil)) return {status: 403, codigo: 'PERMISSAO'};
  const here = action.from?.[key];
  if (here === undefined) return {status: 400, codigo: 'CONFLITO'};
  return here.some(entry => entry.split(':')[0] === perfil) ? {status: 200} : {status: 403, codigo: 'PERMISSAO'};
};

describe('the whole table of moves', () => {
  describe.each(Object.entries(actions))('%s', (_name, action) => {
    it.each(PERFIS)('by %s', async perfil => {
      const {id: self} = world.users[perfil];
      const target = targetsOf(action)[0];
      for (const {key, id: idStatus, name: statusName} of statuses) {
        await putInto(test, id, key, {autor: self, atendente: self});
        const before = await everythingOf(test, id);
        const {status, body} = await test.api(world.users[perfil].token, action.call, {params: {id, idUsuario: self}, body: {comentario: 'Aguardando o comprovante.'}});
        const after = await everythingOf(test, id);

        const expectation = expected(action, perfil, key);
        const moved = expectation.status === 200;
        expect({status, codigo: body.codigo}, `in ${key}`).toEqual({codigo: undefined, ...expectation});
        expect(after.ticket.id_status_ticket, `in ${key}`).toBe(moved ? statusByKey(tickets, target ?? key)!.id : idStatus);
        expect(moved || isDeepStrictEqual(after, before), `${key}: nothing changes`).toBe(true);
        expect(body.message === `Ticket já está em ${statusName}.`, `${key}: ${body.message}`).toBe(expectation.codigo === 'CONFLITO');
      }
    });
  });
});

describe('what the caller may do now', () => {
  it.each(PERFIS.filter(perfil => perfil !== 'rpa'))('is told to %s with the ticket, in words', async perfil => {
    for (const {key} of statuses) {
      await putInto(test, id, key, {autor: world.users[perfil].id, atendente: world.users[perfil].id});
      const {body} = await test.api(world.users[perfil].token, 'GET tickets/:id', {params: {id}});
      expect(body.acoes.map((one: {acao: string}) => one.acao)).toEqual(Object.keys(actions));
      for (const {acao, permitida, motivo} of body.acoes) {
        expect({acao, permitida}, `in ${key}`).toEqual({acao, permitida: expected(actions[acao]!, perfil, key).status === 200});
        expect(motivo === '', `${acao} ${motivo}`).toBe(permitida);
      }
    }
  });
});
