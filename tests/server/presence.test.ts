// Who else has a record open: the team sees everybody, others nobody, and whoever does not renew it is gone (rules: Events 6).
import {sql} from 'kysely';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {Endpoint} from '../../src/schema/shapes/config.ts';
import {deleteExpiredRows} from '../../src/server/db/retention.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {onServer} from '../support/database.ts';
import {listenTo, type Stream} from '../support/eventStream.ts';
import {openTestApp, type Answer} from '../support/server.ts';
import {createWorld, openTicket} from '../support/tickets.ts';

// As on a database that other processes write to as well.
const server = beforeTests(() => openTestApp({env: onServer ? {DATABASE_URL: 'postgres://balcao.test/balcao'} : {}}));
const world = beforeTests(() => createWorld(server));
const elsewhere = beforeTests(() => createWorld(server));

const RENEW: Endpoint = 'PUT tickets/:id/presenca';
const LEAVE: Endpoint = 'DELETE tickets/:id/presenca';

let id: number;
beforeEach(async () => {
  ({id} = await openTicket(server, world, world.users.fornecedor));
});
type Who = {token: string};
const renew = (who: Who, body?: object, api = server.api): Promise<Answer> => api(who, RENEW, {params: {id}, ...(body && {body})});
const leave = (who: Who): Promise<Answer> => server.api(who, LEAVE, {params: {id}});
const seenBy = async (who: Who): Promise<unknown> => (await renew(who)).body;
/** The database's clock goes on for what is there. */
const pass = (seconds: number) => sql`
  update presencas set visto_em = visto_em - age, escreveu_em = escreveu_em - age, mudou_em = mudou_em - age
  from make_interval(secs => ${seconds}) as age`.execute(server.context.db);
const rows = async (): Promise<unknown> =>
  (await sql`select from presencas where id_registro = ${id}`.execute(server.context.db)).rows.length;

describe('who has a record open', () => {
  test('is known to the team, by name and whether they write; to others nobody is, and they are seen', async () => {
    const {fornecedor, empresa, empresaUsuario} = world.users;
    const {rows: people} = await sql<{id: number; nome: string}>`
      select id, nome from usuarios order by nome, id`.execute(server.context.db);
    const nameOf = (one: {id: number}) => people.find(person => person.id === one.id)?.nome;
    expect(await renew(fornecedor, {escrevendo: true})).toAnswer(200, []);
    expect((await renew(empresa)).body).toEqual([{id: fornecedor.id, nome: nameOf(fornecedor), escrevendo: true, segundos: 30}]);
    const both = (await renew(empresaUsuario)).body as {id: number; escrevendo: boolean}[];
    expect(both.map(one => [one.id, one.escrevendo])).toEqual(people.flatMap(one =>
      ([fornecedor.id, empresa.id].includes(one.id) ? [[one.id, one.id === fornecedor.id]] : [])));
    expect(await seenBy(fornecedor)).toEqual([]);
  });

  test('is one row for each person, whatever tab tells: one in which they only look leaves it that they write', async () => {
    const {fornecedor, empresa} = world.users;
    const writes = async () => ((await renew(empresa)).body as {escrevendo: boolean}[]).map(({escrevendo}) => escrevendo);
    await renew(fornecedor, {escrevendo: true});
    await renew(fornecedor);
    expect(await writes()).toEqual([true]);
    await renew(fornecedor, {escrevendo: false});
    expect(await writes()).toEqual([false]);
    expect(await rows()).toBe(2);
  });

  test('is of whoever reaches the record; a robot has no such call, nor has a resource without a life cycle', async () => {
    const {seed, api} = server;
    const {idEmpresa, idFilial, users: {empresa, rpa}} = world;
    const otherSupplier = await seed.usuario({perfil: 'fornecedor', idEmpresa, filiais: [idFilial], codigoExterno: 'OUTRO'});
    for (const stranger of [elsewhere.users.empresa, elsewhere.users.fornecedor, otherSupplier]) {
      expect(await renew(stranger)).toAnswer(404, {codigo: 'NAO_ENCONTRADO'});
      expect(await leave(stranger)).toAnswer(404, {codigo: 'NAO_ENCONTRADO'});
    }
    expect(await renew(rpa)).toAnswer(403);
    expect(await rows()).toBe(0);
    expect(await api(empresa, 'PUT empresas/:id/presenca', {params: {id: idEmpresa}})).toAnswer(404);
    expect(await api(empresa, RENEW, {params: {id: 999_999}})).toAnswer(404);
  });

  test('is refused for what is no answer to whether they write', async () => {
    expect(await renew(world.users.empresa, {escrevendo: 'sim'})).toAnswer(400, {campos: [{campo: 'escrevendo'}]});
  });

  test('is nobody half a minute after the last renewal, and does not write that long after it was said', async () => {
    const {fornecedor, empresa} = world.users;
    await renew(fornecedor, {escrevendo: true});
    await pass(20);
    await renew(fornecedor);
    await pass(9);
    expect(await seenBy(empresa)).toMatchObject([{id: fornecedor.id, escrevendo: true, segundos: 21}]);
    await pass(2);
    expect(await seenBy(empresa)).toMatchObject([{id: fornecedor.id, escrevendo: false, segundos: 19}]);
    await pass(20);
    expect(await seenBy(empresa)).toEqual([]);
    await renew(fornecedor);
    expect(await seenBy(empresa)).toMatchObject([{id: fornecedor.id, segundos: 30}]);
  });

  test('is gone at once where they say so, as often as they do', async () => {
    const {fornecedor, empresa} = world.users;
    await renew(fornecedor);
    expect(await leave(fornecedor)).toAnswer(204);
    expect(await seenBy(empresa)).toEqual([]);
    expect(await leave(fornecedor)).toAnswer(204);
  });

  test('leaves no row behind for long', async () => {
    await renew(world.users.empresa);
    await deleteExpiredRows(server.context.db);
    expect(await rows()).toBe(1);
    await pass(3601);
    await deleteExpiredRows(server.context.db);
    expect(await rows()).toBe(0);
  });
});

