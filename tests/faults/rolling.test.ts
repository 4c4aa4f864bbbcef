// Two servers on one database and one bucket, behind a balancer, while people work: one after the other is ended and started with a config
// that has a column more. Nobody is refused, and nothing that was acknowledged is lost.
import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import {afterEach, expect} from 'vitest';
import config from '../../resources.config.ts';
import {openBalancer} from '../support/balancer.ts';
import {COMPILED, temporaryFolder} from '../support/folder.ts';
import {httpApi} from '../support/httpApi.ts';
import {startPostgres} from '../support/postgres.ts';
import {ADM} from '../support/product.ts';
import {openS3Door} from '../support/s3Door.ts';
import {createSeed} from '../support/seed.ts';
import {createWorld} from '../support/tickets.ts';
import {fault} from './support/cases.ts';
import {createLedger} from './support/ledger.ts';
import {startWork} from './support/people.ts';
import {BOUND, noPostgres, settle} from './support/stage.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Started {
  url: string;
  /** SIGTERM. @returns how it ended */
  end(): Promise<number | null>;
}

/** @throws Error with what it said when it ends before it listens */
const start = async (env: Readonly<Record<string, string>>): Promise<Started> => {
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(new URL('support/rolled.ts', import.meta.url))], {
    env: {PATH: process.env['PATH'], ...COMPILED, PORT: '0', ...env}, stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  closing.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  for (;;) {
    const [, url] = /^Balcão no ar: (\S+)$[^]*^Ctrl-C encerra/m.exec(said) ?? [];
    if (url !== undefined) return {url, end: () => (child.kill('SIGTERM'), ended)};
    if (await Promise.race([once(child.stdout!, 'data').then(() => false), ended.then(() => true)])) throw new Error(said);
  }
};

fault('two servers, one after the other, to a config with a column more, while people work', {unless: noPostgres}, async tally => {
  const [postgres, door, {folder, remove}] = [await startPostgres(), await openS3Door(), await temporaryFolder()];
  closing.push(() => postgres.remove(), () => door.close(), remove);
  const env = {
    DATABASE_URL: postgres.url, DATA_DIR: folder, JWT_SECRET: 'segredo-somente-para-os-testes-do-balcao', ADMIN_EMAIL: ADM.email,
    ADMIN_PASSWORD: ADM.senha, ...door.env as Record<string, string>,
  };
  const balancer = await openBalancer();
  closing.push(async () => balancer.close());
  const servers = [await start(env), await start(env)];
  for (const {url} of servers) balancer.add(url);

  const api = httpApi(balancer.url, BOUND);
  const {body} = await api(undefined, 'POST usuarios/login', {body: ADM});
  const who = {id: body.id, token: body.token, ...ADM};
  const world = await createWorld({seed: createSeed(api, who, {config}), adm: who});
  const stage = {api, world, adm: who.token, ledger: createLedger(world), whileAlive: <T>(work: Promise<T>) => work};

  const work = startWork(stage);
  await work.more(20);
  for (const old of servers) {
    await balancer.drain(old.url);
    expect(await old.end()).toBe(0);
    const next = await start({...env, MORE: '1'});
    balancer.add(next.url);
    await work.more(20);
  }
  await work.end();
  expect(work.refusals.map(({status, body: told}) => ({status, told: told as unknown}))).toEqual([]);
  expect(work.cuts).toEqual([]);
  await settle(stage, tally, stage.ledger.stories);
  const id = stage.ledger.stories[0]?.id;
  expect((await api(who.token, 'GET tickets/:id', {params: {id}})).body).toMatchObject({protocolo: ''});
  expect(door.objects.size).toBeGreaterThan(0);
});
