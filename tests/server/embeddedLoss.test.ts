// The embedded database when its thread dies or its folder is not its own any more: it is told, and nothing hangs.
import {rename, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {sql} from 'kysely';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {openDatabase, type Database} from '../../src/server/db/connection/open.ts';
import {toRefusal} from '../../src/server/http/refusals.ts';
import {unpackEmpty} from '../support/embeddedDatabase.ts';
import {temporaryFolder} from '../support/server.ts';

let folder: string;
let remove: () => Promise<void>;
let database: Database;
beforeEach(async () => {
  const made = await temporaryFolder();
  folder = made.folder;
  remove = () => made.remove();
  await unpackEmpty(folder);
  database = await openDatabase({DATA_DIR: folder, DATABASE_URL: undefined}, () => {});
});
afterEach(async () => {
  await database.close();
  await remove();
});

const refused = (work: Promise<unknown>) => work.then(() => expect.fail('it went well'), (error: unknown) => toRefusal(error)?.codigo);
/** More than one file of the log holds, so that the next one is asked for. */
const MUCH = sql`insert into t select repeat('x', 2000) from generate_series(1, 20000)`;

test('a database that panics: what is on its way is told, what comes too, transactions as well, and it is lost', async () => {
  const {db, lost} = database;
  await sql`create table t (x text)`.execute(db);
  await rm(join(folder, 'db', 'pg_wal'), {recursive: true});
  const underWay = Promise.all([
    refused(db.transaction().execute(trx => MUCH.execute(trx))),
    refused(MUCH.execute(db)),
    refused(db.transaction().execute(trx => sql`select 1`.execute(trx))),
  ]);
  expect(await lost).toMatch(/^O banco de dados embutido parou \(.+\)\. Inicie o Balcão de novo\.$/);
  expect(await underWay).toEqual(['INDISPONIVEL', 'INDISPONIVEL', 'INDISPONIVEL']);
  expect(await refused(sql`select 1`.execute(db))).toBe('INDISPONIVEL');
  expect(await refused(db.transaction().execute(trx => sql`select 1`.execute(trx)))).toBe('INDISPONIVEL');
  expect(await refused(db.transaction().execute(async () => {}))).toBe('INDISPONIVEL');
  // The log says why.
  await expect(sql`select 1`.execute(db)).rejects.toMatchObject({cause: /\((.+)\)/.exec(await lost)?.[1]});
});

test('a folder that is moved away under it: it writes nothing more, and is lost', async () => {
  const {db, lost} = database;
  await rename(folder, `${folder}-levada`);
  expect(await lost).toBe(`A pasta ${folder} foi movida, trocada ou removida: o Balcão parou, para não gravar no lugar errado.`);
  expect(await refused(sql`select 1`.execute(db))).toBe('INDISPONIVEL');
  await rename(`${folder}-levada`, folder);
});
