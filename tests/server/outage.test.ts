// What people are told while a PostgreSQL server breaks, freezes, only reads or holds their record, and that it mends by itself.
import {hostname as host} from 'node:os';
import {sql} from 'kysely';
import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {withAdvisoryLock} from '../../src/server/db/advisoryLocks.ts';
import {onServer} from '../support/database.ts';
import {openLine, type Line} from '../support/line.ts';
import {openTestApp, type Answer, type TestApp} from '../support/server.ts';
import {createWorld, formOf, openTicket, type World} from '../support/tickets.ts';
import {until} from '../support/until.ts';

const UNAVAILABLE = {
  status: 500, headers: {'retry-after': '5'},
  body: {codigo: 'INDISPONIVEL', message: 'Serviço temporariamente indisponível. Tente novamente em instantes.'},
};
const BUSY = {status: 400, body: {codigo: 'CONFLITO', message: 'Este registro está sendo alterado neste momento. Tente novamente.'}};

describe.runIf(onServer)('a PostgreSQL server in trouble', () => {
  let server: TestApp;
  let line: Line;
  let world: World;
  let ticket: number;
  beforeAll(async () => {
    const {hostname, port} = new URL(process.env['TEST_DATABASE_URL'] ?? '');
    line = await openLine(hostname, Number(port || 5432));
    // Some tests wait for these to end, and one for much else to happen before.
    // One server's own line, with the limits that it asks for itself: a pooler takes none.
    server = await openTestApp({many: false, reach: {port: line.port, prepared: true, limits: {lock: 6000, answer: 9000, connect: 6100}}});
    world = await createWorld(server);
    ({id: ticket} = await openTicket(server, world, world.users.empresa));
  });
  afterAll(async () => {
    await server?.close();
    await line?.close();
  });

  const list = (): Promise<Answer> => server.api(server.adm, 'GET tickets', {query: {page: 1}});
  const rename = (): Promise<Answer> =>
    server.api(server.adm, 'PUT filial/:id', {params: {id: world.idFilial}, body: {contato: 'Bia'}});
  const save = (): Promise<Answer> =>
    server.api(world.users.empresa, 'PUT tickets/:id', {params: {id: ticket}, form: formOf({})});
  const ready = (): Promise<Answer> => server.api(undefined, 'GET pronto');

  /** A transaction of a stranger that holds the ticket, or another row, until it is ended. */
  const hold = async (table = 'tickets', id = ticket): Promise<() => Promise<void>> => {
    const trx = await server.context.db.startTransaction().execute();
    await sql`select id from ${sql.table(table)} where id = ${id} for update`.execute(trx);
    let ended: Promise<void> | undefined;
    const end = (): Promise<void> => (ended ??= trx.rollback().execute());
    onTestFinished(end);
    return end;
  };
  /** Calls on their way to what is held, once the first of them waits in the database. */
  const waiting = async (calls: number, call = save): Promise<Promise<Answer>[]> => {
    const under = Array.from({length: calls}, call);
    await until(async () => {
      const {rows} = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        .execute(server.context.db);
      expect(rows.length).toBeGreaterThan(0);
    });
    return under;
  };
  const mended = async (): Promise<void> => {
    await until(async () => expect(await ready()).toAnswer(200));
    expect(await list()).toAnswer(200);
    expect(await rename()).toAnswer(200);
    expect(await save()).toAnswer(200);
  };

  const choose = (): Promise<Answer> =>
    server.api(server.adm, 'PUT usuarios/:id/avisos', {params: {id: server.adm.id}, body: {email: 'nunca'}});
  test.each([
    {what: 'a record', held: () => hold(), changes: save},
    {what: 'their own choice of mails', held: () => hold('usuarios', server.adm.id), changes: choose},
  ])('whoever waits for $what is found in the database by the request that their answer names', async ({held, changes}) => {
    const release = await held();
    const [call] = await waiting(1, changes);
    const {rows} = await sql<{application_name: string}>`select application_name from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(server.context.db);
    await release();
    const {headers} = await call!;
    const rest = `:${process.pid} ${headers['x-request-id'] as string}`;
    expect(rows).toEqual([{application_name: `balcao ${host().slice(0, 63 - 'balcao '.length - rest.length)}${rest}`}]);
  });

  test('25 calls on one held record: everybody else goes on, and each of the 25 is answered once it is free', async () => {
    const release = await hold();
    let over = 0;
    const under = await waiting(25).then(calls => calls.map(call => call.finally(() => (over += 1))));
    expect(await list()).toAnswer(200, {total: 1});
    expect(await rename()).toAnswer(200);
    expect(over).toBe(0);
    await release();
    for (const answer of await Promise.all(under)) expect(answer).toAnswer(200);
  });

  test('a record that stays held: all who wait are told at once', async () => {
    const release = await hold();
    for (const answer of await Promise.all(await waiting(25))) expect(answer).toMatchObject(BUSY);
    await release();
    await mended();
  });

  test('backends that are terminated under calls, transactions and at rest: each call gets the sentence, the next one its answer', async () => {
    await hold();
    const held = await waiting(3);
    const {db} = server.context;
    const open = Array.from({length: 3}, () => db.transaction().execute(async trx => {
      await sql`select 1`.execute(trx);
      await sql`select pg_sleep(60)`.execute(trx);
    }).catch((error: unknown) => error));
    await until(async () => {
      const {rows} =
        await sql`select from pg_stat_activity where datname = current_database() and query like '%pg_sleep(60)%' and state = 'active'`
        .execute(db);
      expect(rows.length).toBeGreaterThanOrEqual(3);
    });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
      .execute(db);
    for (const answer of await Promise.all(held)) expect(answer).toMatchObject(UNAVAILABLE);
    for (const error of await Promise.all(open)) expect(error).toMatchObject({code: expect.stringMatching(/^(?:57P01|08006)$/)});
    await mended();
  });

  test('a line that is cut again and again under calls: each is answered, by the sentence or with what it asked', async () => {
    const calls: Promise<Answer>[] = [];
    for (let round = 0; round < 4; round += 1) {
      calls.push(...Array.from({length: 5}, list), ...Array.from({length: 5}, save));
      await calls.at(-10);
      line.cut();
    }
    const told = (await Promise.all(calls)).map(({status, body}) => (status === 200 ? 'ok' : body.message));
    expect(['ok', UNAVAILABLE.body.message]).toEqual(expect.arrayContaining([...new Set(told)]));
    await mended();
  });

  test('frozen: every call gets the sentence, not ready is told, and it goes on by itself when thawed', async () => {
    const release = await hold();
    const held = await waiting(3);
    line.freeze();
    const answers = await Promise.all([...held, ...Array.from({length: 20}, list), rename()]);
    for (const answer of answers) expect(answer).toMatchObject(UNAVAILABLE);
    expect(await ready()).toAnswer(503);
    line.thaw();
    await release();
    await mended();
  });

  test('not there: every call gets the sentence, not ready is told, and it goes on by itself when it is back', async () => {
    await line.shut();
    for (const answer of await Promise.all([list(), rename(), save()])) expect(answer).toMatchObject(UNAVAILABLE);
    expect(await ready()).toAnswer(503);
    await line.reopen();
    await mended();
  });

  test('a server that only reads: reading goes on, writing gets the sentence, and goes on when it is allowed again', async () => {
    const {db} = server.context;
    const only = async (on: boolean): Promise<void> => {
      const {rows: [row]} = await sql<{name: string}>`select quote_ident(current_database()) as name`.execute(db);
      await sql`begin; set transaction read write;
        alter database ${sql.raw(row?.name ?? '')} set default_transaction_read_only = ${sql.lit(on)}; commit`.execute(db);
    };
    await only(true);
    line.cut();
    await until(async () => expect(await rename()).toMatchObject(UNAVAILABLE));
    expect(await list()).toAnswer(200);
    await only(false);
    // A connection that was told so is not used again; those that were not are at rest.
    await until(async () => expect(await rename()).toAnswer(200));
    await mended();
  });

  test('the work at start takes longer than the limits of a request, and one at a time does it', async () => {
    const {db} = server.context;
    const seen: string[] = [];
    const first = withAdvisoryLock(db, 'server', 'people', async connection => {
      seen.push('first begins');
      await sql`select pg_sleep(9.2)`.execute(connection);
      seen.push('first ends');
    });
    await until(() => expect(seen).toEqual(['first begins']));
    await Promise.all([first, withAdvisoryLock(db, 'server', 'people', async () => void seen.push('second'))]);
    expect(seen).toEqual(['first begins', 'first ends', 'second']);
  });

  test('the work at start on a connection that breaks tells what broke', async () => {
    const {db} = server.context;
    await expect(withAdvisoryLock(db, 'server', 'people', async connection => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(connection);
    })).rejects.toMatchObject({code: '57P01'});
    await withAdvisoryLock(db, 'server', 'people', async () => {});
  });
});
