// A database that the version before made and filled, started by this one: everything is there, and is answered as it was.
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {sql, type KyselyPlugin} from 'kysely';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {planDatabase, prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import type {Db} from '../../src/server/db/tables.ts';
import {diskShelf} from '../../src/server/files/diskShelf.ts';
import {writeMark} from '../../src/server/files/identity.ts';
import {sweepFiles} from '../../src/server/files/sweep.ts';
import {databaseBefore, everyRow, versionBefore, type Before} from '../support/before.ts';
import type {TestDatabase} from '../support/database.ts';
import {realHashes} from '../support/hashing.ts';
import {openTestApp, type TestApp} from '../support/server.ts';
import {PDF} from '../support/tickets.ts';
import product from '../../resources.config.ts';

const prepare = async (db: Db): Promise<string[]> => {
  const sentences: string[] = [];
  await prepareDatabase(db, product, sentence => sentences.push(sentence));
  return sentences;
};

/** A row of the history of tickets as that of every record has it. */
const moved = ({id: _id, id_ticket, de_status, para_status, ...row}: Record<string, unknown>): object => ({
  ...row, recurso: 'tickets', id_registro: id_ticket,
  de_status: de_status === null ? null : `${de_status as number}`, para_status: para_status === null ? null : `${para_status as number}`,
});
/** A row of a part's table says whose it is by a name of every resource's. */
const renamed = ({id_ticket, ...row}: Record<string, unknown>): object => ({
  ...row, ...(id_ticket === undefined ? {} : {id_registro: id_ticket}),
});

describe('the database that the version before left', () => {
  let server: TestApp;
  let before: Before;
  let old: Map<string, Record<string, unknown>[]>;
  let sentences: string[];
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    realHashes();
    before = await versionBefore();
    const database = await databaseBefore();
    old = await everyRow(database.db);
    sentences = await prepare(database.db);
    server = await openTestApp({database});
    for (const {nome, email, senha} of before.pessoas) {
      const {body} = await server.api(undefined, 'POST usuarios/login', {body: {email, senha}});
      tokens.set(nome, body.token);
    }
  });
  afterAll(() => server?.close());

  it('has something of everything', () => {
    const empty = ['demonstracao'];
    expect([...old].filter(([, rows]) => rows.length === 0).map(([name]) => name)).toEqual(empty);
    expect(new Set(old.get('tickets')?.map(row => row['id_status_ticket'])).size).toBe(8);
  });

  it('loses no row and no value', async () => {
    const now = await everyRow(server.context.db);
    // Signing in above counted, and the Adm's own mark of the start.
    const changing = ['tentativas_login', 'balcao_migracoes', 'tickets_historico'];
    for (const [name, rows] of [...old].filter(([table]) => !changing.includes(table))) {
      const kept = (now.get(name) ?? []).filter(row => row['recurso'] !== 'tickets' || name !== 'historico');
      expect(kept, name).toHaveLength(rows.length);
      expect(kept, name).toMatchObject(rows.map(renamed));
    }
  });

  it('tells the steps of each ticket once and in their order', async () => {
    const now = (await everyRow(server.context.db)).get('historico')?.filter(row => row['recurso'] === 'tickets');
    expect(now).toHaveLength(old.get('tickets_historico')?.length ?? 0);
    expect(now).toMatchObject(old.get('tickets_historico')?.map(moved) ?? []);
  });

  it('reads from the history of each ticket what somebody wrote last, and since when it stands where it does', async () => {
    const demanding = Object.entries(product.resources.tickets.actions).flatMap(([acao, action]) =>
      (action.asks?.['comentario']?.required === true ? [acao] : []));
    const names = new Map(old.get('usuarios')?.map(({id, nome}) => [id, nome]));
    const steps = (old.get('tickets_historico') ?? []).toSorted((one, other) => Number(one['id']) - Number(other['id']));
    const instant = (value: unknown): string => new Date(String(value)).toISOString();
    const written: unknown[] = [];
    for (const {id, data_criacao} of old.get('tickets') ?? []) {
      const own = steps.filter(step => step['id_ticket'] === id);
      const comment = own.findLast(({acao}) => demanding.includes(String(acao)));
      const entered = own.findLast(step => step['para_status'] !== null);
      const {body} = await server.api(tokens.get('adm'), 'GET tickets/:id', {params: {id}});
      expect(body.statusDesde, String(id)).toBe(instant(entered?.['data_criacao'] ?? data_criacao));
      expect(body.ultimoComentario, String(id)).toEqual(comment === undefined ? null : {
        texto: comment['comentario'], nome: names.get(comment['id_usuario']), data: instant(comment['data_criacao']),
      });
      written.push(body.ultimoComentario);
    }
    expect(written).toContain(null);
    expect(written.filter(one => one !== null).length).toBeGreaterThan(2);
  });

  it.each(['adm', 'empresa', 'fornecedor', 'rpa', 'empresaUsuario', 'outraEmpresa'])('answers %s as it did', async nome => {
    const own = before.respostas.filter(({quem}) => quem === nome);
    expect(own.length).toBeGreaterThan(30);
    for (const {chamada, params = {}, query = {}, status, corpo} of own) {
      const answer = await server.api(tokens.get(nome), chamada, {params, query});
      const which = `${chamada} ${JSON.stringify({...params, ...query})}`;
      expect(answer.status, which).toBe(status);
      expect(answer.body, which).toMatchObject(corpo ?? {});
    }
  });

  it('shows and keeps every file', async () => {
    const {context, api} = server;
    const shelf = diskShelf(join(context.env.DATA_DIR, 'files'));
    const rows = old.get('tickets_arquivos') ?? [];
    for (const {chave} of rows) await shelf.write(String(chave), Readable.from([PDF]));
    await writeMark(shelf, String(old.get('instalacao')?.[0]?.['identidade']));
    expect(await sweepFiles({shelf, db: context.db, name: 'banco'}, new Date(Date.now() + 10 * 86_400_000)))
      .toEqual({restored: 0, binned: 0, removed: 0});
    for (const {id, data_exclusao} of rows) {
      const {status, bytes} = await api(tokens.get('adm'), 'GET ticketsArquivo/baixar-arquivo/:id', {params: {id}});
      const isShown = data_exclusao === null;
      expect(status).toBe(isShown ? 200 : 404);
      expect(bytes.equals(PDF)).toBe(isShown);
    }
  });

  it('is told what was done to it, and has nothing to do the next time', async () => {
    expect(sentences.slice(0, 4)).toEqual([
      'Banco de dados: migração 009_partes.sql aplicada.', 'Banco de dados: migração 010_historico.sql aplicada.',
      `Banco de dados: migração 011_historico.lotes.sql aplicada, ${old.get('tickets_historico')?.length} linhas.`,
      'Banco de dados: migração 012_historico_unico.sql aplicada.',
    ]);
    expect(await prepare(server.context.db)).toEqual([]);
  });
});

