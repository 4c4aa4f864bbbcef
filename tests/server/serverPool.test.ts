// What a call meets when the PostgreSQL server does not answer, breaks off or refuses. The server is a fake that does as it is told.
import {hostname} from 'node:os';
import {Kysely, PostgresDialect, sql} from 'kysely';
import {afterEach, describe, expect, test} from 'vitest';
import {createWakeSignal} from '../../src/server/wakeSignal.ts';
import {withRequestId, PIPELINED_HINT, pipelinedPrefix} from '../../src/server/db/statementHints.ts';
import {DEFAULT_DATABASE_LIMITS, withoutClientLimits, type DatabaseLimits} from '../../src/server/db/limits.ts';
import {withoutTimeouts} from '../../src/server/db/advisoryLocks.ts';
import {MAX_PREPARED_STATEMENTS} from '../../src/server/db/connection/preparedStatements.ts';
import {openDatabase} from '../../src/server/db/connection/open.ts';
import {createServerPool} from '../../src/server/db/connection/serverPool.ts';
import type {Db, Tables} from '../../src/server/db/tables.ts';
import {conflict} from '../../src/server/errors.ts';
import {toRefusal} from '../../src/server/http/refusals.ts';
import {fakeServer, type FakeServer, type Greeting, type Statement} from '../support/fakeServer.ts';
import {until} from '../support/until.ts';

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of cleanUp.splice(0).toReversed()) await close();
});

const connected = async (
  hear: (statement: Statement) => void,
  {limits = {}, greet, prepared}: {limits?: Partial<DatabaseLimits>; greet?: (nth: number) => Greeting; prepared?: boolean} = {},
): Promise<{db: Db; server: FakeServer; lost: Error[]}> => {
  const server = await fakeServer(hear, greet);
  cleanUp.push(() => server.close());
  const lost: Error[] = [];
  const pool = createServerPool(server.url, error => lost.push(error), {...DEFAULT_DATABASE_LIMITS, ...limits}, prepared);
  const db: Db = new Kysely<Tables>({dialect: new PostgresDialect({pool})});
  cleanUp.push(() => db.destroy());
  return {db, server, lost};
};
const answered = async (work: Promise<unknown>) => {
  const error = await work.then(() => expect.fail('it went well'), (reason: unknown) => reason);
  return toRefusal(error);
};
const UNAVAILABLE = {codigo: 'INDISPONIVEL', message: 'Serviço temporariamente indisponível. Tente novamente em instantes.', retryAfter: 5};
/** For an answer: short, and long enough for one that comes at once to a busy machine. */
const SHORT = {answer: 300};

test('a statement that is never answered is given up, its connection is cut, and the next call has another', async () => {
  const {db, server} = await connected(({text, done}) => {
    if (!text.includes('silence')) done();
  }, {limits: SHORT});
  expect(await answered(sql`select 'silence'`.execute(db))).toMatchObject(UNAVAILABLE);
  await until(() => expect(server.open).toBe(0));
  await sql`select 1`.execute(db);
  expect(server.connections).toBe(2);
});

test('an answer that came while this process stood still is heard, however late', async () => {
  const {db, server} = await connected(({done}) => {
    done();
    for (const said = performance.now(); performance.now() - said < SHORT.answer + 50;);
  }, {limits: SHORT});
  expect((await sql`select 1`.execute(db)).rows).toEqual([]);
  expect(server.connections).toBe(1);
});

test.each([
  ['a statement', 'select'], ['the beginning', 'begin'], ['the end', 'commit'],
])('%s of a transaction that is never answered: told as it is, without waiting for a rollback', async (_what, silent) => {
  const heard: string[] = [];
  const {db, server} = await connected(({text, done}) => {
    heard.push(text);
    if (!text.startsWith(silent)) done();
  }, {limits: SHORT});
  expect(await answered(db.transaction().execute(async trx => {
    await sql`select 1`.execute(trx);
  }))).toMatchObject(UNAVAILABLE);
  expect(heard).not.toContain('rollback');
  await until(() => expect(server.open).toBe(0));
});

