// What tests make on a PostgreSQL server goes with their run, or with the next one.
import {randomUUID} from 'node:crypto';
import {sql} from 'kysely';
import {Client} from 'pg';
import {afterAll, beforeAll, describe, expect, inject, it} from 'vitest';
import {emptyDatabase, onServer} from '../support/database.ts';
import {SERVERS} from '../support/server.ts';
import {databaseOnServer} from '../support/serverDatabase.ts';
import {beginRun, databasesOf} from '../support/serverRun.ts';

describe.runIf(onServer)('a run of tests on a PostgreSQL server', () => {
  const url = process.env['TEST_DATABASE_URL'] ?? '';
  const client = new Client({connectionString: url});
  beforeAll(() => client.connect());
  afterAll(() => client.end());

  const make = async (run: string): Promise<string> => {
    const name = `${databasesOf(run)}a`;
    await client.query(`create database ${name}`);
    return name;
  };
  const there = async (...names: string[]): Promise<string[]> => {
    const {rows} = await client.query<{name: string}>('select datname as name from pg_database where datname = any($1)', [names]);
    return rows.map(({name}) => name);
  };

  it('takes away what it made and what one that was broken off left, and not what another is using', async () => {
    const left = await make(randomUUID().slice(0, 8));
    const {name: ours, drop} = await databaseOnServer(url);
    const one = await beginRun();
    expect(await there(left, ours)).toEqual([ours]);

    const its = await make(one.run);
    const other = await beginRun();
    const others = await make(other.run);
    expect(await there(its, others)).toHaveLength(2);
    await one.end();
    expect(await there(its, others, ours)).toHaveLength(2);
    await other.end();
    expect(await there(its, others, ours)).toEqual([ours]);
    await drop();
  });

  it.runIf(SERVERS > 1)('of two servers has PgBouncer between: in turns they have one connection', async ({skip}) => {
    if (inject('pooler') === undefined) skip('PgBouncer is not on this machine');
    const {db, another, close} = await emptyDatabase();
    const other = another();
    const asked = [];
    for (const each of [db, other.db]) asked.push((await sql<{pid: number}>`select pg_backend_pid() as pid`.execute(each)).rows[0]?.pid);
    await other.close();
    await close();
    expect(asked).toEqual([expect.any(Number), asked[0]]);
  });
});
