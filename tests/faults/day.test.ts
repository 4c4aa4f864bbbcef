// A working day: two servers on one database and one bucket, behind a balancer, with people and robots at work, first undisturbed, then
// while processes, database and store are killed at random. Nothing acknowledged is lost, nothing is done twice, and lists come about as
// fast as before.
import {afterEach, expect} from 'vitest';
import {verifyFiles, areConsistent} from '../../src/server/backup/verifyFiles.ts';
import config from '../../resources.config.ts';
import {diceOf} from '../fuzz/support/dice.ts';
import {openBalancer} from '../support/balancer.ts';
import {differences} from '../support/counts.ts';
import {httpApi} from '../support/httpApi.ts';
import {openMailServer} from '../support/mail.ts';
import {startPostgres} from '../support/postgres.ts';
import {ADM, openProduct} from '../support/product.ts';
import {openS3Door} from '../support/s3Door.ts';
import {createSeed} from '../support/seed.ts';
import {connectTo} from '../support/serverDatabase.ts';
import {createWorld} from '../support/tickets.ts';
import {fault} from './support/cases.ts';
import {wreak} from './support/havoc.ts';
import {callOf, createLedger, heard} from './support/ledger.ts';
import {openOffice} from './support/office.ts';
import {wordless} from './support/refusals.ts';
import {outcomeOf, startRobots} from './support/robots.ts';
import {BOUND, noPostgres, settle} from './support/stage.ts';

/** How long things go wrong; before that nothing does, a fifth as long, in the first half of which everything warms up. */
const SECONDS = Number(process.env['DAY_SECONDS'] ?? 600);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const SECOND = 1000;
/** From so many seconds on times say something. */
const WHOLE_DAY = 600;
const HOUR = 3600 * SECOND;
/** Between two faults of a sort, at most. */
const APART = 60 * SECOND;
/** Milliseconds after which who looks on has heard. */
const HEARD = 15 * SECOND;
/** How long a mail may be somebody's who died, and a robot's records may take. */
const PATIENCE = 240 * SECOND;
const ROBOTS = 3;
const SHORT = {NODE_OPTIONS: `--import=${new URL('support/shortQueue.ts', import.meta.url).href}`};

const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const p95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? NaN;
const wait = (seconds: number) => new Promise(resolve => {
  setTimeout(resolve, seconds * SECOND);
});

const openPlace = async () => {
  const [postgres, door, mails] = [await startPostgres(), await openS3Door(), await openMailServer()];
  closing.push(() => postgres.remove(), () => door.close(), () => mails.close());
  const balancer = await openBalancer();
  closing.push(() => balancer.close());
  const env = {
    ...SHORT, DATABASE_URL: postgres.url, JWT_SECRET: 'segredo-somente-para-os-testes-do-balcao', PUBLIC_URL: balancer.url,
    SMTP_URL: mails.url, MAIL_FROM: 'nao-responda@balcao.test', ...door.env as Record<string, string>,
  };
  const products = [];
  // One folder each: nothing is shared but database and bucket.
  for (const first of [true, false]) {
    const product = await openProduct({env, first});
    closing.push(() => product.dispose());
    products.push(product);
  }
  balancer.watch(products.map(({url}) => url), SECOND / 2);
  return {postgres, door, mails, balancer, products, env};
};

