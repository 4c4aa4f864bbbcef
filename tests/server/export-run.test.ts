// Exports while they run, over real connections: how many at once, who cancels, what breaks, and in which thread.
import {once} from 'node:events';
import {readdir, readFile} from 'node:fs/promises';
import type {AddressInfo} from 'node:net';
import type {Worker} from 'node:worker_threads';
import {unzipSync} from 'fflate';
import type {FastifyInstance} from 'fastify';
import {sql} from 'kysely';
import {afterEach, beforeAll, beforeEach, expect, test} from 'vitest';
import {buildApp} from '../../src/server/app.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {gated, type Gate} from '../support/gate.ts';
import {connectionsOf, openConnection} from '../support/connection.ts';
import {openTestApp} from '../support/server.ts';
import {until} from '../support/until.ts';

/** Several batches of suppliers. */
const ROWS = 900;
const BATCHES = Math.ceil(ROWS / 250);
/** A place for each, and one person too many. */
const PLACES = 8;

const server = beforeTests(openTestApp);
let tokens: string[];
beforeAll(async () => {
  const {id} = await server.seed.empresa();
  await sql`insert into fornecedores (id_empresa, razao_social)
    select ${id}::integer, 'F' || n from generate_series(1, ${ROWS}::integer) n`.execute(server.context.db);
  tokens = [];
  for (let n = 0; n <= PLACES; n++) tokens.push((await server.seed.usuario({perfil: 'adm'})).token);
});

/** On a busy machine too. */

let app: FastifyInstance;
let gate: Gate;
let url: string;
let threads: Worker[];
const heard = (worker: Worker): void => void threads.push(worker);
beforeEach(async () => {
  threads = [];
  process.on('worker', heard);
  gate = gated(server.context.db, /any\(\$\d+::integer\[\]\)/);
  app = await buildApp({...server.context, db: gate.db});
  url = await app.listen({port: 0, host: '127.0.0.1'});
});
afterEach(async () => {
  process.off('worker', heard);
  gate.letGo(1000);
  await app.close();
});

const ask = (token = server.adm.token, formato = 'csv', signal?: AbortSignal): Promise<Response> =>
  fetch(`${url}/api/fornecedores/exportar?formato=${formato}&colunas=id`, {
    headers: {authorization: `Bearer ${token}`}, signal: signal ?? null,
  });
const linesOf = async (answer: Response): Promise<number> => (await answer.text()).split('\r\n').length - 2;
const isAsked = (count: number): Promise<void> => until(() => expect(gate.asked()).toBe(count));

test('a person has one at a time, and may have the next when it has ended', async () => {
  const first = ask();
  await isAsked(1);
  const refused = await ask();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([400, '10']);
  expect(await refused.json()).toMatchObject({
    codigo: 'LIMITE', message: 'Você já tem uma exportação em andamento. Espere que ela termine, ou cancele-a, e tente novamente.',
  });
  gate.letGo(2 * BATCHES);
  expect(await linesOf(await first)).toBe(ROWS);
  expect(await linesOf(await ask())).toBe(ROWS);
});

test('eight people export at once, in turn; a ninth is told to wait', async () => {
  const asked = tokens.map(token => ask(token, 'xlsx'));
  // Nobody else is answered while the first batch waits.
  const refused = await Promise.race(asked);
  expect(refused.headers.get('retry-after')).toBe('10');
  expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({
    codigo: 'LIMITE', message: 'Há muitas exportações em andamento. Aguarde alguns instantes e tente novamente.',
  })]);
  // One batch at a time among all of them: whoever asks for a page waits for one at most.
  await isAsked(1);
  gate.letGo(PLACES * BATCHES);
  const running = (await Promise.all(asked)).filter(answer => answer !== refused);
  expect(running).toHaveLength(PLACES);
  for (const answer of running) {
    expect(answer.headers.get('x-total-count')).toBe(String(ROWS));
    expect(Object.keys(unzipSync(new Uint8Array(await answer.arrayBuffer())))).toContain('xl/worksheets/sheet1.xml');
  }
  expect(threads).toHaveLength(1);
});

