// Counts are the truth at every moment: while two servers move records at once and fold, when what was done is taken back,
// when a fold fails, when counting begins in a database full of records that people go on changing.
import {setImmediate} from 'node:timers/promises';
import {sql} from 'kysely';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import product from '../../resources.config.ts';
import type {Config} from '../../src/schema/shapes/config.ts';
import {resourceCountTables} from '../../src/server/db/counts/definition.ts';
import {planCounts, prepareCounts} from '../../src/server/db/counts/prepareCounts.ts';
import {foldCountDeltas, startCountFolding} from '../../src/server/db/counts/fold.ts';
import {planDatabase} from '../../src/server/db/structure/migrate.ts';
import type {Db, DbOrTrx} from '../../src/server/db/tables.ts';
import {CONNECTION_FAILURE} from '../../src/server/db/databaseErrors.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {differences} from '../support/counts.ts';
import {onServer} from '../support/database.ts';
import {openTestApp, type TestApp} from '../support/server.ts';
import {createWorld, formOf, newTicket, NOTA, type World} from '../support/tickets.ts';

const waiting = async (db: DbOrTrx): Promise<number> => (await sql`select from contagens_mudancas`.execute(db)).rows.length;

const server = beforeTests(openTestApp);
let second: Awaited<ReturnType<TestApp['second']>>;
let world: World;
let other: World;

beforeAll(async () => {
  second = await server.second();
  world = await createWorld(server);
  other = await createWorld(server);
});
afterAll(() => second?.close());
beforeEach(() => sql`truncate tickets restart identity cascade`.execute(server.context.db));

/** Numbers that repeat, so that a failure can be looked at again. */
const numbers = (seed: number) => (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor(seed / 65_536) % below;
};

const insert = (db: DbOrTrx, count: number, days = 0) => sql`
  insert into tickets (id_empresa, id_filial, id_modelo_formulario, id_usuario, id_status_ticket, data_criacao)
  select ${world.idEmpresa}, ${world.idFilial}, ${world.modelo.id}, ${world.users.empresa.id}, 1 + i % 6, now() - make_interval(days => ${days}::integer, hours => i)
  from generate_series(1, ${count}::integer) as i`.execute(db);
const anyTicket = (pick: number) =>
  sql`(select id from tickets order by id offset ${pick}::integer % (select greatest(count(*), 1) from tickets) limit 1)`;

/** One change of any sort, by its number. */
const changes: readonly ((db: DbOrTrx, pick: (below: number) => number) => Promise<unknown>)[] = [
  (db, pick) => insert(db, 1 + pick(3), pick(400)),
  (db, pick) => sql`update tickets set id_status_ticket = ${1 + pick(6)} where id = ${anyTicket(pick(500))}`.execute(db),
  (db, pick) =>
    sql`update tickets set id_status_ticket = 7, data_finalizacao = now() - make_interval(hours => ${pick(9000)}::integer) where id = ${anyTicket(pick(500))}`
      .execute(db),
  (db, pick) => sql`update tickets set id_filial = ${other.idFilial}, id_empresa = ${other.idEmpresa} where id = ${anyTicket(pick(500))}`
    .execute(db),
  // The last and the first instant of a day in São Paulo.
  (db, pick) =>
    sql`update tickets set data_criacao = '2026-03-01T02:59:59.999Z'::timestamptz + make_interval(secs => ${pick(2)}) where id = ${anyTicket(pick(500))}`
      .execute(db),
  (db, pick) => sql`update tickets set descricao = ${`Texto ${pick(9)}`}, versao = versao + 1 where id = ${anyTicket(pick(500))}`
    .execute(db),
  (db, pick) => sql`update tickets set id_status_ticket = 1 + (id_status_ticket % 6) where id % 7 = ${pick(7)} and id_status_ticket < 7`
    .execute(db),
  (db, pick) => sql`update tickets set id_usuario_atendimento = ${pick(2) === 0 ? null : world.users.empresa.id}, status_desde = now()
    where id % 5 = ${pick(5)}`.execute(db),
  (db, pick) => sql`update tickets set comentario$texto = 'Dito.', comentario$usuario = id_usuario, comentario$data = now(),
    id_status_ticket = 6 where id = ${anyTicket(pick(500))}`.execute(db),
  (db, pick) =>
    sql`delete from tickets where id = ${anyTicket(pick(500))} and not exists (select from tickets_arquivos where id_registro = tickets.id)`
      .execute(db),
  (
    db, pick,
  ) => sql`insert into tickets (id, id_empresa, id_filial, id_modelo_formulario, id_usuario) select id, id_empresa, id_filial, id_modelo_formulario, id_usuario from tickets
    where id = ${anyTicket(pick(500))} on conflict (id) do update set id_status_ticket = ${1 + pick(6)}`.execute(db),
];

