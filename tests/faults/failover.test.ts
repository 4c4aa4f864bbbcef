// The database server is lost while people work, and a standby that follows it takes its place by hand, behind one address: who writes is
// told meanwhile, nothing acknowledged is lost, and the product goes on without a restart.
import {afterEach, expect} from 'vitest';
import {listenTo} from '../support/eventStream.ts';
import {openLine, type Line} from '../support/line.ts';
import {hasStandby, startPostgres, type Postgres} from '../support/postgres.ts';
import {actOn, createWorld, openTicket, type World} from '../support/tickets.ts';
import {fault, timed, type Tally} from './support/cases.ts';
import {startWork, type Work} from './support/people.ts';
import {wordless} from './support/refusals.ts';
import {BOUND, openStage, settle, type Stage} from './support/stage.ts';

const SOME = 6;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
const unless = async (): Promise<string | undefined> =>
  (await hasStandby() ? undefined : 'PostgreSQL with pg_basebackup is not on this machine');

interface Pair {
  stage: Stage;
  first: Postgres;
  standby: Postgres;
  /** The one address of both. */
  line: Line;
}

/** The product on a server whose commits wait until its standby has them. */
const open = async (): Promise<Pair> => {
  const first = await startPostgres();
  closing.push(() => first.remove());
  const standby = await first.standby();
  closing.push(() => standby.remove());
  await first.query("alter system set synchronous_standby_names = '*'");
  await first.query('select pg_reload_conf()');
  await expect.poll(() => first.query('select sync_state from pg_stat_replication'), {timeout: BOUND}).toEqual([{sync_state: 'sync'}]);
  const line = await openLine('127.0.0.1', first.port);
  closing.push(() => line.close());
  const url = new URL(first.url);
  url.port = String(line.port);
  const stage = await openStage({env: {DATABASE_URL: url.href}});
  closing.push(() => stage.close());
  return {stage, first, standby, line};
};

/** A record that a robot has. @returns what it asks of its lease */
const reserved = async ({api}: Stage, world: World) => {
  const {id} = await openTicket({api}, world, world.users.fornecedor);
  for (const action of ['atender', 'enviarRpa'] as const) {
    expect(await actOn({api}, id, world.users.adm, action)).toMatchObject({status: 200});
  }
  const {status, body} = await api(world.users.rpa, 'POST rpa/reservar', {body: {robo: 'VM', leaseSegundos: 600}});
  expect(status).toBe(200);
  const ask = (what: string, more: object = {}) =>
    api(world.users.rpa, `POST rpa/tickets/:id/${what}`, {params: {id}, body: {leaseToken: body.leaseToken as string, ...more}});
  return {id: id as number, ask};
};

/** What went on by itself: who looks on hears, leases are kept, those that run out are found, mails leave. */
const goesOn = async (
  {stage: {api, adm}, standby}: Pair, stream: Awaited<ReturnType<typeof listenTo>>, leases: Awaited<ReturnType<typeof reserved>>[],
): Promise<void> => {
  const [kept, left] = leases;
  expect(await kept!.ask('renovar', {leaseSegundos: 600})).toMatchObject({status: 200});
  expect(await kept!.ask('concluir', {comentario: 'Feito.'})).toMatchObject({status: 200});
  await stream.hears('registro', {recurso: 'tickets', id: kept!.id});
  await standby.query(`update tickets_fila set ate = now() where id_registro = ${left!.id}`);
  await expect.poll(async () => (await api(adm, 'GET tickets/:id', {params: {id: left!.id}})).body, {timeout: BOUND})
    .toMatchObject({idStatusTicket: 4});
};

/** @param lose takes the first one away, until nobody reaches it any more; @param after what may happen to it later */
const failover = async (tally: Tally, lose: (pair: Pair) => Promise<void>, after: (pair: Pair) => Promise<void> = async () => {}) => {
  const pair = await open();
  const {stage, standby, line} = pair;
  const {pid} = stage.product;
  // Of another company: the ledger knows all of its own.
  const robots = await createWorld({seed: stage.seed, adm: stage.world.users.adm}, 'agendar');
  const leases = [await reserved(stage, robots), await reserved(stage, robots)];
  const stream = await listenTo(stage.product.url, stage.world.users.adm.token);
  closing.push(async () => stream.leave());
  const work: Work = startWork(stage);
  try {
    await work.more(SOME);
    await lose(pair);
    await work.refused(SOME);
    expect((await stage.api(undefined, 'GET pronto')).status).toBe(503);
    // The address names the standby before it may be written to: it reads, and who writes is told.
    line.turn(standby.port);
    await expect.poll(async () => (await stage.api(stage.adm, 'GET tickets', {query: {page: 1}})).status, {timeout: BOUND}).toBe(200);
    await work.refused(SOME);
    await standby.promote();
    tally.recovered.push(await timed(() => work.more(SOME)));
    await after(pair);
    await work.more(SOME);
  } finally {
    await work.end();
  }
  expect({cuts: work.cuts, wordless: wordless(work.refusals)}).toEqual({cuts: [], wordless: []});
  expect(stage.product).toMatchObject({running: true, pid});
  await goesOn(pair, stream, leases);
  await expect.poll(async () => (await stage.api(undefined, 'GET pronto')).status, {timeout: BOUND}).toBe(200);
  await settle({...stage, adm: stage.world.users.empresa.token}, tally, stage.ledger.stories);
  expect(await stage.product.stop()).toMatchObject({code: 0, signal: null});
};

fault('its processes are killed, and the standby is promoted', {unless}, tally => failover(tally, ({first}) => first.kill9()));

fault('it is ended in order, and the standby is promoted', {unless}, tally => failover(tally, ({first}) => first.stop()));

fault('it is frozen and its lines are cut; the standby is promoted, and it comes back to nobody', {unless}, tally =>
  failover(tally, async ({first, line}) => {
    first.freeze();
    await line.shut();
    await line.reopen();
  }, async ({first}) => first.thaw()));

fault('its standby is away, and comes back: commits wait, and nobody is told that they are kept', {unless}, async tally => {
  const {stage, first, standby} = await open();
  const work = startWork(stage);
  try {
    await work.more(SOME);
    await standby.kill9();
    await work.refused(SOME);
    const {acknowledged} = work;
    await work.refused(SOME);
    expect(work.acknowledged).toBe(acknowledged);
    await standby.start();
    await expect.poll(() => first.query('select sync_state from pg_stat_replication'), {timeout: BOUND}).toEqual([{sync_state: 'sync'}]);
    tally.recovered.push(await timed(() => work.more(SOME)));
  } finally {
    await work.end();
  }
  expect({cuts: work.cuts, wordless: wordless(work.refusals)}).toEqual({cuts: [], wordless: []});
  await settle(stage, tally, stage.ledger.stories);
});