test.each(['csv', 'xlsx'])('whoever leaves in the middle of a %s stops the reading, and makes room', async formato => {
  const leaving = new AbortController();
  const first = ask(undefined, formato, leaving.signal);
  gate.letGo(1);
  await first;
  await isAsked(2);
  leaving.abort();
  await until(async () => expect(await connectionsOf(app)).toBe(0));
  gate.letGo(1 + BATCHES);
  const next = await until(async () => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    return answer;
  });
  expect(await linesOf(next)).toBe(ROWS);
  // The batch that was being read when they left, and nothing more of theirs.
  expect(gate.asked()).toBe(2 + BATCHES);
});

test('what breaks before the first byte is a refusal with its reason', async () => {
  const answer = ask();
  gate.letGo(1, Object.assign(new Error('the server is gone'), {code: '57P01'}));
  expect([(await answer).status, await (await answer).json()]).toEqual([500, expect.objectContaining({codigo: 'INDISPONIVEL'})]);
  gate.letGo(BATCHES);
  expect(await linesOf(await ask())).toBe(ROWS);
});

test('what breaks later can not be taken for a whole file, not even by a proxy that speaks HTTP/1.0', async () => {
  const line = await openConnection((app.server.address() as AddressInfo).port);
  line.send(`GET /api/fornecedores/exportar?formato=csv HTTP/1.0\r\nauthorization: Bearer ${server.adm.token}\r\n\r\n`);
  gate.letGo(1);
  await line.hears(/Raz/);
  gate.letGo(1, new Error('something else'));
  expect(await line.ended).toBe('ECONNRESET');
  gate.letGo(BATCHES);
  expect(await linesOf(await ask())).toBe(ROWS);
});

test.each([
  ['deactivated', sql`ativo = false`], ['signed out', sql`token_versao = token_versao + 1`], ['given another profile', sql`tipo = 2`],
])('an export goes no further than its person, who is %s meanwhile', async (_what, change) => {
  const {id, token} = await server.seed.usuario({perfil: 'adm'});
  const begun = ask(token);
  gate.letGo(1);
  const answer = await begun;
  await isAsked(2);
  await sql`update usuarios set ${change} where id = ${id}`.execute(server.context.db);
  gate.letGo(BATCHES);
  await expect(linesOf(answer)).rejects.toThrow(/terminated/);
  expect(gate.asked()).toBe(2);
});

test('files are written in one thread, started by the first; when it dies its file breaks, and the next has a new one', async () => {
  expect(threads).toHaveLength(0);
  const begun = ask();
  gate.letGo(1);
  const answer = await begun;
  await isAsked(2);
  await threads[0]?.terminate();
  gate.letGo(1);
  await expect(linesOf(answer)).rejects.toThrow(/terminated/);
  gate.letGo(BATCHES);
  expect(await linesOf(await ask())).toBe(ROWS);
  expect(threads).toHaveLength(2);
  const ended = once(threads[1]!, 'exit');
  await app.close();
  await ended;
});

test.skipIf(process.platform !== 'linux')('the thread that writes files lets everybody else go first', async () => {
  const niceOf = async (thread: string): Promise<number> => {
    const stat = await readFile(`/proc/self/task/${thread}/stat`, 'utf8').catch(() => '');
    // The name before it may hold anything.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16] ?? 0);
  };
  const before = new Set(await readdir('/proc/self/task'));
  gate.letGo(BATCHES);
  expect(await linesOf(await ask())).toBe(ROWS);
  const fresh = (await readdir('/proc/self/task')).filter(thread => !before.has(thread));
  expect((await Promise.all(fresh.map(niceOf))).filter(nice => nice > 0)).toHaveLength(1);
  expect(await niceOf(String(process.pid))).toBe(0);
});