/** As the portal works: opens tickets and moves them, here and there. */
const work = async (api: TestApp['api'], turns: number, pick: (below: number) => number): Promise<number> => {
  const {token, id: idUsuario} = world.users.empresa;
  let done = 0;
  for (let turn = 0; turn < turns; turn++) {
    const opened = await api(token, 'POST tickets', {form: formOf(newTicket(world), [NOTA])});
    expect(opened).toAnswer(201);
    const moves = ['atender', 'pendenciar', 'finalizar'] as const;
    for (const move of moves.slice(0, pick(4))) {
      const answer = await api(token, product.resources.tickets.actions[move].call, {
        params: {id: opened.body.id, idUsuario}, body: {comentario: 'Conferido.'},
      });
      done += answer.status === 200 ? 1 : 0;
    }
  }
  return done;
};

it('are the truth at every moment, while two servers work at once and both fold', async () => {
  const dbs = [server.context.db, second.db];
  const end = new AbortController();
  let folded = 0;
  let looked = 0;
  const until = async (step: () => Promise<void>): Promise<void> => {
    do {
      await step();
      // The embedded database answers without a turn of the event loop, in which files are written.
      await setImmediate();
    } while (!end.signal.aborted);
  };
  const fold = (db: Db) => until(async () => void (folded += await foldCountDeltas(db)));
  const look = () => until(async () => {
    expect(await differences(server.context.db)).toEqual([]);
    looked += 1;
  });
  const direct = async (db: Db, seed: number): Promise<void> => {
    const pick = numbers(seed);
    for (let turn = 0; turn < 50; turn++) {
      const change = changes[pick(changes.length)]!;
      if (pick(5) > 0) await change(db, pick);
      // Several in one transaction, of which every second is taken back.
      else await db.transaction().execute(async trx => {
        for (let n = 0; n < 3; n++) await changes[pick(changes.length)]!(trx, pick);
        if (pick(2) === 0) throw new Error('taken back');
      }).catch((error: Error) => {
        // Two that want each other's records: the server takes one of them back.
        if (!/taken back|deadlock/.test(error.message)) throw error;
      });
    }
  };
  const busy = Promise.all([
    ...dbs.map((db, at) => direct(db, at + 1)),
    work(server.api, 5, numbers(3)), work(second.api, 5, numbers(4)),
  ]).finally(() => end.abort());
  const [[, , ...moves]] = await Promise.all([busy, look(), ...dbs.map(fold)]);
  expect(moves.every(done => Number(done) > 0)).toBe(true);
  expect(folded).toBeGreaterThan(0);
  expect(looked).toBeGreaterThan(3);
  while ((await foldCountDeltas(second.db)) > 0);
  expect(await waiting(second.db)).toBe(0);
  expect(await differences(second.db)).toEqual([]);
  expect((await sql`select from contagens where quantidade <= 0`.execute(second.db)).rows).toEqual([]);
});

it('append nothing for a change that no count depends on', async () => {
  await insert(server.context.db, 3);
  while ((await foldCountDeltas(server.context.db)) > 0);
  await sql`update tickets set descricao = 'Outra', versao = versao + 1`.execute(server.context.db);
  await sql`update tickets set id_status_ticket = id_status_ticket`.execute(server.context.db);
  expect(await waiting(server.context.db)).toBe(0);
});

it('are empty with the records, also when all is emptied at once', async () => {
  const {db} = server.context;
  await insert(db, 5);
  await foldCountDeltas(db);
  await insert(db, 2);
  await sql`truncate tickets cascade`.execute(db);
  expect({folded: (await sql`select from contagens`.execute(db)).rows, waiting: await waiting(db)}).toEqual({folded: [], waiting: 0});
  await insert(db, 2);
  expect(await differences(db)).toEqual([]);
});

it('stay the truth when a fold fails, and the next one does all of it', async () => {
  const {db} = server.context;
  await insert(db, 20);
  await foldCountDeltas(db);
  await insert(db, 7);
  const before = await waiting(db);
  await sql`alter table contagens add constraint nunca check (quantidade < 0) not valid`.execute(db);
  await expect(foldCountDeltas(db)).rejects.toThrow(/nunca/);
  expect(await waiting(db)).toBe(before);
  expect(await differences(db)).toEqual([]);
  await sql`alter table contagens drop constraint nunca`.execute(db);
  await foldCountDeltas(db);
  expect(await waiting(db)).toBe(0);
  expect(await differences(db)).toEqual([]);
});

