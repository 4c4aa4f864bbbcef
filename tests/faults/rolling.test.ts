// Two servers on one database, behind a balancer, while people work: one after the other is ended and started with a config that has a
// column more, or with files in another place, and what lies in the old one is moved. Nobody is refused, and nothing acknowledged is lost.
import {join} from 'node:path';
import {afterEach, expect} from 'vitest';
import config from '../../resources.config.ts';
import {createDiskStorage} from '../../src/server/files/diskStorage.ts';
import {listFileKeys} from '../../src/server/files/layout.ts';
import {createS3Storage} from '../../src/server/files/s3Storage.ts';
import {openBalancer} from '../support/balancer.ts';
import {temporaryFolder} from '../support/folder.ts';
import {gathered} from '../support/gathered.ts';
import {httpApi} from '../support/httpApi.ts';
import {startPostgres} from '../support/postgres.ts';
import {ADM} from '../support/product.ts';
import {openS3Door} from '../support/s3Door.ts';
import {createSeed} from '../support/seed.ts';
import {createWorld} from '../support/tickets.ts';
import {fault, type Tally} from './support/cases.ts';
import {createLedger} from './support/ledger.ts';
import {startWork, type Work} from './support/people.ts';
import {createProcesses, type Started, type Variables} from './support/processes.ts';
import {BOUND, noPostgres, settle} from './support/stage.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const {run, start} = createProcesses(closing);

/** Two servers that people work at. */
const open = async (more: Variables = {}) => {
  const [postgres, door, {folder, remove}] = [await startPostgres(), await openS3Door(), await temporaryFolder()];
  closing.push(() => postgres.remove(), () => door.close(), remove);
  const base: Variables = {
    DATABASE_URL: postgres.url, DATA_DIR: folder, JWT_SECRET: 'segredo-somente-para-os-testes-do-balcao', ADMIN_EMAIL: ADM.email,
    ADMIN_PASSWORD: ADM.senha,
  };
  const env: Variables = {...base, ...door.env as Record<string, string>};
  const balancer = await openBalancer();
  closing.push(async () => balancer.close());
  let servers = [await start(SERVER, {...env, ...more}), await start(SERVER, {...env, ...more})];
  balancer.watch(servers.map(({url}) => url), SECOND);

  const api = httpApi(balancer.url, BOUND);
  const {body} = await api(undefined, 'POST usuarios/login', {body: ADM});
  const who = {id: body.id, token: body.token, ...ADM};
  const world = await createWorld({seed: createSeed(api, who, {config}), adm: who});
  const stage = {api, world, adm: who.token, ledger: createLedger(world), whileAlive: <T>(work: Promise<T>) => work};
  const work = startWork(stage);
  await work.more(SOME);

  /** One after the other, while people work and the balancer finds out by itself. */
  const roll = async (next: Variables): Promise<void> => {
    const others: Started[] = [];
    for (const old of servers) {
      expect(await old.end()).toBe(0);
      others.push(await start(SERVER, {...next, PORT: new URL(old.url).port}));
      await work.more(SOME);
    }
    servers = others;
  };
  return {base, env, folder, door, stage, work, roll};
};
const SOME = 20;
const SECOND = 1000;
const SERVER = './rolled.ts';
const MOVE = '../../../src/run/arquivos.ts';

/** Nobody was refused, and all is there. */
const end = async (work: Work, {stage}: Pick<Awaited<ReturnType<typeof open>>, 'stage'>, tally: Tally): Promise<void> => {
  await work.end();
  expect(work.refusals.map(({status, body: told}) => ({status, told: told as unknown}))).toEqual([]);
  expect(work.cuts).toEqual([]);
  await settle(stage, tally, stage.ledger.stories);
};

fault('two servers, one after the other, to a config with a column more, while people work', {unless: noPostgres}, async tally => {
  const place = await open();
  const {env, door, stage, work, roll} = place;
  await roll({...env, MORE: '1'});
  await end(work, place, tally);
  const id = stage.ledger.stories[0]?.id;
  expect((await stage.api(stage.adm, 'GET tickets/:id', {params: {id}})).body).toMatchObject({protocolo: ''});
  expect(door.objects.size).toBeGreaterThan(0);
});

fault('files to the bucket and back while people work; who moves them is killed half way', {unless: noPostgres}, async tally => {
  const place = await open({FILES_IN: 'pasta'});
  const {base, env, folder, door, stage: {api, adm, ledger}, work, roll} = place;
  const storages = {pasta: createDiskStorage(join(folder, 'files')), s3: createS3Storage(door.env)};
  /** All that is acknowledged so far, each file byte for byte, wherever it lies. */
  const read = async (): Promise<void> => {
    const soFar = ledger.stories.slice();
    for (const {id, acts} of soFar) {
      const sent = acts.filter(({acknowledged}) => acknowledged).flatMap(({files}) => files.map(({bytes}) => bytes));
      if (sent.length === 0) continue;
      const {body} = await api(adm, 'GET tickets/:id', {params: {id}});
      const ids = (body.ticketArquivos as {id: number}[]).slice(0, sent.length).map(file => file.id);
      const got = await Promise.all(ids.map(fileId => api(adm, 'GET TicketsArquivo/baixar-arquivo/:fileId', {params: {fileId}})));
      expect(got.map(({bytes}, at) => bytes.equals(sent[at]!))).toEqual(sent.map(() => true));
    }
  };
  await work.more(2 * SOME);
  for (const [to, from, call] of [['s3', 'pasta', 'PutObject'], ['pasta', 's3', 'GetObject']] as const) {
    const there = {...env, FILES_IN: to};
    await roll(there);
    const left = async (): Promise<number> => (await gathered(listFileKeys(storages[from]))).length;
    const most = await left();
    door.breaks(call, ...Array.from({length: 10 * most}, () => 'slow' as const));
    const killed = run(MOVE, there, 'mover');
    await expect.poll(left, {timeout: BOUND, interval: 20}).toBeLessThan(most - SOME);
    killed.child.kill('SIGKILL');
    expect(await killed.ended).toBe('SIGKILL');
    expect(await left()).toBeGreaterThan(0);
    const second = run(MOVE, there, 'mover');
    await Promise.all([read(), work.more(SOME), second.ended]);
    door.breaks(call);
    for (const moves of [second, run(MOVE, there, 'mover')]) {
      expect({ended: await moves.ended, said: moves.said()}).toEqual({ended: 0, said: expect.stringMatching(/^De .+ para .+: .+\.$/m)});
    }
    expect(await left()).toBe(0);
    await read();
  }
  expect(door.objects.size).toBe(0);
  // Without the bucket, as after its end.
  await roll(base);
  await end(work, place, tally);
});