describe('a change of who is there', () => {
  const streams: Stream[] = [];
  afterEach(() => streams.splice(0).forEach(stream => stream.leave()));
  const listen = async (who: Who, app = server.app): Promise<Stream> => {
    const stream = await listenTo(app, who.token);
    streams.push(stream);
    return stream;
  };
  const heard = (stream: Stream): number[] =>
    stream.events().filter(({name, data}) => name === 'presenca' && data.id === id).map(({data}) => data.id);
  /** Everything told before a change that comes now is there when this resolves. */
  const settled = async (stream: Stream): Promise<void> => {
    const later = await openTicket(server, world, world.users.fornecedor);
    await stream.hears('registro', {recurso: 'tickets', id: later.id});
    const last = await openTicket(server, world, world.users.fornecedor);
    await stream.hears('registro', {recurso: 'tickets', id: last.id});
  };

  test('is told to the team that has the record open, once, and a renewal to nobody', async () => {
    const {fornecedor, empresa, empresaUsuario} = world.users;
    const [near, far, author] = [await listen(empresa), await listen(empresaUsuario), await listen(fornecedor)];
    await renew(empresa);
    const changes: (() => Promise<unknown>)[] = [
      () => renew(fornecedor), () => renew(fornecedor, {escrevendo: true}), () => renew(fornecedor, {escrevendo: false}),
      () => leave(fornecedor),
    ];
    for (const [before, change] of changes.entries()) {
      await change();
      await settled(near);
      expect(heard(near)).toHaveLength(before + 1);
      await renew(empresa);
      // After the last one they are not there any more.
      if (before < changes.length - 1) await renew(fornecedor);
      await settled(near);
      expect(heard(near)).toHaveLength(before + 1);
    }
    expect([heard(far), heard(author)]).toEqual([[], []]);
  });

  test.runIf(onServer)('is told by whichever server it was said to', async () => {
    const {fornecedor, empresa} = world.users;
    const twin = await server.second();
    const stream = await listen(empresa, twin.app);
    await renew(empresa);
    await renew(fornecedor, {escrevendo: true});
    await stream.hears('presenca', {recurso: 'tickets', id});
    expect((await renew(empresa, undefined, twin.api)).body).toMatchObject([{id: fornecedor.id, escrevendo: true}]);
    await twin.close();
  });
});