it('are folded by a running server, which tells once of what it cannot do, and nothing of a database that is out', async () => {
  const {db} = server.context;
  await insert(db, 3);
  await sql`alter table contagens add constraint nunca check (quantidade < 0) not valid`.execute(db);
  const failures: Error[] = [];
  const {promise: failed, resolve} = Promise.withResolvers<void>();
  let tries = 0;
  /** Counts what is tried, and after the second time has the database out, as the server's pool or the embedded one says it. */
  const watched = new Proxy(db, {get: (target, key: keyof Db) => {
    if (key === 'transaction' && ++tries === 3) resolve();
    if (key === 'transaction' && tries > 2) throw Object.assign(
      new Error('A conexão com o banco de dados caiu.'), {code: CONNECTION_FAILURE},
    );
    const member: unknown = target[key];
    return typeof member === 'function' ? member.bind(target) as unknown : member;
  }});
  const stop = startCountFolding(watched, product, error => void failures.push(error as Error));
  await failed;
  await stop();
  await sql`alter table contagens drop constraint nunca`.execute(db);
  expect(failures.map(({message}) => message)).toEqual([expect.stringContaining('nunca')]);
});

it('are folded by a running server, until it ends', async () => {
  const {db} = server.context;
  await insert(db, 4);
  const failures: unknown[] = [];
  const stop = startCountFolding(db, product, error => failures.push(error));
  const {promise: folded, resolve} = Promise.withResolvers<void>();
  const look = async (): Promise<void> => {
    if ((await waiting(db)) === 0) resolve();
    else setTimeout(() => void look(), 50);
  };
  await look();
  await folded;
  await stop();
  expect(failures).toEqual([]);
  expect(await differences(db)).toEqual([]);
});

describe.runIf(onServer)('on a server', () => {
  it('a process that dies in the middle of a change or a fold leaves the truth', async () => {
    const {db} = server.context;
    await insert(db, 10);
    await foldCountDeltas(db);
    await insert(db, 5);
    const die = (change: (trx: DbOrTrx) => Promise<unknown>) => expect(second.db.transaction().execute(async trx => {
      await change(trx);
      const {rows: [own]} = await sql<{pid: number}>`select pg_backend_pid() as pid`.execute(trx);
      await sql`select pg_terminate_backend(${own!.pid})`.execute(db);
      await change(trx);
    })).rejects.toThrow(/terminating connection|conexão com o banco de dados caiu/);
    await die(trx => insert(trx, 3));
    // What a fold does first, and what the death takes back.
    await die(trx => sql`delete from contagens_mudancas`.execute(trx));
    expect(await differences(db)).toEqual([]);
    while ((await foldCountDeltas(db)) > 0);
    expect(await differences(db)).toEqual([]);
  });

  it('a move waits for no other, nor for a fold', async () => {
    const {db} = server.context;
    await insert(db, 4);
    await db.transaction().execute(async trx => {
      await sql`update tickets set id_status_ticket = 2 where id = (select min(id) from tickets)`.execute(trx);
      // The same company, branch, day and status: one row of the folded counts.
      await sql`update tickets set id_status_ticket = 2 where id = (select max(id) from tickets)`.execute(second.db);
      expect(await foldCountDeltas(second.db)).toBeGreaterThan(0);
      expect(await differences(second.db)).toEqual([]);
    });
    await second.db.transaction().execute(async trx => {
      await sql`update contagens set quantidade = quantidade`.execute(trx);
      await sql`update tickets set id_status_ticket = 3`.execute(db);
    });
    expect(await differences(db)).toEqual([]);
  });
});