fault(`a day of ${SECONDS} s, SEED=${SEED}`, {unless: noPostgres, timeout: HOUR}, async tally => {
  const place = await openPlace();
  const {postgres, door, mails, balancer, products} = place;
  const api = httpApi(balancer.url, BOUND);
  const {body} = await api(undefined, 'POST usuarios/login', {body: ADM});
  const adm = {id: body.id, token: body.token, ...ADM};
  const seed = createSeed(api, adm, {config});
  const [world, robotsWorld] = [await createWorld({seed, adm}), await createWorld({seed, adm}, 'agendar')];
  const keys: string[] = [];
  while (keys.length < ROBOTS) {
    const {id} = await seed.usuario({perfil: 'rpa', idEmpresa: robotsWorld.idEmpresa});
    keys.push((await api(adm, 'POST usuarios/:id/chaves', {params: {id}, body: {nome: 'VM'}})).body.chave);
  }
  const ledger = createLedger(world);
  const dice = diceOf(SEED);
  const office = openOffice({url: balancer.url, api, ledger, world, robots: robotsWorld}, dice);
  closing.push(() => office.leave());
  const robots = startRobots(keys.map(chave => ({chave, url: balancer.url})));
  closing.push(() => robots.end());

  await wait(SECONDS / 10);
  const warm = performance.now();
  await wait(SECONDS / 10);
  const disturbed = performance.now();
  const {refusals: [early], cuts: earlyCuts} = office;
  expect({early, earlyCuts}).toEqual({early: undefined, earlyCuts: 0});
  const havoc = wreak(place, diceOf(SEED + 1), Math.min(APART, SECONDS * SECOND / 5));
  await wait(SECONDS);
  await havoc.end();
  await office.end();
  const recovered = havoc.broken.flatMap(({name, mended}) => {
    const next = office.acknowledged.find(at => at > mended);
    return next === undefined ? [] : [{name, took: next - mended}];
  }).toSorted((a, b) => b.took - a.took);
  tally.recovered.push(...recovered.map(({took}) => took));

  // Each record sent to robots is done once, or with a person.
  const token = world.users.empresa.token;
  await expect.poll(async () => {
    const {body: lines} = await api(adm, 'GET rpa/fila');
    return (lines as {esperando: number; emAndamento: number; adiados: number}[])
      .reduce((sum, {esperando, emAndamento, adiados}) => sum + esperando + emAndamento + adiados, 0);
  }, {timeout: PATIENCE, interval: SECOND}).toBe(0);
  await robots.end();
  const outcome = await outcomeOf(api, adm.token, office.sent);
  expect({wrong: outcome.wrong, gaveUp: robots.gaveUp}).toEqual({wrong: [], gaveUp: []});
  expect(robots.concluded.filter(id => !outcome.finished.includes(id))).toEqual([]);
  expect(new Set(robots.concluded).size).toBe(robots.concluded.length);
  expect((await api(robotsWorld.users.empresa, 'GET tickets', {query: {page: 1}})).body.total).toBe(office.sent.length);

  // What was done is not done again by who asks again; nothing is lost, or there by half.
  for (const story of ledger.stories.filter((_story, at) => at % 5 === 0)) {
    for (const act of story.acts.filter(({acknowledged}) => acknowledged)) {
      expect(heard(story, act, await api(act.as, act.endpoint, callOf(story, act)))).toBe(true);
    }
  }
  await settle({ledger, api, adm: token}, tally, ledger.stories);
  expect({wrong: office.wrong, wordless: wordless(office.refusals)}).toEqual({wrong: [], wordless: []});

  // Who was invited is there once, and got one mail; one that was killed just after it had sent one sends it again.
  const db = connectTo(postgres.url);
  closing.push(() => db.destroy());
  const mailOf = (email: string) => mails.received.filter(({recipients}) => recipients.includes(email));
  await expect.poll(() => office.invited.filter(email => mailOf(email).length === 0), {timeout: PATIENCE, interval: SECOND}).toEqual([]);
  expect(office.invited.filter(email => new Set(mailOf(email).map(({messageId}) => messageId)).size !== 1)).toEqual([]);
  const copies = mails.received.length - new Set(mails.received.map(({messageId}) => messageId)).size;
  expect(copies).toBeLessThanOrEqual(havoc.broken.length);
  expect(await postgres.query('select email from usuarios group by email having count(*) > 1')).toEqual([]);
  expect(await postgres.query('select texto from avisos group by id_usuario, id_registro, texto having count(*) > 1')).toEqual([]);

  await expect.poll(() => differences(db), {timeout: BOUND}).toEqual([]);
  for (const {dataDir} of products) {
    const course = {progress: () => {}, signal: new AbortController().signal};
    const findings = await verifyFiles({DATA_DIR: dataDir, DATABASE_URL: postgres.url, ...door.env}, true, course);
    expect(findings).toSatisfy(areConsistent);
  }
  const {heard: told, missed} = office.unheard(HEARD);
  expect(missed).toEqual([]);

  const times = (from: number, to: number) => office.lists.flatMap(({at, took}) => (at >= from && at < to ? [took] : []));
  const [quiet, bad] = [times(warm, disturbed), times(disturbed, Infinity)];
  const during = havoc.broken.flatMap(({began, mended}) => times(began, mended));
  const ratio = p95(bad) / p95(quiet);
  const sorts = Map.groupBy(havoc.broken, ({name}) => name);
  tally.remark = [
    `lists p95 ${p95(quiet).toFixed(0)} ms of ${quiet.length} undisturbed, ${p95(bad).toFixed(0)} ms of ${bad.length} after (${ratio.toFixed(2)} times)`,
    `${p95(during).toFixed(0)} ms of ${during.length} while something was broken`,
    `${ledger.stories.length} records and ${office.sent.length} for robots (${outcome.attempts} attempts)`,
    `${office.refusals.length} refused in words, ${office.cuts} lines cut, ${told} events heard, ${mails.received.length} mails, ${copies} of them again`,
    [...sorts].map(([name, {length}]) => `${name} ${length}`).join(', '),
    `longest without a write after: ${recovered.slice(0, 4).map(({name, took}) => `${name} ${(took / SECOND).toFixed(1)} s`).join(', ')}`,
  ].join('; ');
  process.stdout.write(`${tally.remark}\n`);
  if (SECONDS >= WHOLE_DAY) expect(ratio).toBeLessThan(2);
  for (const product of products) expect(await product.stop()).toMatchObject({code: 0, signal: null});
});