test('a transaction begins with its first statement, and what is held goes with the next: neither waits for an answer', async () => {
  const heard: string[] = [];
  const waiting: Statement[] = [];
  const {db} = await connected(statement => {
    heard.push(statement.text);
    waiting.push(statement);
    // Only with the last of each message is any of it answered.
    if (/select|commit/.test(statement.text)) for (const one of waiting.splice(0)) one.done();
  }, {limits: SHORT});
  await db.transaction().execute(async trx => {
    await sql`select 1`.execute(trx);
    await sql`${pipelinedPrefix}update a`.execute(trx);
    await sql`select 2`.execute(trx);
    await sql`${pipelinedPrefix}update b`.execute(trx);
  });
  expect(heard).toEqual(['begin', 'select 1', `${PIPELINED_HINT} update a`, 'select 2', `${PIPELINED_HINT} update b`, 'commit']);
  heard.length = 0;
  // Outside a transaction nothing would follow.
  await sql`${pipelinedPrefix}select 3`.execute(db);
  await db.transaction().execute(() => Promise.reject(conflict('Já existe.'))).catch(() => {});
  expect(heard).toEqual([`${PIPELINED_HINT} select 3`]);
});

test('a transaction that is a request\'s says so, for which a host\'s long name gives way; nothing else does', async () => {
  const heard: string[] = [];
  const {db} = await connected(({text, done}) => {
    heard.push(text);
    done();
  });
  const [middle, most] = ['x'.repeat(63 - `balcao h:${process.pid} `.length), 'x'.repeat(63)];
  for (const request of ["req'1", middle, most]) await withRequestId(request, async () => {
    await sql`select 1`.execute(db);
    await db.transaction().execute(trx => sql`select 2`.execute(trx));
  });
  // Nor what a request only sets going.
  const {promise, resolve} = Promise.withResolvers<void>();
  const bell = createWakeSignal();
  bell.onWake(() => void db.transaction().execute(trx => sql`select 3`.execute(trx)).then(() => resolve()));
  withRequestId('req-2', () => bell.wake());
  await promise;
  const told = [`balcao ${hostname()}:${process.pid} req''1`, `balcao ${hostname().slice(0, 1)}:${process.pid} ${middle}`, most]
    .map(name => `begin; set local application_name = '${name}'`);
  expect(heard).toEqual([...told.flatMap(begin => ['select 1', begin, 'select 2', 'commit']), 'begin', 'select 3', 'commit']);
});

test('a refusal stays what is told when its rollback is never answered', async () => {
  const {db, server} = await connected(({text, done}) => {
    if (text !== 'rollback') done();
  }, {limits: SHORT});
  expect(await answered(db.transaction().execute(async trx => {
    await sql`select 1`.execute(trx);
    throw conflict('Já existe.');
  }))).toMatchObject({codigo: 'CONFLITO', message: 'Já existe.'});
  await until(() => expect(server.open).toBe(0));
});

test('a connection that breaks between two statements of a transaction: the second is told, and the process goes on', async () => {
  const {db, server} = await connected(({done}) => done());
  expect(await answered(db.transaction().execute(async trx => {
    await sql`select 1`.execute(trx);
    await server.close();
    await sql`select 2`.execute(trx);
  }))).toMatchObject(UNAVAILABLE);
});

test('a connection that breaks at rest is reported, and nobody is told', async () => {
  const {db, server, lost} = await connected(({done}) => done());
  await sql`select 1`.execute(db);
  await server.close();
  await until(() => expect(lost).toHaveLength(1));
});

test.each(['57P01', '25006'])('after %s the connection is not used again', async code => {
  let statements = 0;
  const {db, server} = await connected(({done, fail}) => {
    statements += 1;
    if (statements > 1) done();
    else if (code === '25006') fail(code);
    else fail(code, 'FATAL');
  });
  expect(await answered(sql`select 1`.execute(db))).toMatchObject(UNAVAILABLE);
  await sql`select 1`.execute(db);
  expect(server.connections).toBe(2);
});

test('an error of a statement leaves the connection in use', async () => {
  let statements = 0;
  const {db, server} = await connected(({done, fail}) => {
    statements += 1;
    if (statements > 1) done();
    else fail('55P03');
  });
  expect(await answered(sql`select 1`.execute(db))).toMatchObject({
    codigo: 'CONFLITO', message: 'Este registro está sendo alterado neste momento. Tente novamente.',
  });
  await sql`select 1`.execute(db);
  expect(server.connections).toBe(1);
});

test('who waits for a connection of the pool waits no longer than the limit', async () => {
  const waiting: Statement[] = [];
  // Long enough for all to come about on a busy machine, each of which has that limit too.
  const {db} = await connected(statement => waiting.push(statement), {limits: {connect: 1000}});
  const all = Promise.all(Array.from({length: DEFAULT_DATABASE_LIMITS.connections}, () => sql`select 1`.execute(db)));
  await until(() => expect(waiting).toHaveLength(DEFAULT_DATABASE_LIMITS.connections));
  expect(await answered(sql`select 1`.execute(db))).toMatchObject(UNAVAILABLE);
  for (const {done} of waiting) done();
  await all;
});

