// Two processes on one embedded database lose data: whatever happens to the lock's files or the folder, there is one at most.
import {once} from 'node:events';
import {rmSync} from 'node:fs';
import {mkdir, rename, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {Worker} from 'node:worker_threads';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {lockFolder, type FolderLock} from '../../src/server/db/connection/folderLock.ts';
import {temporaryFolder} from '../support/server.ts';
import type {AtOnce} from '../support/startAtOnce.ts';
import {until} from '../support/until.ts';

const OFTEN = 5;
let dataDir: string;
let folder: string;
let first: FolderLock;
let told: string[];
let remove: () => Promise<void>;
beforeEach(async () => {
  const made = await temporaryFolder();
  dataDir = join(made.folder, 'data');
  folder = join(dataDir, 'db');
  remove = () => made.remove();
  await mkdir(folder, {recursive: true});
  first = lockFolder(dataDir, folder);
  told = [];
  first.watch(sentence => told.push(sentence), OFTEN);
});
afterEach(async () => {
  first.release();
  await remove();
});
const inUse = (): string => `A pasta ${dataDir} já está em uso por outro processo do Balcão.`;
const FILES = ['db.lock', join('db', 'balcao.lock')] as const;
const second = () => lockFolder(dataDir, folder);

test.each(FILES)('with %s removed a second one is refused, and the first goes on', async file => {
  await rm(join(dataDir, file));
  expect(second).toThrow(inUse());
  expect(told).toEqual([]);
});

test('a file that was removed is made anew, and is enough by then when the other one goes', async () => {
  for (const file of [...FILES, ...FILES]) {
    await rm(join(dataDir, file));
    await until(async () => rename(join(dataDir, file), join(dataDir, file)));
    expect(second).toThrow(inUse());
  }
  expect(told).toEqual([]);
});

test('who starts while one is missing does not stop the first', async () => {
  for (let round = 0; round < 20; round += 1) {
    await rm(join(dataDir, FILES[0]), {force: true});
    expect(second).toThrow(inUse());
  }
  expect(told).toEqual([]);
});

test('where another has both, the first stops', async () => {
  // At once, or the first would look in between and have them again.
  for (const file of FILES) rmSync(join(dataDir, file));
  const other = second();
  await until(() => expect(told).toEqual([`A pasta ${dataDir} passou a ser usada por outro processo do Balcão: este parou.`]));
  other.release();
});

test.each([
  ['moved', () => rename(dataDir, `${dataDir}-levada`)],
  ['removed', () => rm(dataDir, {recursive: true, maxRetries: 9, retryDelay: 1})],
  ['replaced', async () => {
    await rename(dataDir, `${dataDir}-levada`);
    await mkdir(folder, {recursive: true});
  }],
  ['removed and made anew', async () => {
    await rm(dataDir, {recursive: true, maxRetries: 9, retryDelay: 1});
    await mkdir(folder, {recursive: true});
  }],
])('a folder that is %s stops it', async (_how, change) => {
  await change();
  await until(() =>
    expect(told).toEqual([`A pasta ${dataDir} foi movida, trocada ou removida: o Balcão parou, para não gravar no lugar errado.`]));
});

test('a folder that is moved is still locked where it is now', async () => {
  await rename(dataDir, `${dataDir}-levada`);
  expect(() => lockFolder(`${dataDir}-levada`, join(`${dataDir}-levada`, 'db'))).toThrow('já está em uso');
});

test('freed, the next one has it', () => {
  first.release();
  expect(() => (first = second())).not.toThrow();
});

test('of two who start in the same moment one has it, and never is each refused for the other', async () => {
  first.release();
  const ROUNDS = 100;
  const [there, had] = [0, 1].map(() => new Int32Array(new SharedArrayBuffer(ROUNDS * Int32Array.BYTES_PER_ELEMENT)));
  const workerData: AtOnce = {dataDir, folder, there: there!, had: had!, workers: 2};
  await Promise.all([1, 2].map(() => once(new Worker(new URL('../support/startAtOnce.ts', import.meta.url), {workerData}), 'exit')));
  first = second();
  expect(had!.filter(times => times === 0)).toHaveLength(0);
});