describe('a long history of tickets', () => {
  /** More than two parts of the migration. */
  const STEPS = 50_000;
  let database: TestDatabase | undefined;
  afterEach(async () => {
    await database?.close();
    database = undefined;
  });

  const longHistory = async (): Promise<Db> => {
    database = await databaseBefore();
    await sql`insert into tickets_historico (id_ticket, id_usuario, acao, de_status, para_status, comentario)
      select 1 + i * 7919 % 11, 1 + i % 5, 'salvar', null, null, 'Passo ' || i from generate_series(1, ${sql.lit(STEPS)}) as i`
        .execute(database.db);
    return database.db;
  };
  /** The same database, whose start breaks off at the given part. */
  const brokenAt = (db: Db, part: number): Db => {
    let parts = 0;
    const plugin: KyselyPlugin = {
      transformQuery: ({node}) => {
        if (node.kind === 'RawNode' && node.sqlFragments.some(text => text.includes('update historico_mudanca')) && ++parts === part) {
          throw new Error('interrompido');
        }
        return node;
      },
      transformResult: ({result}) => Promise.resolve(result),
    };
    return db.withPlugin(plugin);
  };
  const count = async (db: Db, table: string): Promise<number> =>
    (await sql<{n: number}>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n ?? 0;

  it('is moved some at a time; a start that was stopped is gone on with, and nothing is lost, doubled or out of order', async () => {
    const db = await longHistory();
    const others = await count(db, 'historico');
    const {rows: steps} = await sql<{id_ticket: number}>`select id_ticket, comentario, data_criacao from tickets_historico order by id`
      .execute(db);
    await expect(prepare(brokenAt(db, 2))).rejects.toThrow('interrompido');
    expect(await count(db, 'historico')).toBe(others + 20_000);
    await expect(prepare(brokenAt(db, 3))).rejects.toThrow('interrompido');
    expect(await count(db, 'tickets_historico')).toBe(steps.length);
    expect((await prepare(db)).find(sentence => sentence.includes('011_'))).toMatch(/aplicada, [\d.]+ linhas/);

    const {rows} = await sql`select id_registro as id_ticket, comentario, data_criacao from historico where recurso = 'tickets' order by id`
      .execute(db);
    expect(rows).toEqual(steps);
    expect((await sql<{gone: boolean}>`select to_regclass('tickets_historico') is null as gone`.execute(db)).rows).toEqual([{gone: true}]);
  });

  it('is not moved to tell what a start would change', async () => {
    const db = await longHistory();
    const rows = await everyRow(db);
    const {changes, findings} = await planDatabase(db, product);
    expect(findings).toEqual([]);
    expect(changes).toContainEqual({sentence: 'Migração 011_historico.lotes.sql será aplicada.'});
    expect(await everyRow(db)).toEqual(rows);
  });
});
