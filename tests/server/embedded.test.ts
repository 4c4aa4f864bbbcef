import {spawn} from 'node:child_process';
import {once} from 'node:events';
import type {StatsFs} from 'node:fs';
import files, {mkdir, writeFile} from 'node:fs/promises';
import {syncBuiltinESMExports} from 'node:module';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {sql} from 'kysely';
import {afterAll, beforeAll, expect, test, vi} from 'vitest';
import {prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import {openDatabase, type Database} from '../../src/server/db/connection/open.ts';
import {temporaryFolder} from '../support/server.ts';
import product from '../../resources.config.ts';

let folder: string;
let remove: () => Promise<void>;
let database: Database;
const open = (): Promise<Database> => openDatabase({DATA_DIR: folder, DATABASE_URL: undefined}, () => {});

beforeAll(async () => {
  const made = await temporaryFolder();
  folder = made.folder;
  remove = () => made.remove();
  database = await open();
});
afterAll(async () => {
  await database?.close();
  await remove();
});

test('what was written is there after closing and opening again', async () => {
  await prepareDatabase(database.db, product, () => {});
  await sql`insert into empresas (razao_social) values ('Ação & Cia')`.execute(database.db);
  await database.close();
  database = await open();
  const {rows} = await sql<{id: number; nome: string}>`select id, razao_social as nome from empresas`.execute(database.db);
  expect(rows).toEqual([{id: 1, nome: 'Ação & Cia'}]);
});

test('values have the same types as on a server', async () => {
  const {db} = database;
  const {rows} = await sql`
    select 7::bigint as big, 1.5::numeric as exact, date '2026-02-28' as day, timestamptz '2026-02-28 12:00:00+00' as instant,
      null as nothing`.execute(db);
  expect(rows).toEqual([{big: 7, exact: 1.5, day: '2026-02-28', instant: new Date('2026-02-28T12:00:00Z'), nothing: null}]);
});

test('an error carries its code and constraint, and the next query works', async () => {
  const {db} = database;
  await sql`create table t (id integer constraint so_um primary key)`.execute(db);
  await sql`insert into t values (1)`.execute(db);
  await expect(sql`insert into t values (1)`.execute(db)).rejects.toMatchObject({code: '23505', constraint: 'so_um'});
  expect((await sql`select id from t`.execute(db)).rows).toEqual([{id: 1}]);
});

test('a transaction that fails leaves nothing, and others wait for it', async () => {
  const {db} = database;
  await sql`create table u (id integer)`.execute(db);
  const failing = db.transaction().execute(async trx => {
    await sql`insert into u values (1)`.execute(trx);
    throw new Error('on purpose');
  });
  const outside = sql<{n: number}>`select count(*) as n from u`.execute(db);
  await expect(failing).rejects.toThrow('on purpose');
  expect((await outside).rows).toEqual([{n: 0}]);
});

test('a heavy query does not hold up the process', async () => {
  const {db} = database;
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 1);
  await sql`select count(*) from generate_series(1, 1500000)`.execute(db);
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(5);
});

test('what cannot be opened for want of room says so, with how much there is', async () => {
  const own = await temporaryFolder();
  const statfs = vi.spyOn(files, 'statfs').mockResolvedValue({bavail: 700, bsize: 4096} as StatsFs);
  try {
    await mkdir(join(own.folder, 'db'));
    await writeFile(join(own.folder, 'db', 'PG_VERSION'), 'cut sh');
    syncBuiltinESMExports();
    await expect(openDatabase({DATA_DIR: own.folder, DATABASE_URL: undefined}, () => {}))
      .rejects.toThrow(/: o disco tem 2 MB livres, e o banco precisa de 24 MB\.$/);
  } finally {
    statfs.mockRestore();
    syncBuiltinESMExports();
    await own.remove();
  }
});

test('a second process on the same folder is refused in a sentence', async () => {
  const script = `
    import {openDatabase} from ${JSON.stringify(new URL('../../src/server/db/connection/open.ts', import.meta.url).href)};
    await openDatabase({DATA_DIR: process.argv[1]}, () => {}).then(() => console.log('opened'), error => console.log(error.message));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, folder], {stdio: ['ignore', 'pipe', 'inherit']});
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(output.trim()).toBe(`A pasta ${folder} já está em uso por outro processo do Balcão.`);
});
