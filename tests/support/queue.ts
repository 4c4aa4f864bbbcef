/** The queue of tickets as robots and people ask for it; time is moved in the database, never waited for. */
import {sql} from 'kysely';
import {expect} from 'vitest';
import type {Endpoint} from '../../src/schema/shapes/config.ts';
import type {Judge} from './document.ts';
import type {SeedUser} from './seed.ts';
import type {Answer, Call, TestApp} from './server.ts';
import {actOn, openTicket, putInto, type World} from './tickets.ts';

/** Robots: two of the world's company, one of another, and one that works for all. */
export interface Robots {
  own: SeedUser;
  other: SeedUser;
  foreign: SeedUser;
  everywhere: SeedUser;
}
export const createRobots = async ({seed}: TestApp, {idEmpresa, users}: World): Promise<Robots> => ({
  own: users.rpa, other: await seed.usuario({perfil: 'rpa', idEmpresa}), foreign: await seed.usuario({perfil: 'rpa'}),
  everywhere: await seed.usuario({perfil: 'rpa', idEmpresa: 0}),
});

/** What a robot says of a failure, of the matter and of a system. */
export const negocio = (more: object = {}) => ({tipo: 'NEGOCIO', codigo: 'PLACA', mensagem: 'A placa não existe.', ...more});
export const sistema = {tipo: 'SISTEMA', codigo: 'TIMEOUT', mensagem: 'O site não respondeu.'};

/** Nothing waits or is worked any more. */
export const emptyQueue = async ({context: {db}}: TestApp): Promise<void> => {
  await sql`update tickets set id_status_ticket = 8 where id_status_ticket in (4, 5, 6)`.execute(db);
  await sql`delete from tickets_fila`.execute(db);
};

/** A ticket that waits for a robot, as a person sends it. */
export const queueTicket = async (test: TestApp, world: World): Promise<number> => {
  const {id} = await openTicket(test, world, world.users.fornecedor);
  await putInto(test, id, 'emAtendimento', {atendente: world.users.adm.id});
  expect(await actOn(test, id, test.adm, 'enviarRpa')).toMatchObject({status: 200, body: {idStatusTicket: 4}});
  return id;
};

/** All that the database keeps, to show that nothing changed. */
export const everythingKept = async ({context: {db}}: TestApp): Promise<unknown> => {
  const {rows: tables} = await sql<{name: string}>`select table_name as name from information_schema.tables where table_schema = 'public'`
    .execute(db);
  return Promise.all(tables.map(async ({name}) => (await sql`
    select ${name}::text as name, count(*), md5(string_agg(t::text, '' order by t::text)) from ${sql.table(name)} as t`.execute(db)).rows));
};

type Who = Pick<SeedUser, 'token'>;

/** Calls of a file's tests, each answer held against the document. */
export const queueCalls = (test: TestApp, world: World, robots: Robots, judge: Judge) => {
  const asked = async (who: Who, endpoint: Endpoint, options: Call): Promise<Answer> => {
    const answer = await test.api(who.token, endpoint, options);
    expect(judge.faultsOf(endpoint, answer), `${endpoint} ${answer.status}`).toEqual([]);
    return answer;
  };
  const call = (who: Who, endpoint: Endpoint, body?: unknown, id?: number, headers: Record<string, string> = {}): Promise<Answer> =>
    asked(who, endpoint, {...(id === undefined ? {} : {params: {id}}), ...(body === undefined ? {} : {body}), headers});
  const reserve = (who: Who = robots.own, more: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    call(who, 'POST rpa/reservar', {robo: 'RPA-01', ...more}, undefined, headers);
  return {
    asked, call, reserve, queued: () => queueTicket(test, world),
    leased: async (who?: Who, more?: object): Promise<Answer['body']> => {
      const answer = await reserve(who, more);
      expect(answer, JSON.stringify(answer.body)).toMatchObject({status: 200});
      return answer.body;
    },
    on: (path: string, {ticketId, leaseToken}: Answer['body'], body: object = {}, who: Who = robots.own): Promise<Answer> =>
      call(who, `POST rpa/tickets/:id/${path}`, {leaseToken, ...body}, ticketId),
    /** Moves an instant of a place in the queue; by default its lease has run out, and what is waited then is over too. */
    shift: (id: number, set = sql`ate = now() - interval '6 minutes'`): Promise<unknown> =>
      sql`update tickets_fila set ${set} where id_registro = ${id}`.execute(test.context.db),
    read: async (id: number): Promise<Answer['body']> => (await call(test.adm, 'GET tickets/:id', undefined, id)).body,
    steps: async (id: number): Promise<Answer['body'][]> => (await call(test.adm, 'GET ticketsHistorico/:id', undefined, id)).body,
    counts: async (who: Who = test.adm): Promise<Answer['body']> => (await call(who, 'GET rpa/fila')).body,
  };
};
