// What a server tells of itself to whatever watches over it (rules: Operation 5), as Prometheus reads it.
import type {FastifyInstance} from 'fastify';
import {sql} from 'kysely';
import {afterAll, beforeAll, expect, onTestFinished, test} from 'vitest';
import {buildApp} from '../../src/server/app.ts';
import {FILES_LOCK, tryWithLock} from '../../src/server/db/advisoryLocks.ts';
import {createMetrics, type Metrics} from '../../src/server/metrics/metrics.ts';
import {sweepLeases} from '../../src/server/robots/expiredLeases.ts';
import {hooks} from '../../src/server/registerRoutes.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {onServer} from '../support/database.ts';
import {addressOf, listenTo} from '../support/eventStream.ts';
import {queueTicket} from '../support/queue.ts';
import {openTestApp} from '../support/server.ts';
import {createWorld, type World} from '../support/tickets.ts';
import {until} from '../support/until.ts';

const server = beforeTests(openTestApp);
const use = {inUse: 3, idle: 2, wanted: 1};
let metrics: Metrics;
let app: FastifyInstance;
let world: World;
beforeAll(async () => {
  metrics = createMetrics({...server.context, hooks}, () => use, 60_000);
  app = await buildApp(server.context, {watch: metrics.watch});
  world = await createWorld(server, 'agendar');
});
afterAll(async () => {
  await metrics?.app.close();
  await app?.close();
});

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const SAMPLE = new RegExp(
  `^(${NAME})(?:\\{(${NAME}="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"(?:,${NAME}="(?:[^"\\\\\\n]|\\\\[\\\\"n])*")*)\\})? (\\S+)$`);

