// The server dies without a word (kill -9) while people open tickets: whatever it acknowledged is there afterwards.
import {watch} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {httpApi} from '../support/httpApi.ts';
import {ADM, openProduct, type Product} from '../support/product.ts';
import {createSeed} from '../support/seed.ts';
import type {Api} from '../support/server.ts';
import {createWorld, type World} from '../support/tickets.ts';
import config from '../../resources.config.ts';
import {expectWhole, listed, newAttempt, send, type Attempt} from './support/attempts.ts';

/** What has happened since people began. */
interface Progress {
  acknowledged: number;
  /** Files that began to arrive, and files that have arrived and are stored. */
  arriving: number;
  stored: number;
}

/** The moments at which the server is killed; other tickets are always on their way. */
const moments: readonly {name: string; reached: (seen: Progress) => boolean}[] = [
  {name: 'while the first file arrives', reached: ({arriving}) => arriving === 1},
  {name: 'when the first file is stored and its ticket is not', reached: ({stored}) => stored === 1},
  {name: 'after the first acknowledgement', reached: ({acknowledged}) => acknowledged === 1},
  {name: 'after the 6th acknowledgement', reached: ({acknowledged}) => acknowledged === 6},
  {name: 'while the 16th file arrives', reached: ({arriving}) => arriving === 16},
  {name: 'after the 12th acknowledgement', reached: ({acknowledged}) => acknowledged === 12},
];

let product: Product;
let api: Api;
let adm: string;
let world: World;
const attempts: Attempt[] = [];

beforeAll(async () => {
  product = await openProduct();
  api = httpApi(product.url);
  const {body} = await api(undefined, 'POST usuarios/login', {body: ADM});
  adm = body.token;
  const who = {id: body.id, token: adm, ...ADM};
  world = await createWorld({seed: createSeed(api, who, {config}), adm: who});
});
afterAll(() => product?.dispose());

/** Counts, and calls `changed` at each step. */
const follow = (changed: (seen: Progress) => void): {acknowledged: () => void; stop: () => void} => {
  const seen: Progress = {acknowledged: 0, arriving: 0, stored: 0};
  const names = new Set<string>();
  const watcher = watch(join(product.dataDir, 'files', 'tmp'), (event, name) => {
    if (event !== 'rename' || name === null) return;
    if (names.has(name)) seen.stored += 1;
    else seen.arriving += 1;
    names.add(name);
    changed(seen);
  });
  const acknowledged = (): void => {
    seen.acknowledged += 1;
    changed(seen);
  };
  return {acknowledged, stop: () => watcher.close()};
};

/** Everybody opens one ticket after the other until the server dies, at the given moment. */
const openTicketsUntil = async (reached: (seen: Progress) => boolean): Promise<Attempt[]> => {
  const round: Attempt[] = [];
  let killed: Promise<unknown> | undefined;
  const isKilled = () => killed !== undefined;
  const {acknowledged, stop} = follow(seen => {
    if (!isKilled() && reached(seen)) killed = product.kill9();
  });
  const {adm: administrator, empresa, fornecedor, empresaUsuario} = world.users;
  const work = [administrator, empresa, fornecedor, empresaUsuario].map(async user => {
    while (!isKilled()) {
      const attempt = newAttempt(world, user);
      round.push(attempt);
      try {
        await send(api, attempt);
      } catch (error) {
        // fetch's own error: the line broke. Anything else is a refusal.
        if (error instanceof TypeError) break;
        throw error;
      }
      acknowledged();
    }
  });
  try {
    await Promise.all(work);
  } finally {
    stop();
  }
  await killed;
  attempts.push(...round);
  return round;
};

/** How many attempts a kill found on their way, over all rounds: of one round all may just have been answered. */
let cutOff = 0;

describe.each(moments)('killed $name', ({reached}) => {
  let round: Attempt[];
  beforeAll(async () => {
    round = await openTicketsUntil(reached);
    cutOff += round.filter(({id}) => id === undefined).length;
    await product.start();
  });

  test('every acknowledged ticket is there, and no other one by half', async () => {
    const found = await listed(api, adm);
    for (const attempt of round) {
      const id = found.get(attempt.placa);
      expect(attempt.id === undefined || attempt.id === id, `${attempt.placa} was acknowledged as ${attempt.id}, and is ${id}`).toBe(true);
      if (id !== undefined) await expectWhole(api, adm, id, attempt);
    }
    const tried = new Set(attempts.map(({placa}) => placa));
    expect([...found.keys()].filter(placa => !tried.has(placa))).toEqual([]);
  });

  test('repeating what was not acknowledged gives each ticket once', async () => {
    const before = await listed(api, adm);
    for (const attempt of round.filter(({id}) => id === undefined)) {
      const {body} = await send(api, attempt);
      const there = before.get(attempt.placa);
      expect(there === undefined || there === body.id, `${attempt.placa} was there before`).toBe(true);
    }
    const after = await listed(api, adm);
    expect([...after.keys()].toSorted()).toEqual(attempts.map(({placa}) => placa).toSorted());
  });
});

test('an answer lost on the way: repeating after the kill finds the ticket it made', async () => {
  const attempt = newAttempt(world, world.users.fornecedor);
  const {body: lost} = await send(api, attempt);
  await product.kill9();
  await product.start();
  expect((await send(api, attempt)).body).toEqual(lost);
  attempts.push(attempt);
  expect((await listed(api, adm)).size).toBe(attempts.length);
});

test('after all of it, every ticket is whole', async () => {
  expect(cutOff, 'attempts on their way when it was killed').toBeGreaterThan(0);
  await product.stop();
  await product.start();
  for (const attempt of attempts) await expectWhole(api, adm, attempt.id ?? 0, attempt);
});
