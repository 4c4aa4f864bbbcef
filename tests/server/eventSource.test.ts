// What events are told from: no row that is committed is missed, none is told twice, and nothing is asked while nobody listens.
import {PassThrough, Writable} from 'node:stream';
import {CompiledQuery, sql} from 'kysely';
import {afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi} from 'vitest';
import {createChangePoll} from '../../src/server/events/changePoll.ts';
import {createEventStreams, pauseAfterPoll, type StreamListener, type EventStreams} from '../../src/server/events/eventStreams.ts';
import {createEventStream} from '../../src/server/events/eventStream.ts';
import {writeHistory} from '../../src/server/history/writeHistory.ts';
import type {DbOrTrx} from '../../src/server/db/tables.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {onServer, openTransaction} from '../support/database.ts';
import {openTestApp} from '../support/server.ts';
import {until} from '../support/until.ts';

const server = beforeTests(openTestApp);
/** The Adm's sessions as they are: one of another version has ended. */
let tokenVersao: number;
beforeAll(async () => {
  ({token_versao: tokenVersao} = await server.context.db.selectFrom('usuarios').select('token_versao').where('id', '=', server.adm.id)
    .executeTakeFirstOrThrow());
});

const write = (db: DbOrTrx, id: number): Promise<void> => writeHistory(db, {recurso: 'tickets', id, actor: server.adm, acao: 'comentar'});
const begun = async (settled?: number) => {
  const changes = createChangePoll(server.context, settled);
  await changes.begin();
  return {
    changes,
    next: async (most = 100): Promise<number[]> => (await changes.next(most)).changes.map(({idRegistro}) => idRegistro),
  };
};

