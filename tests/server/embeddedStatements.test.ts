// How the embedded database is asked (src/server/db/connection/embeddedStatements.ts): a message a statement, prepared once, with the
// values of a server.
import {PGlite} from '@electric-sql/pglite';
import {afterAll, beforeAll, expect, test, vi} from 'vitest';
import {MAX_PREPARED_STATEMENTS} from '../../src/server/db/connection/preparedStatements.ts';
import {parsers} from '../../src/server/db/connection/parsers.ts';
import {createStatementRunner} from '../../src/server/db/connection/embeddedStatements.ts';
import {CUSTOM_PLAN_HINT} from '../../src/server/db/statementHints.ts';

let pglite: PGlite;
let run: ReturnType<typeof createStatementRunner>;
beforeAll(async () => {
  pglite = await PGlite.create({parsers});
  run = createStatementRunner(pglite);
  await run('create table sacas (id integer primary key, nome text)', []);
});
afterAll(() => pglite.close());

const prepared = async (): Promise<number> => {
  const {rows: [row]} = await pglite.query<{n: number}>('select count(*)::integer as n from pg_prepared_statements');
  return row?.n ?? 0;
};

test('a statement is one message, and is prepared once for all its values', async () => {
  const message = vi.spyOn(pglite, 'execProtocol');
  const before = await prepared();
  for (const [id, nome] of [[1, 'Soja'], [2, 'Milho'], [3, null]]) {
    expect(await run('insert into sacas values ($1, $2)', [id, nome])).toEqual({rows: [], affectedRows: 1});
  }
  expect(await run('select nome from sacas where id > $1 order by id', [1])).toMatchObject({rows: [{nome: 'Milho'}, {nome: null}]});
  expect(message).toHaveBeenCalledTimes(4);
  message.mockRestore();
  expect(await prepared()).toBe(before + 2);
  // One that is planned anew each time changes no table.
  await run(`${CUSTOM_PLAN_HINT} select nome from sacas where id > $1`, [1]);
  await run('select 1', []);
  expect(await prepared()).toBe(before + 3);
});

test('values arrive as a server has them', async () => {
  const at = new Date('2026-11-22T13:00:00.123Z');
  const {rows} = await run(
    `select $1::text[] as textos, $2::jsonb as objeto, $3::bytea as bytes, $4::timestamptz as instante, $5::boolean as sim,
      $6::integer[] as numeros, $7::bigint as total, $8::date as dia`,
    [['a"b', 'c\\d', null, '{e,f}', ''], {nome: 'O\'Neill "x"'}, new Uint8Array([0, 92, 255]), at, true, [[1, 2], [3, 4]], 7, '2026-11-22'],
  );
  expect(rows).toEqual([{
    textos: ['a"b', 'c\\d', null, '{e,f}', ''], objeto: {nome: 'O\'Neill "x"'}, bytes: new Uint8Array([0, 92, 255]),
    instante: at, sim: true,
    numeros: [[1, 2], [3, 4]], total: 7, dia: '2026-11-22',
  }]);
});

test('what fails is told with its code and constraint, and does not stand in the way of the next', async () => {
  const text = 'insert into sacas (id, nome) values ($1, $2)';
  for (const _try of [1, 2]) await expect(run(text, [1, 'Soja'])).rejects.toMatchObject({code: '23505', constraint: 'sacas_pkey'});
  expect(await run(text, [4, 'Trigo'])).toMatchObject({affectedRows: 1});
  await run('begin', []);
  await expect(run(text, [4, 'Trigo'])).rejects.toMatchObject({code: '23505'});
  await expect(run('select nome from sacas', [])).rejects.toMatchObject({code: '25P02'});
  await run('rollback', []);
  expect(await run(text, [5, 'Aveia'])).toMatchObject({affectedRows: 1});
});

test('a table that is changed is answered as it is then', async () => {
  const text = 'select * from sacas where id = $1';
  expect(await run(text, [1])).toMatchObject({rows: [{id: 1, nome: 'Soja'}]});
  await run('alter table sacas add column peso integer default 60', []);
  expect(await run(text, [1])).toMatchObject({rows: [{id: 1, nome: 'Soja', peso: 60}]});
});

test('no more are kept than a connection to a server keeps', async () => {
  for (let number = 0; number < MAX_PREPARED_STATEMENTS + 20; number++) {
    expect(await run(`select ${number} as n from sacas where id = $1`, [1])).toMatchObject({rows: [{n: number}]});
  }
  // One more: the eldest goes with the next message.
  expect(await prepared()).toBeLessThanOrEqual(MAX_PREPARED_STATEMENTS + 1);
});