test('work without a limit is not cut off while others are', async () => {
  const {db} = await connected(({text, done}) => {
    if (text.includes('patient')) patient = done;
  }, {limits: SHORT});
  let patient: (() => void) | undefined;
  const long = withoutClientLimits(() => sql`select 'patient'`.execute(db));
  await until(() => expect(patient).toBeDefined());
  expect(await answered(sql`select 'silence'`.execute(db))).toMatchObject(UNAVAILABLE);
  patient?.();
  await long;
});

test.each([
  ['is held to none of the limits that the server keeps, and what comes after it is', true, [
    'set idle_in_transaction_session_timeout = 0', 'set statement_timeout = 0', 'set lock_timeout = 0', 'select 1',
    'reset idle_in_transaction_session_timeout', 'reset statement_timeout', 'reset lock_timeout',
  ]],
  ['lifts no limit behind a pooler, where somebody else would be without it', false, ['select 1']],
])('what a start does %s', async (_what, prepared, all) => {
  const heard: string[] = [];
  const {db} = await connected(({text, done}) => {
    heard.push(text.replace(/^\/\* session \*\/ /, ''));
    done();
  }, {prepared});
  await withoutTimeouts(db, connection => sql`select 1`.execute(connection));
  expect(heard).toEqual(all);
});

test('work without a limit waits for a connection longer than others, and not for ever', async () => {
  const late = {greet: (nth: number): Greeting => (nth > 2 ? 'welcome' : 'silence'), limits: {connect: 100}};
  const {db, server} = await connected(({done}) => done(), late);
  await withoutClientLimits(() => sql`select 1`.execute(db));
  expect(server.connections).toBeGreaterThan(2);
  const {db: other} = await connected(({done}) => done(), {...late, limits: {connect: 50, startupConnect: 0}});
  expect(await answered(withoutClientLimits(() => sql`select 1`.execute(other)))).toMatchObject(UNAVAILABLE);
});

test.each([
  ['lets nobody in', 'silence'], ['has no connection left', {refuse: '53300'}], ['takes no password', {refuse: '28P01'}],
  ['is starting', {refuse: '57P03'}],
] as const)('a server that %s', async (_what, greet) => {
  const {db} = await connected(() => {}, {greet: () => greet, limits: {connect: 50}});
  expect(await answered(sql`select 1`.execute(db))).toMatchObject(UNAVAILABLE);
});

test('a start on a server that does not answer is one sentence', async () => {
  const server = await fakeServer(() => {}, () => ({refuse: '57P03'}));
  cleanUp.push(() => server.close());
  await expect(openDatabase({DATA_DIR: '.', DATABASE_URL: server.url}, () => {}))
    .rejects.toThrow(/^Não foi possível conectar ao banco de dados de DATABASE_URL: on purpose$/);
});

describe('names of statements', () => {
  test.each(['26000', '42P05'])('behind a pooler that does not keep them (%s): asked again without, told once, and none any more', async code => {
    const heard: [text: string, name: string][] = [];
    const {db, server, lost} = await connected(({text, name, done, fail}) => {
      heard.push([text, name]);
      if (name === '') done();
      else fail(code);
    });
    await sql`select 1`.execute(db);
    await sql`select 2`.execute(db);
    expect(heard.map(([text, name]) => [text, name === ''])).toEqual([['select 1', false], ['select 1', true], ['select 2', true]]);
    expect(lost.map(({message}) => message)).toEqual([expect.stringContaining('Defina DATABASE_PREPARED=0.')]);
    expect(server.connections).toBe(2);
  });

  test('a statement that is refused for another reason is not asked again', async () => {
    let asked = 0;
    const {db} = await connected(({fail}) => {
      asked += 1;
      fail('55P03');
    });
    await answered(sql`select 1`.execute(db));
    expect(asked).toBe(1);
  });

  test('a connection keeps only so many; then another takes its place', async () => {
    const {db, server} = await connected(({done}) => done());
    for (let each = 0; each < MAX_PREPARED_STATEMENTS; each++) await sql`select ${sql.lit(each)}`.execute(db);
    await sql`select 0`.execute(db);
    expect(server.connections).toBe(1);
    await sql`select ${sql.lit(MAX_PREPARED_STATEMENTS)}`.execute(db);
    await sql`select 0`.execute(db);
    expect(server.connections).toBe(2);
  });
});
