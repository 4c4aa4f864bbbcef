// What a start costs: what it need not load, look at twice, or compile again.
import {execFile} from 'node:child_process';
import {copyFile, mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {expect, onTestFinished, test} from 'vitest';
import {assertValidConfig} from '../../src/schema/check.ts';
import {COMPILED, temporaryFolder} from '../support/folder.ts';
import product from '../../resources.config.ts';

const root = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const node = async (args: readonly string[], env: Record<string, string> = {}): Promise<string> =>
  (await promisify(execFile)(process.execPath, args, {env: {PATH: process.env['PATH'] ?? '', ...env}})).stdout;

test('what only some processes need is loaded by those', async () => {
  const loaded = new Set(JSON.parse(await node([root('tests/support/loadedAtStart.ts')], COMPILED)) as string[]);
  expect([...loaded]).toEqual(expect.arrayContaining(['fastify', 'kysely', 'zod', 'server/main.ts', 'server/resources/routes.ts']));
  const later = [
    '@electric-sql/pglite', 'nodemailer/lib/nodemailer.js', 'file-type', 'fflate', 'vite',
    '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler',
    'server/demo/seed.ts', 'server/demo/plan.ts', 'server/export/xlsx.ts', 'server/parts/files/zip.ts', '@aws-sdk/client-s3',
    'server/files/s3Shelf.ts',
  ];
  expect(later.filter(name => loaded.has(name))).toEqual([]);
});

/** What the thread of exports loads; without its work it goes no further. */
const LOAD_THREAD = `
  const {registerHooks} = await import('node:module');
  const loaded = [];
  registerHooks({load: (url, context, next) => (loaded.push(url), next(url, context))});
  await import(process.argv[1]).catch(() => {});
  process.stdout.write(loaded.join('\\n'));`;

test('the thread that writes exported files loads nothing that asks a database', async () => {
  const loaded = await node(['--input-type=module', '--eval', LOAD_THREAD, root('src/server/export/worker.ts')], COMPILED);
  expect(loaded).toMatch(/export\/xlsx\.ts$/m);
  expect(loaded).toContain('node_modules/fflate/');
  expect(loaded).not.toMatch(/node_modules\/(?:kysely|pg|fastify)\//);
});

test('a config that was let through is not looked at again', () => {
  let reads = 0;
  const config = new Proxy({...product}, {
    get: (target, key) => {
      reads += 1;
      return Reflect.get(target, key) as unknown;
    },
  });
  assertValidConfig(config);
  expect(reads).toBeGreaterThan(0);
  reads = 0;
  assertValidConfig(config);
  expect(reads).toBe(0);
  const wrong = {...product, resources: {}};
  expect(() => assertValidConfig(wrong)).toThrow('resources.config.ts tem erros');
  expect(() => assertValidConfig(wrong)).toThrow('resources.config.ts tem erros');
});

/** Where this process keeps what it compiled, and where a thread of it does. */
const TELL = `
  const {getCompileCacheDir} = await import('node:module');
  const {Worker} = await import('node:worker_threads');
  const ofThread = await new Promise(resolve => new Worker(
    "import * as module from 'node:module'; import * as threads from 'node:worker_threads';"
      + 'threads.parentPort.postMessage(module.getCompileCacheDir() ?? null)',
    {eval: true},
  ).once('message', resolve));
  process.stdout.write(JSON.stringify([getCompileCacheDir() ?? null, ofThread]));`;

test('what was compiled is kept beside the built portal, for threads too; where nobody may write, nothing is', async () => {
  const toldIn = async (prepare: (folder: string) => Promise<void>): Promise<{folder: string; told: (string | null)[]}> => {
    const {folder, remove} = await temporaryFolder();
    onTestFinished(() => remove());
    const copy = join(folder, 'src/run/requireNode.mjs');
    await mkdir(dirname(copy), {recursive: true});
    await copyFile(root('src/run/requireNode.mjs'), copy);
    await prepare(folder);
    const told = JSON.parse(await node(['--import', copy, '--input-type=module', '--eval', TELL])) as (string | null)[];
    return {folder, told};
  };
  const {folder, told} = await toldIn(async () => {});
  const kept = expect.stringContaining(join(folder, 'dist/compilado')) as string;
  expect(told).toEqual([kept, kept]);
  expect((await toldIn(one => writeFile(join(one, 'dist'), 'a file where the folder would be'))).told).toEqual([null, null]);
});
