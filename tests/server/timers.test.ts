// Timers: once over all servers, by São Paulo's clock, with one run to catch up (rules: Timers).
import {sql} from 'kysely';
import {beforeEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import type {Db} from '../../src/server/db/tables.ts';
import {readTimers} from '../../src/server/timers/readTimers.ts';
import {nextRun, scheduleInWords, type Schedule} from '../../src/server/timers/schedule.ts';
import {createTimerRunner, startTimers, type Timer} from '../../src/server/timers/startTimers.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {openTestApp} from '../support/server.ts';
import {withWebhooks, WEBHOOK_SECRET} from '../support/webhooks.ts';

describe('the next run', () => {
  it.each<[Schedule, string, string]>([
    [{daily: {at: '02:00'}}, '2026-11-30T04:59:59Z', '2026-11-30T05:00:00.000Z'],
    [{daily: {at: '02:00'}}, '2026-11-30T05:00:00Z', '2026-12-01T05:00:00.000Z'],
    // Midnight is the beginning of a day; this day began three hours ago in UTC.
    [{daily: {at: '00:00'}}, '2026-12-01T01:00:00Z', '2026-12-01T03:00:00.000Z'],
    [{daily: {at: '00:00'}}, '2026-12-01T03:00:00Z', '2026-12-02T03:00:00.000Z'],
    [{daily: {at: '23:59'}}, '2026-12-31T23:00:00Z', '2027-01-01T02:59:00.000Z'],
    // 2018-11-04 began at 01:00, because the clock went forward at midnight.
    [{daily: {at: '00:30'}}, '2018-11-03T12:00:00Z', '2018-11-04T03:30:00.000Z'],
    [{daily: {at: '00:30'}}, '2018-11-04T03:30:00Z', '2018-11-05T02:30:00.000Z'],
    [{daily: {at: '02:00'}}, '2018-11-03T12:00:00Z', '2018-11-04T04:00:00.000Z'],
    // 2018-02-17 had 23:30 twice.
    [{daily: {at: '23:30'}}, '2018-02-17T12:00:00Z', '2018-02-18T01:30:00.000Z'],
    [{daily: {at: '23:30'}}, '2018-02-18T01:30:00Z', '2018-02-19T02:30:00.000Z'],
    [{daily: {at: '02:00'}}, '2018-02-17T12:00:00Z', '2018-02-18T05:00:00.000Z'],
    [{every: '15m'}, '2026-11-30T12:00:00Z', '2026-11-30T12:15:00.000Z'],
    [{every: '15m'}, '2026-11-30T12:14:59.999Z', '2026-11-30T12:15:00.000Z'],
    [{every: '30s'}, '2026-11-30T12:00:01Z', '2026-11-30T12:00:30.000Z'],
    [{every: '2h'}, '2026-11-30T12:00:01Z', '2026-11-30T14:00:00.000Z'],
  ])('of %o after %s is %s', (schedule, after, expected) => {
    expect(nextRun(schedule, new Date(after)).toISOString()).toBe(expected);
  });

  it('does not depend on the time zone of the process', () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const zone of ['Asia/Tokyo', 'America/Los_Angeles', 'UTC']) {
      vi.stubEnv('TZ', zone);
      expect(nextRun({daily: {at: '02:00'}}, new Date('2026-11-30T04:00:00Z')).toISOString()).toBe('2026-11-30T05:00:00.000Z');
    }
  });

  it.each<[Schedule]>([[{daily: {at: '2:00'}}], [{daily: {at: '24:00'}}], [{every: '0m'}], [{every: '15'}], [{every: '1w'}]])(
    'refuses %o', schedule => {
      expect(() => nextRun(schedule, new Date())).toThrow(TypeError);
    },
  );

  it('is told in words', () => {
    expect([scheduleInWords({daily: {at: '02:00'}}), scheduleInWords({every: '15m'})]).toEqual(['todo dia às 02:00', 'a cada 15 min']);
  });
});

const test = beforeTests(() => openTestApp({
  config: withWebhooks, env: {variables: {ERP_URL: 'https://erp.test', ERP_SECRET: WEBHOOK_SECRET}},
}));
beforeEach(() => sql`delete from temporizadores`.execute(test.context.db));

const START = '2026-11-30T12:00:00Z';
/** A server with timers, whose clock the test sets. */
const serverAt = async (
  run: Timer['run'],
  {db = test.context.db, clock = {now: START}, schedule = {every: '15m'}}: {db?: Db; clock?: {now: string}; schedule?: Schedule} = {},
) => {
  const errors: string[] = [];
  const runner = createTimerRunner({
    db, timers: {fechar: {schedule, run}}, readClock: async () => new Date(clock.now), report: sentence => void errors.push(sentence),
  });
  onTestFinished(() => runner.stop(0));
  await runner.register();
  return {clock, errors, ...runner, runAll: async () => {
    await runner.startDue();
    await runner.idle();
  }};
};
const stored = async () => (await readTimers(test.context.db))[0];

