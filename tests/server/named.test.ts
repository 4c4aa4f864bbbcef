// Which statements a PostgreSQL server keeps prepared, under which names, and what becomes of them when tables change.
import {Kysely, PostgresDialect, sql, type RawBuilder} from 'kysely';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {pipelinedPrefix, customPlanPrefix} from '../../src/server/db/statementHints.ts';
import {withoutClientLimits} from '../../src/server/db/limits.ts';
import {openDatabase} from '../../src/server/db/connection/open.ts';
import {createServerPool} from '../../src/server/db/connection/serverPool.ts';
import type {Db, Tables} from '../../src/server/db/tables.ts';
import {toRefusal} from '../../src/server/http/refusals.ts';
import {onServer} from '../support/database.ts';
import {databaseOnServer} from '../support/serverDatabase.ts';

describe.runIf(onServer)('on a PostgreSQL server', () => {
  let url: string;
  let drop: () => Promise<void>;
  let db: Db;
  const lost: Error[] = [];
  beforeAll(async () => {
    ({url, drop} = await databaseOnServer(process.env['TEST_DATABASE_URL'] ?? ''));
  });
  afterAll(async () => {
    await drop?.();
  });
  beforeEach(() => {
    lost.splice(0);
    db = new Kysely<Tables>({dialect: new PostgresDialect({pool: createServerPool(url, error => lost.push(error))})});
    return () => db.destroy();
  });

  const keptBy = async (asked: Db): Promise<string[]> => {
    // Without a name itself.
    const {rows} = await withoutClientLimits(() => sql<{statement: string}>`
      select statement from pg_prepared_statements order by prepare_time`.execute(asked));
    return rows.map(({statement}) => statement.trim());
  };
  /** What another process of a newer version does. */
  const elsewhere = async (text: string): Promise<void> => {
    const other = await openDatabase({DATA_DIR: '', DATABASE_URL: url}, () => {});
    await sql.raw(text).execute(other.db);
    await other.close();
  };

  it('reads and writes are kept by their text; what begins with the sign, has no plan or is a long list is not', async () => {
    await db.connection().execute(async one => {
      await sql`create table if not exists coisas (id integer)`.execute(one);
      for (const id of [1, 2]) await sql`select id from coisas where id = ${id}`.execute(one);
      await sql`insert into coisas values (${7})`.execute(one);
      await sql`${customPlanPrefix}select id from coisas where id > ${1}`.execute(one);
      await sql`select id from coisas where id in (${sql.join(Array.from({length: 101}, (_, id) => id))})`.execute(one);
      await sql`set local lock_timeout = 0`.execute(one);
      expect(await keptBy(one)).toEqual(['select id from coisas where id = $1', 'insert into coisas values ($1)']);
    });
  });

  it('with DATABASE_PREPARED=0 nothing is kept', async () => {
    const {db: plain, close} = await openDatabase({DATA_DIR: '', DATABASE_URL: url, DATABASE_PREPARED: false}, () => {});
    await plain.connection().execute(async one => {
      await sql`select ${1}::integer`.execute(one);
      expect(await keptBy(one)).toEqual([]);
    });
    await close();
  });

  it('plans are not compiled, and nothing is asked for it', async () => {
    const {rows} = await sql<{jit: string}>`select current_setting('jit') as jit`.execute(db);
    expect(rows).toEqual([{jit: 'off'}]);
  });

  it('a column that another process adds breaks no statement, not even one that answers every column', async () => {
    await elsewhere('create table crescem (id integer); insert into crescem values (1)');
    const named = () => sql`select id from crescem`.execute(db);
    const all = () => sql`select * from crescem`.execute(db);
    await named();
    await all();
    await elsewhere('alter table crescem add column nome text');
    expect((await named()).rows).toEqual([{id: 1}]);
    expect((await all()).rows).toEqual([{id: 1, nome: null}]);
    // The connection that knew another table is used by nobody again.
    expect((await db.connection().execute(keptBy))).toEqual([]);
    expect(lost).toEqual([]);
  });

  it('inside a transaction, which is lost with it, the caller is told to try again, and can', async () => {
    await elsewhere('create table mudam (id integer)');
    const all = () => db.transaction().execute(trx => sql`select * from mudam`.execute(trx));
    await all();
    await elsewhere('alter table mudam add column nome text');
    const error = await all().then(() => expect.fail('it went well'), (reason: unknown) => reason);
    expect(toRefusal(error)).toMatchObject({codigo: 'INDISPONIVEL', retryAfter: 5});
    expect((await all()).rows).toEqual([]);
  });

  it('what is held and fails is told by the statement that it goes with, and nothing of the transaction is done', async () => {
    await elsewhere('create table unicos (id integer primary key)');
    const twice = (last: RawBuilder<unknown>[]) => db.transaction().execute(async trx => {
      await sql`insert into unicos values (${1})`.execute(trx);
      for (const id of [2, 2]) await sql`${pipelinedPrefix}insert into unicos values (${id})`.execute(trx);
      for (const one of last) await one.execute(trx);
    });
    for (const last of [[], [sql`select 1`]]) await expect(twice(last)).rejects.toMatchObject({code: '23505'});
    expect((await sql`select id from unicos`.execute(db)).rows).toEqual([]);
  });

  it('what a pooler loses inside a transaction is told so, once, and names are given up', async () => {
    const work = (word: string) => db.transaction().execute(async trx => {
      await sql`select ${1}::integer`.execute(trx);
      await sql.raw(word).execute(trx);
      await sql`select ${1}::integer`.execute(trx);
      return keptBy(trx);
    });
    const error = await work('deallocate all').then(() => expect.fail('it went well'), (reason: unknown) => reason);
    expect(toRefusal(error)).toMatchObject({codigo: 'INDISPONIVEL', retryAfter: 5});
    expect(lost.map(({message}) => message)).toEqual([expect.stringContaining('Defina DATABASE_PREPARED=0.')]);
    expect(await work('deallocate all')).toEqual([]);
  });
});
