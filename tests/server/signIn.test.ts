// Floods of sign-ins, and what waits for a hash. Hashing itself is replaced: what counts here is when it is asked for.
import {afterAll, afterEach, beforeEach, describe, expect, test, vi} from 'vitest';
import {buildApp} from '../../src/server/app.ts';
import type {Db} from '../../src/server/db/tables.ts';
import type * as Passwords from '../../src/server/accounts/password.ts';
import {createTaskQueue} from '../../src/server/accounts/taskQueue.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {openTestApp, SERVERS, type Answer} from '../support/server.ts';

const RIGHT = 'segredo-1';
const hashing = vi.hoisted(() => ({
  /** What each verification compared with. */
  verified: [] as (string | null)[],
  /** Verifications wait for it. */
  gate: Promise.resolve(),
  beforeHash: (): void => {},
}));
// Files of one worker share what they import: before this one, and after it, nobody has the replaced module.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('../../src/server/accounts/password.ts', async original => {
  const real = await original<typeof Passwords>();
  return {
    ...real,
    hashPassword: (password: string) => {
      hashing.beforeHash();
      return real.hashPassword(password);
    },
    verifyPassword: async (password: string, kept: string | null) => {
      hashing.verified.push(kept);
      await hashing.gate;
      return kept !== null && password === RIGHT;
    },
  } satisfies typeof Passwords;
});

const server = beforeTests(openTestApp);
beforeEach(async () => {
  await server.reset();
  hashing.verified.length = 0;
});
afterEach(() => {
  hashing.gate = Promise.resolve();
  hashing.beforeHash = () => {};
});

const login = (email: string, senha: string, address?: string): Promise<Answer> =>
  server.api(undefined, 'POST usuarios/login', {body: {email, senha}, ...(address === undefined ? {} : {address})});
const LIMIT = {status: 400, body: {codigo: 'LIMITE', message: 'Muitas tentativas. Aguarde alguns minutos e tente novamente.'}};

describe('an address', () => {
  test('that failed a hundred times, whatever the accounts, is told to wait, and nothing more is looked at', async () => {
    const {adm} = server;
    for (let n = 0; n < 100; n += 1) expect(await login(`ninguem${n}@x.test`, 'x', '192.0.2.21')).toAnswer(401);
    for (const _again of [1, 2]) {
      const refused = await login(adm.email, RIGHT, '192.0.2.21');
      expect(refused).toMatchObject(LIMIT);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(200);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(300);
    }
    expect(hashing.verified).toHaveLength(100);
    expect(await login(adm.email, RIGHT, '192.0.2.22')).toAnswer(200);
  });

  test('may sign in as often as it likes', async () => {
    const {adm} = server;
    // What nobody sees is pasted with an e-mail.
    expect(await login(`\u200B ${adm.email.replace('@', '\u00AD@')}\u200D`, RIGHT, '192.0.2.23')).toAnswer(200);
    for (let n = 0; n < 120; n += 1) expect(await login(adm.email, RIGHT, '192.0.2.23')).toAnswer(200);
    expect(await login(adm.email, 'errada', '192.0.2.23')).toAnswer(401);
  });
});

test('every refusal has done the same work: one verification, with a hash of the account only where the password is judged', async () => {
  const {adm} = server;
  for (const email of [adm.email, 'ninguem@x.test']) for (let n = 0; n < 12; n += 1) await login(email, 'errada', '192.0.2.24');
  expect(hashing.verified).toHaveLength(24);
  expect(hashing.verified.map(kept => kept !== null)).toEqual([...Array<boolean>(10).fill(true), ...Array<boolean>(14).fill(false)]);
});

// Each server has its own measure.
test.skipIf(SERVERS > 1)('a flood of sign-ins is refused beyond a measure, and keeps nobody who is signed in from a new password', async () => {
  const {adm, api} = server;
  const {promise, resolve} = Promise.withResolvers<void>();
  hashing.gate = promise;
  // Each from an address of its own. Two are judged, two hundred wait.
  const flood = Array.from({length: 203}, (_, n) => login(`ninguem${n}@x.test`, 'x'));
  const refused = await Promise.race(flood);
  const message = 'Há muitos pedidos ao mesmo tempo. Aguarde alguns instantes e tente novamente.';
  expect(refused).toAnswer(400, {codigo: 'LIMITE', message});
  expect(refused.headers['retry-after']).toBe('5');

  expect(await api(adm, 'PUT usuarios/:id', {params: {id: adm.id}, body: {senha: 'nova-senha'}})).toAnswer(200);

  resolve();
  const statuses = (await Promise.all(flood)).map(({status}) => status);
  expect(statuses.filter(status => status === 401)).toHaveLength(202);
  expect(hashing.verified).toHaveLength(202);
});

test('a new password is hashed before its transaction, in which the embedded database serves nobody else', async () => {
  const {adm, context} = server;
  let open = 0;
  const hashedInside: number[] = [];
  const db = new Proxy(context.db, {
    get: (target, name) => {
      const own: unknown = Reflect.get(target, name, target);
      if (name !== 'transaction') return typeof own === 'function' ? (own.bind(target) as unknown) : own;
      return () => ({
        execute: async (work: Parameters<ReturnType<Db['transaction']>['execute']>[0]) => {
          open += 1;
          try {
            return await target.transaction().execute(work);
          } finally {
            open -= 1;
          }
        },
      });
    },
  });
  hashing.beforeHash = () => void hashedInside.push(open);
  const app = await buildApp({...context, db});
  try {
    const as = (token: string) => ({headers: {authorization: `Bearer ${token}`}});
    const put = await app.inject({method: 'PUT', url: `/api/usuarios/${adm.id}`, ...as(adm.token), payload: {senha: 'nova-senha'}});
    expect(put.statusCode).toBe(200);
    const {token} = put.json<{token: string}>();
    const post = await app.inject({method: 'POST', url: '/api/usuarios', ...as(token), payload: {id: adm.id, senha: 'outra-senha'}});
    expect(post.statusCode).toBe(200);
  } finally {
    await app.close();
  }
  expect(hashedInside).toEqual([0, 0]);
});

describe('taking turns', () => {
  test('so many at once, the others in the order they came, and a failure gives its place on', async () => {
    const inTurn = createTaskQueue({concurrency: 2, maxWaiting: 3});
    const started: number[] = [];
    const tasks = [0, 1, 2, 3, 4].map(() => Promise.withResolvers<void>());
    const done = tasks.map(({promise}, n) => inTurn(() => {
      started.push(n);
      return promise;
    }));
    await expect(inTurn(() => Promise.resolve())).rejects.toMatchObject({codigo: 'LIMITE', status: 400});
    expect(started).toEqual([0, 1]);
    tasks[1]?.reject(new Error('broken'));
    await expect(done[1]).rejects.toThrow('broken');
    expect(started).toEqual([0, 1, 2]);
    for (const {resolve} of tasks) resolve();
    await Promise.allSettled(done);
    expect(started).toEqual([0, 1, 2, 3, 4]);
    await expect(Promise.all([1, 2, 3, 4, 5].map(n => inTurn(() => Promise.resolve(n))))).resolves.toEqual([1, 2, 3, 4, 5]);
  });
});