describe('counting begins', () => {
  const without: Config = {...product, dashboards: {}};
  const said: string[] = [];
  const log = (sentence: string) => void said.push(sentence);
  const start = async (config: Config) => {
    said.length = 0;
    await server.context.db.connection().execute(connection => prepareCounts(connection, onServer ? 'server' : 'embedded', config, log));
    return [...said];
  };
  const MADE = 'Banco de dados: Contagens do dashboard feitas para tickets.';

  beforeEach(() => start(without));
  afterAll(() => start(product));

  it('with what is there, and is begun once', async () => {
    const {db} = server.context;
    await insert(db, 30);
    expect(await waiting(db)).toBe(0);
    expect((await planDatabase(db, product)).changes).toContainEqual({
      sentence: 'Contagens do dashboard serão feitas para tickets. Durante a leitura de 30 linhas de tickets, ninguém espera.',
      lock: 'SHARE ROW EXCLUSIVE', table: 'tickets', rows: 30,
    });
    expect(await start(product)).toEqual([MADE]);
    expect(await differences(db)).toEqual([]);
    expect(await start(product)).toEqual([]);
    expect(await planCounts(db, product)).toEqual([]);
  });

  it('anew where it was interrupted, and nothing counts twice', async () => {
    const {db} = server.context;
    await insert(db, 12);
    await start(product);
    // As after the triggers were made and before all was counted.
    await sql`delete from contagens`.execute(db);
    await sql`delete from contagens_de`.execute(db);
    await insert(db, 5);
    expect(await start(product)).toEqual([MADE]);
    expect(await differences(db)).toEqual([]);
    while ((await foldCountDeltas(db)) > 0);
    expect(await differences(db)).toEqual([]);
  });

  it('anew where the triggers are gone', async () => {
    const {db} = server.context;
    await start(product);
    await sql`drop trigger contagem_alteracao on tickets`.execute(db);
    await insert(db, 5);
    await sql`update tickets set id_status_ticket = 2`.execute(db);
    expect(await start(product)).toEqual([MADE]);
    expect(await differences(db)).toEqual([]);
  });

  it('of several resources, each in its own tables, and of the first as if it were alone', async () => {
    const {db} = server.context;
    const {home} = product.dashboards;
    const people = product.resources.usuarios as Config['resources'][string];
    // No life cycle, but what is counted has all it takes: choices, and when each was made.
    const both: Config = {
      ...product, resources: {...product.resources, usuarios: {...people, status: 'tipo'}},
      dashboards: {home, pessoas: {...home, of: 'usuarios', cards: [], chart: ''}},
    };
    const kept = resourceCountTables(both, 'usuarios');
    const counted = async (): Promise<unknown> => (await sql`select id_empresa, status, sum(quantidade)::integer as n from (
        select id_empresa, status, quantidade from usuarios_contagens where marco = 'agora'
        union all select id_empresa, status, quantidade from usuarios_contagens_mudancas where marco = 'criado'
      ) as c group by 1, 2 having sum(quantidade) <> 0 order by 1, 2`.execute(db)).rows;
    const truth = async (): Promise<unknown> => (await sql`select coalesce(id_empresa, 0) as id_empresa, tipo::text as status,
      count(*)::integer as n from usuarios group by 1, 2 order by 1, 2`.execute(db)).rows;
    await start(product);
    await insert(db, 8);
    // What is counted already is not counted again.
    expect(await start(both)).toEqual(['Banco de dados: Contagens do dashboard feitas para usuarios.']);
    expect(await start(both)).toEqual([]);
    expect(await counted()).toEqual(await truth());
    await sql`update usuarios set tipo = 3 where id = ${world.users.empresa.id}`.execute(db);
    await insert(db, 3);
    expect(await counted()).toEqual(await truth());
    while ((await foldCountDeltas(db, kept)) > 0);
    expect([await counted(), await differences(db)]).toEqual([await truth(), []]);
    // The version before folds and reads only its own; what it begins to count again ends the others.
    expect(await start(product)).toEqual(['Banco de dados: Contagens que nenhum dashboard pede mais removidas.']);
    await sql`update usuarios set tipo = 2 where id = ${world.users.empresa.id}`.execute(db);
    expect((await sql`select from usuarios_contagens_mudancas`.execute(db)).rows).toEqual([]);
    expect(await start(both)).toEqual(['Banco de dados: Contagens do dashboard feitas para usuarios.']);
    expect([await counted(), await differences(db)]).toEqual([await truth(), []]);
  });

  it('while people go on working elsewhere', async () => {
    const {db} = server.context;
    await insert(db, 300);
    const pick = numbers(9);
    const end = new AbortController();
    const busy = (async () => {
      for (let turn = 0; turn < 400 && !end.signal.aborted; turn++) await changes[pick(changes.length)]!(second.db, pick);
    })();
    const moved = work(second.api, 3, pick);
    for (let round = 0; round < 3; round++) {
      // Another definition each time, as after a change of the config.
      const {actions, ...tickets} = product.resources.tickets as Config['resources'][string];
      const {cancelar: _gone, ...fewer} = actions ?? {};
      await start(round % 2 === 0 ? product : {...product, resources: {...product.resources, tickets: {...tickets, actions: fewer}}});
      expect(await differences(db)).toEqual([]);
      await foldCountDeltas(db);
    }
    end.abort();
    await Promise.all([busy, moved]);
    expect(await differences(db)).toEqual([]);
  });

  it('and ends where the config has no dashboard', async () => {
    const {db} = server.context;
    await start(product);
    await insert(db, 5);
    expect(await start(without)).toEqual(['Banco de dados: Contagens do dashboard removidas.']);
    await insert(db, 5);
    expect({folded: (await sql`select from contagens`.execute(db)).rows, waiting: await waiting(db)}).toEqual({folded: [], waiting: 0});
  });
});