describe('a timer', () => {
  it('runs when it is due, once', async () => {
    const run = vi.fn<Timer['run']>(async () => {});
    const one = await serverAt(run);
    await one.runAll();
    expect(run).not.toHaveBeenCalled();
    one.clock.now = '2026-11-30T12:15:00Z';
    await one.runAll();
    await one.runAll();
    expect(run).toHaveBeenCalledTimes(1);
    expect(await stored()).toEqual({
      nome: 'fechar', agenda: 'a cada 15 min', proxima: '2026-11-30T12:30:00.000Z', ultima: '2026-11-30T12:15:00.000Z', rodando: false,
      erro: null,
    });
  });

  it('catches up once after a stop, however much was missed', async () => {
    const run = vi.fn<Timer['run']>(async () => {});
    await (await serverAt(run)).stop(0);
    const next = await serverAt(run, {clock: {now: '2026-12-02T09:07:00Z'}});
    await next.runAll();
    await next.runAll();
    expect(run).toHaveBeenCalledTimes(1);
    expect((await stored())?.proxima).toBe('2026-12-02T09:15:00.000Z');
  });

  it('runs on one of several servers', async () => {
    const second = await test.second();
    onTestFinished(() => second.close());
    const clock = {now: START};
    const run = vi.fn<Timer['run']>(async () => {});
    const servers = [await serverAt(run, {clock}), await serverAt(run, {clock, db: second.db})];
    clock.now = '2026-11-30T12:15:00Z';
    await Promise.all(servers.map(server => server.runAll()));
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('is run by another server when the lease of one that died has ended', async () => {
    const clock = {now: START};
    const dead = await serverAt(() => new Promise(() => {}), {clock});
    clock.now = '2026-11-30T12:15:00Z';
    await dead.startDue();
    expect(await stored()).toMatchObject({ultima: null});
    const run = vi.fn<Timer['run']>(async () => {});
    const other = await serverAt(run, {clock});
    clock.now = '2026-11-30T12:16:59Z';
    await other.runAll();
    expect(run).not.toHaveBeenCalled();
    clock.now = '2026-11-30T12:17:00Z';
    await other.runAll();
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('keeps its last fault until it goes well', async () => {
    let isBroken = true;
    const one = await serverAt(async () => {
      if (isBroken) throw new Error('a planilha\nnão abriu');
    });
    one.clock.now = '2026-11-30T12:15:00Z';
    await one.runAll();
    expect(one.errors).toEqual(['O temporizador "fechar" falhou.']);
    expect(await stored()).toMatchObject({erro: 'a planilha não abriu', proxima: '2026-11-30T12:30:00.000Z'});
    isBroken = false;
    one.clock.now = '2026-11-30T12:30:00Z';
    await one.runAll();
    expect(await stored()).toMatchObject({erro: null});
  });

  it('that a shutdown breaks off is due for another server at once', async () => {
    const clock = {now: START};
    const one = await serverAt(signal => new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('broken off')));
    }), {clock});
    clock.now = '2026-11-30T12:15:00Z';
    await one.startDue();
    await one.stop(1000);
    expect(await stored()).toMatchObject({rodando: false, erro: null, ultima: null});
    const run = vi.fn<Timer['run']>(async () => {});
    await (await serverAt(run, {clock})).runAll();
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('with another schedule counts from now; one that nobody has any more is forgotten after a day', async () => {
    const run = vi.fn<Timer['run']>(async () => {});
    await serverAt(run, {schedule: {daily: {at: '02:00'}}});
    expect(await stored()).toMatchObject({agenda: 'todo dia às 02:00', proxima: '2026-12-01T05:00:00.000Z'});
    await serverAt(run);
    expect(await stored()).toMatchObject({agenda: 'a cada 15 min', proxima: '2026-11-30T12:15:00.000Z'});
    const later = createTimerRunner({
      db: test.context.db, timers: {}, readClock: async () => new Date('2026-12-01T12:16:00Z'), report: () => {},
    });
    await later.register();
    expect(await stored()).toBeUndefined();
  });

  it('is started with the server by the database\'s clock, and told on the page of deliveries', async () => {
    await sql`insert into temporizadores (nome, agenda, proxima) values ('fechar', '{"every":"15m"}', now() - interval '2 days')`
      .execute(test.context.db);
    const run = vi.fn<Timer['run']>(async () => {});
    const stop = await startTimers(test.context, {fechar: {schedule: {every: '15m'}, run}}, () => {});
    await expect.poll(() => run.mock.calls.length).toBe(1);
    await stop();
    const {body} = await test.api(test.adm, 'GET entregas');
    expect(body.temporizadores).toMatchObject([{nome: 'fechar', agenda: 'a cada 15 min', erro: null}]);
  });
});