describe('changes', () => {
  test('are those since the beginning, in their order, each once', async () => {
    const {db} = server.context;
    await write(db, 1);
    const {next} = await begun();
    expect(await next()).toEqual([]);
    await write(db, 2);
    await write(db, 3);
    expect(await next()).toEqual([2, 3]);
    expect(await next()).toEqual([]);
  });

  test('say where the reach of a record may begin to be another, and not where nothing that a scope reads has changed', async () => {
    const {db} = server.context;
    const {changes} = await begun();
    const ticket = {recurso: 'tickets', id: 7, actor: server.adm, acao: 'salvar'};
    await writeHistory(db, {...ticket, acao: 'comentar', comentario: 'Chegou.'});
    await writeHistory(db, {...ticket, antes: {idUsuarioAtendimento: 1}, depois: {idUsuarioAtendimento: 2}});
    await writeHistory(db, {...ticket, de: 4, para: 4});
    await writeHistory(db, {...ticket, de: 4, para: 5});
    await writeHistory(db, {...ticket, antes: {codigoTransportadora: null}, depois: {codigoTransportadora: 'A'}});
    const person = {recurso: 'usuarios', id: 8, actor: server.adm, acao: 'alterar'};
    await writeHistory(db, {...person, antes: {nome: 'Ana', idEmpresa: 1}, depois: {nome: 'Eva', idEmpresa: 1}});
    await writeHistory(db, {...person, antes: {idEmpresa: 1}, depois: {idEmpresa: 2}});
    await writeHistory(db, {...person, acao: 'excluir', antes: {idEmpresa: 2}});
    const {changes: found} = await changes.next(100);
    expect(found.map(({desde}) => desde !== undefined)).toEqual([false, false, false, true, true, false, true, false]);
  });

  test('are read some at a time, and nothing between is taken for missing', async () => {
    const {db} = server.context;
    const {changes} = await begun();
    for (const id of [1, 2, 3]) await write(db, id);
    expect(await changes.next(2)).toMatchObject({changes: [{idRegistro: 1}, {idRegistro: 2}], hasMore: true});
    expect(await changes.next(2)).toMatchObject({changes: [{idRegistro: 3}], hasMore: false});
    expect(await changes.next(2)).toMatchObject({changes: [], hasMore: false});
  });

  test('that were taken back are looked for no more once nobody can commit them', async () => {
    const {db} = server.context;
    const {next} = await begun(0);
    const asked = vi.spyOn(server.context.db.getExecutor(), 'executeQuery');
    onTestFinished(() => asked.mockRestore());
    const gaps = (): unknown => asked.mock.lastCall?.[0].parameters.at(-1);
    await db.transaction().execute(async trx => {
      await write(trx, 1);
      throw new Error('taken back');
    }).catch(() => {});
    await write(db, 2);
    expect(await next()).toEqual([2]);
    await next();
    expect(gaps()).toHaveLength(1);
    await until(async () => {
      expect(await next()).toEqual([]);
      expect(gaps()).toEqual([]);
    });
  });

  test('whose ids were taken before those of newer ones are told when they come, once', async () => {
    const {db} = server.context;
    const {next} = await begun();
    const {rows: [taken]} = await sql<{id: number}>`select nextval(pg_get_serial_sequence('historico', 'id'))::integer as id`.execute(db);
    await write(db, 2);
    expect(await next()).toEqual([2]);
    // However often it is asked meanwhile: who took the number is no transaction yet that anybody could see.
    for (let times = 0; times < 3; times++) expect(await next()).toEqual([]);
    await sql`insert into historico (id, recurso, id_registro, acao) values (${taken!.id}, 'tickets', 1, 'comentar')`.execute(db);
    expect(await next()).toEqual([1]);
    expect(await next()).toEqual([]);
  });

  test.runIf(onServer)('that were committed after newer ones, or begun before anybody listened, are among them', async () => {
    const {db} = server.context;
    const early = await openTransaction(db);
    await write(early, 1);
    await write(db, 2);
    const {next} = await begun(0);
    const late = await openTransaction(db);
    await write(late, 3);
    await write(db, 4);
    expect(await next()).toEqual([4]);
    for (let looks = 0; looks < 5; looks++) expect(await next()).toEqual([]);
    await late.commit().execute();
    expect(await next()).toEqual([3]);
    await early.commit().execute();
    expect(await next()).toEqual([1]);
    expect(await next()).toEqual([]);
  });

  test('are found by their ids, however long the history is', async () => {
    const {db} = server.context;
    await sql`
      insert into historico (recurso, id_registro, acao) select 'tickets', n, 'comentar' from generate_series(1, 20000) as n`.execute(db);
    await sql`analyze historico`.execute(db);
    const asked = vi.spyOn(db.getExecutor(), 'executeQuery');
    onTestFinished(() => asked.mockRestore());
    const {next} = await begun();
    await write(db, 1);
    expect(await next()).toEqual([1]);
    const statements = asked.mock.calls.map(([query]) => query).filter(query => query.sql.includes('from historico'));
    expect(statements).toHaveLength(2);
    for (const {sql: text, parameters} of statements) {
      const {rows} = await db.executeQuery<{'QUERY PLAN': string}>(CompiledQuery.raw(`explain ${text}`, [...parameters]));
      expect(rows.map(row => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan on historico');
    }
  });
});

describe('who listens', () => {
  beforeEach(() => void vi.useFakeTimers({toFake: ['setInterval', 'clearInterval', 'Date']}));
  afterEach(() => void vi.useRealTimers());

  /** A listener, and what it was sent. */
  const listening = (expires = Date.now() + 1e6): StreamListener & {heard: () => string; ended: () => boolean} => {
    const stream = createEventStream();
    let text = '';
    let isOver = false;
    stream.attach(new PassThrough().on('data', (chunk: Buffer) => (text += chunk.toString())).once('close', () => (isOver = true)));
    return {id: server.adm.id, tokenVersao, isPerson: false, isTeam: false, expires, stream, heard: () => text, ended: () => isOver};
  };
  const opened = (failed: (error: unknown) => void = () => {}, db = server.context.db, most = 2): EventStreams => {
    const env = {...server.context.env, DATABASE_URL: 'postgres://balcao.test/balcao'};
    const live = createEventStreams({...server.context, db, env}, {maxListeners: most, onError: failed});
    onTestFinished(() => live.end());
    return live;
  };

  test('is told that the line lives, and is let go when the token is over', async () => {
    const live = opened();
    const [one, other] = [listening(Date.now() + 30_000), listening()];
    await live.join(one);
    await live.join(other);
    await vi.advanceTimersByTimeAsync(25_000);
    await until(() => expect([one.heard(), other.heard()]).toEqual([expect.stringMatching(/\n:\n\n$/), expect.stringMatching(/\n:\n\n$/)]));
    expect(one.ended()).toBe(false);
    await vi.advanceTimersByTimeAsync(25_000);
    await until(() => expect([one.ended(), other.ended()]).toEqual([true, false]));
    live.end();
    await until(() => expect(other.ended()).toBe(true));
  });

  test('is no more than there is room for', async () => {
    const live = opened();
    expect([await live.join(listening()), await live.join(listening()), await live.join(listening())]).toEqual([true, true, false]);
  });

  test('is let go where a standby took over that had not got what was read last, and comes back to what is there', async () => {
    const {db} = server.context;
    await write(db, 1);
    await write(db, 2);
    const live = opened();
    const [before, after] = [listening(), listening()];
    await live.join(before);
    await live.ended();
    expect(before.ended()).toBe(false);
    await sql`delete from historico where id = (select max(id) from historico)`.execute(db);
    live.wake();
    await until(() => expect(before.ended()).toBe(true));
    await live.join(after);
    await sql`select setval(pg_get_serial_sequence('historico', 'id'), (select max(id) from historico))`.execute(db);
    const {id} = await server.seed.empresa();
    live.wake();
    await until(() => expect(after.heard()).toContain(`"recurso":"empresas","id":${id},`));
  });

  test.each([[1, 100], [200, 600], [60_000, 1000]])('rests after a look of %i ms for %i ms', (took, rests) => {
    expect(pauseAfterPoll(took)).toBe(rests);
  });

  test('costs nothing while it is nobody, and one look a second for all of them', async () => {
    let statements = 0;
    const db = server.context.db.withPlugin({
      transformQuery: ({node}) => {
        statements += 1;
        return node;
      },
      transformResult: ({result}) => Promise.resolve(result),
    });
    const live = opened(() => {}, db);
    live.wake();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(statements).toBe(0);
    const [one, other] = [listening(), listening()];
    await live.join(one);
    await live.join(other);
    await live.ended();
    statements = 0;
    await vi.advanceTimersByTimeAsync(1000);
    await live.ended();
    expect(statements).toBe(2);
    live.leave(one);
    live.leave(other);
    await live.ended();
    statements = 0;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(statements).toBe(0);
  });

  test('misses nothing where the database fails meanwhile', async () => {
    let isOut = false;
    const db = server.context.db.withPlugin({
      transformQuery: ({node}) => {
        if (isOut) throw new Error('out');
        return node;
      },
      transformResult: ({result}) => Promise.resolve(result),
    });
    const failed = vi.fn<(error: unknown) => void>();
    const live = opened(failed, db);
    const listener = listening();
    await live.join(listener);
    isOut = true;
    const {id} = await server.seed.empresa();
    live.wake();
    await until(() => expect(failed).toHaveBeenCalledOnce());
    isOut = false;
    await until(() => expect(listener.heard()).toContain(`"recurso":"empresas","id":${id},`));
  });
});

test('who does not read is let go, before much waits for them', async () => {
  const {attach, send} = createEventStream();
  const line = new Writable({write: () => {}});
  attach(line);
  for (let n = 0; n < 64; n++) send('x'.repeat(1000));
  expect(line.destroyed).toBe(false);
  for (let n = 0; n < 10; n++) send('x'.repeat(1000));
  expect(line.destroyed).toBe(true);
  expect(() => send('x')).not.toThrow();
});