/** Every series with its value, by how it is written; refuses what Prometheus would. */
const parsed = (text: string): ReadonlyMap<string, number> => {
  const [types, series] = [new Map<string, string>(), new Map<string, number>()];
  for (const line of text.split('\n').filter(one => one !== '')) {
    const [, family, kind] = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(line) ?? [];
    if (family !== undefined && kind !== undefined) {
      expect(types.has(family), line).toBe(false);
      types.set(family, kind);
    }
    if (line.startsWith('#')) {
      expect(line).toMatch(new RegExp(`^# (?:HELP|TYPE) ${NAME} .+$`));
      continue;
    }
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
    const type = types.get(name) ?? types.get(name.replace(/_(?:bucket|sum|count)$/, ''));
    expect(type, line).toBeDefined();
    if (type === 'counter') expect(name).toMatch(/_total$/);
    const key = labels === '' ? name : `${name}{${labels}}`;
    expect(series.has(key), line).toBe(false);
    // Whatever the case of its letters, as Prometheus reads it.
    expect(/^nan$/i.test(value) || value === '+Inf' || Number.isFinite(Number(value)), line).toBe(true);
    series.set(key, Number(value));
  }
  return series;
};
const readFrom = async (of: FastifyInstance): Promise<ReadonlyMap<string, number>> => {
  const response = await fetch(`${await addressOf(of)}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  expect(text.endsWith('\n')).toBe(true);
  return parsed(text);
};
const read = (): Promise<ReadonlyMap<string, number>> => readFrom(metrics.app);
const request = async (path: string, token = ''): Promise<void> => {
  await (await fetch(`${await addressOf(app)}${path}`, {headers: {authorization: `Bearer ${token}`}})).text();
};

test('requests and errors are counted by their route and status, never by their address', async () => {
  const answered = (route: string, status: number) => `balcao_requests_total{method="GET",route="${route}",status="${status}"}`;
  for (const id of [900_001, 900_002]) await request(`/api/tickets/${id}?texto=segredo`, server.adm.token);
  await request('/api/usuarios?nome=segredo');
  await request('/nada/segredo');
  await until(async () => {
    const series = await read();
    expect(series.get(answered('/api/tickets/:id', 404))).toBe(2);
    expect(series.get(answered('/api/usuarios', 401))).toBe(1);
    expect(series.get(answered('none', 404))).toBe(1);
    expect([...series.keys()].filter(name => /segredo|90000/.test(name))).toEqual([]);
  });
});

test('event streams are counted while they are open', async () => {
  const open = async () => (await read()).get('balcao_event_streams');
  expect(await open()).toBe(0);
  const streams = await Promise.all([listenTo(app, server.adm.token), listenTo(app, server.adm.token)]);
  await until(async () => expect(await open()).toBe(2));
  streams.forEach(stream => stream.leave());
  await until(async () => expect(await open()).toBe(0));
});

test('the queue says how many wait and since when, and how many are worked; a lease that ran out counts', async () => {
  const {context: {db}} = server;
  const id = await queueTicket(server, world);
  await sql`update tickets_fila set desde = now() - interval '1 hour' where id_registro = ${id}`.execute(db);
  const place = 'resource="tickets",workflow="agendar"';
  const told = async () => {
    const series = await read();
    const states = ['waiting', 'postponed', 'working'].map(state => series.get(`balcao_queue_records{${place},state="${state}"}`));
    const lost = series.get('balcao_leases_lost_total{resource="tickets"}');
    return {states, age: series.get(`balcao_queue_oldest_seconds{${place}}`), lost};
  };
  const isHour = expect.toSatisfy((seconds: number) => seconds >= 3600 && seconds < 7200);
  expect(await told()).toEqual({states: [1, 0, 0], age: isHour, lost: 0});
  expect(await server.api(world.users.rpa.token, 'POST rpa/reservar', {body: {robo: 'RPA-01'}})).toMatchObject({status: 200});
  expect(await told()).toEqual({states: [0, 0, 1], age: 0, lost: 0});
  await sql`update tickets_fila set ate = now() - interval '6 minutes' where id_registro = ${id}`.execute(db);
  await sweepLeases({...server.context, hooks});
  expect(await told()).toEqual({states: [1, 0, 0], age: isHour, lost: 1});
  await sql`update tickets_fila set apos = now() + interval '1 hour' where id_registro = ${id}`.execute(db);
  expect(await told()).toEqual({states: [0, 1, 0], age: 0, lost: 1});
});

test('mails that wait, how connections are used, and what the process itself does', async () => {
  const before = await read();
  const body = {nome: 'Ana', email: 'ana@x.test', senha: '', tipo: 2, idEmpresa: world.idEmpresa};
  expect(await server.api(server.adm.token, 'POST usuarios', {body})).toMatchObject({status: 201});
  const series = await read();
  expect((series.get('balcao_mails_waiting') ?? 0) - (before.get('balcao_mails_waiting') ?? 0)).toBe(1);
  expect(['in_use', 'idle'].map(state => series.get(`balcao_database_connections{state="${state}"}`))).toEqual([use.inUse, use.idle]);
  expect(series.get('balcao_database_connections_wanted')).toBe(use.wanted);
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_cpu_seconds_total', 'process_resident_memory_bytes']) {
    expect(series.get(name), name).toBeGreaterThanOrEqual(0);
  }
  expect(series.get('balcao_database_oldest_transaction_seconds')).toBeGreaterThanOrEqual(0);
});

test.runIf(onServer)('a transaction that stays open is seen by its age, but for one that only holds a lock', async () => {
  const {context: {config, db}} = server;
  // Without queues: what is asked of them at a reading has an age too.
  const alone = createMetrics({...server.context, config: {...config, resources: {}}, hooks});
  onTestFinished(() => alone.app.close());
  const told = async () => (await readFrom(alone.app)).get('balcao_database_oldest_transaction_seconds');
  await tryWithLock(db, FILES_LOCK, async () => expect(await told()).toBe(0));
  await db.transaction().execute(async trx => {
    await sql`select pg_sleep(0.05), pg_current_xact_id()`.execute(trx);
    expect(await told()).toBeGreaterThanOrEqual(0.05);
  });
});

test('of a database that does not tell, what is not known is not said; the rest is', async () => {
  const away = (): never => {
    throw new Error('away');
  };
  const db = server.context.db.withPlugin({transformQuery: away, transformResult: away});
  const alone = createMetrics({...server.context, db, hooks});
  try {
    const series = await readFrom(alone.app);
    expect(series.get('balcao_database_up')).toBe(0);
    expect([...series.keys()].filter(name => /queue|mails|transaction|connections/.test(name))).toEqual([]);
    expect(series.get('balcao_event_streams')).toBe(0);
    expect((await read()).get('balcao_database_up')).toBe(1);
  } finally {
    await alone.app.close();
  }
});
