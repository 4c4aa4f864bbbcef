// A database that a version before made and filled, started by this one: everything is there, and is answered as it was.
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {sql, type KyselyPlugin} from 'kysely';
import {afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import type {Action, Endpoint} from '../../src/schema/shapes/config.ts';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {readCatalog, type Catalog} from '../../src/server/db/structure/catalog.ts';
import {planDatabase, prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import type {Db} from '../../src/server/db/tables.ts';
import {createDiskStorage} from '../../src/server/files/diskStorage.ts';
import {writeStorageIdentity} from '../../src/server/files/identity.ts';
import {sweepFiles} from '../../src/server/files/sweep.ts';
import {databaseBefore, databaseOf, everyRow, OTHERS, versionBefore, type Before} from '../support/before.ts';
import {company, named, withResources} from '../support/configs.ts';
import {onServer, preparedDatabase, type TestDatabase} from '../support/database.ts';
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
type Rows = ReadonlyMap<string, Record<string, unknown>[]>;
/** Nothing is lost but what is of the tables that change by themselves; the steps of tickets are in their order in the history. */
const expectKept = (old: Rows, now: Rows, changing: readonly string[]): void => {
  const steps = old.get('tickets_historico');
  const isStep = (row: Record<string, unknown>): boolean => steps !== undefined && row['recurso'] === 'tickets';
  for (const [name, rows] of [...old].filter(([table]) => table !== 'tickets_historico' && !changing.includes(table))) {
    // Of tabs there are numbers now.
    const kept = (now.get(name) ?? []).filter(row => !(name === 'historico' && isStep(row)) && !String(row['marco']).startsWith('aba.'));
    expect(kept, name).toHaveLength(rows.length);
    expect(kept, name).toMatchObject(rows.map(renamed));
  }
  if (steps !== undefined) expect(now.get('historico')?.filter(isStep)).toMatchObject(steps.map(moved));
};

describe('the database that each other version left', () => {
  /** What a start writes itself. */
  const OWN = ['balcao_migracoes', 'contagens', 'contagens_de', 'contagens_mudancas', 'tentativas_login'];

  let asNew: Catalog;
  beforeAll(async () => {
    const fresh = await preparedDatabase(product);
    asNew = await readCatalog(fresh.db);
    await fresh.close();
  });

  it.each(OTHERS)('loses no row and no value, becomes as a new one is, and works: %s', async version => {
    // From here on: those of the others were made by tests.
    if (version === OTHERS.at(-1)) realHashes();
    const database = await databaseOf(version);
    onTestFinished(() => database.close());
    const {db} = database;
    const old = await everyRow(db);
    expect(old.get('tickets')).toHaveLength(40);
    const told = (await planDatabase(db, product)).changes.filter(({sentence}) => / (?:ser|ganhar)(?:á|ão) /.test(sentence)).length;
    expect((await prepare(db)).filter(one => one.startsWith('Banco de dados: '))).toHaveLength(told);
    expect(await prepare(db)).toEqual([]);
    const now = await everyRow(db);
    expectKept(old, now, OWN);
    expect(now.get('incompletos')).toEqual([]);

    const {tables, indexes, references} = asNew;
    const taken = await readCatalog(db);
    for (const [name, columns] of tables) {
      expect(Object.fromEntries(taken.tables.get(name) ?? []), name).toMatchObject(Object.fromEntries(columns));
    }
    expect(taken.indexes.map(({name}) => name)).toEqual(expect.arrayContaining(indexes.map(({name}) => name)));
    expect(taken.references).toEqual(references);

    const server = await openTestApp({database: {...database, close: async () => {}}});
    onTestFinished(() => server.close());
    const {body} = await server.api(server.adm, 'GET tickets', {query: {page: 1, pageSize: 50}});
    expect(body.registros).toHaveLength(40);
    const id = old.get('tickets')?.find(row => row['id_status_ticket'] === 1)?.['id'];
    const moved = await server.api(server.adm, 'PUT tickets/iniciar-atendimento/:id', {params: {id}});
    expect(moved).toMatchObject({status: 200, body: {idStatusTicket: 3}});
  });
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

  it('loses no row and no value, and tells the steps of each ticket once and in their order', async () => {
    // Signing in above counted, and the Adm's own mark of the start.
    expectKept(old, await everyRow(server.context.db), ['tentativas_login', 'balcao_migracoes', 'contagens_de']);
  });

  it('reads from the history of each ticket what somebody wrote last, and since when it stands where it does', async () => {
    const demanding = Object.entries<Action>(product.resources.tickets.actions).flatMap(([acao, action]) =>
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
    const shelf = createDiskStorage(join(context.env.DATA_DIR, 'files'));
    const rows = old.get('tickets_arquivos') ?? [];
    for (const {chave} of rows) await shelf.write(String(chave), Readable.from([PDF]));
    await writeStorageIdentity(shelf, String(old.get('instalacao')?.[0]?.['identidade']));
    expect(await sweepFiles({storage: shelf, db: context.db, name: 'banco'}, new Date(Date.now() + 10 * 86_400_000)))
      .toEqual({restored: 0, trashed: 0, removed: 0});
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

  const longHistory = async (steps = STEPS): Promise<Db> => {
    database = await databaseBefore();
    await sql`insert into tickets_historico (id_ticket, id_usuario, acao, de_status, para_status, comentario)
      select 1 + i * 7919 % 11, 1 + i % 5, 'salvar', null, null, 'Passo ' || i from generate_series(1, ${sql.lit(steps)}) as i`
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
    const db = await longHistory(500);
    const rows = await everyRow(db);
    const {changes, findings} = await planDatabase(db, product);
    // Nobody kept its config: all rows are held to what this one asks, and lack nothing.
    expect(findings).toEqual([expect.objectContaining({sentence: expect.stringMatching(/^Não se sabe com que configuração foi/)})]);
    expect(changes).toContainEqual({sentence: 'Migração 011_historico.lotes.sql será aplicada.'});
    // Made and taken back meanwhile, and who waited is told.
    const n = rows.get('tickets')?.length;
    expect(changes).toContainEqual({
      sentence: `Durante as migrações, ninguém lê nem grava em tickets (${n} linhas).`, lock: 'ACCESS EXCLUSIVE', table: 'tickets', rows: n,
    });
    expect(changes).toContainEqual({sentence: expect.stringMatching(/^Esta prévia as fez e desfez, e quem usa essas tabelas esperou/)});
    expect(await everyRow(db)).toEqual(rows);
  });

  it.runIf(onServer)('with whose tables somebody works for long, a dump too, is not waited for, and who it is is told', async () => {
    database = await databaseBefore();
    const dump = database.another();
    await dump.db.transaction().execute(async trx => {
      await sql`set local application_name = 'pg_dump'`.execute(trx);
      await sql`select from tickets limit 1`.execute(trx);
      await expect(planDatabase(database!.db, product)).rejects.toThrow(
        /^Esta versão traz migrações, .*: pg_dump \d+ de \w+, há 1 minuto\. Nada foi mudado: rode de novo quando/);
    });
    await dump.close();
  });
});

describe('the version before beside this one, on one database', () => {
  const choices = (...ids: string[]) => ids.map(id => ({id, name: id}));
  const status = [
    {id: 1, key: 'aberta', name: 'Aberta'}, {id: 2, key: 'parada', name: 'Parada'},
    {id: 3, key: 'fechada', name: 'Fechada', end: true as const},
  ];
  const ordens = named({one: 'Ordem', many: 'Ordens', article: 'a'}, {
    owner: {empresa: 'idEmpresa'},
    fields: {
      idEmpresa: company,
      ...Object.fromEntries(['placa', 'curto', 'antigo', 'apelido', 'unico', 'mudo'].map((name): [string, Field] =>
        [name, {kind: 'texto', label: name, maxLength: 20}])),
      inicio: {kind: 'numero', label: 'Início'},
      fim: {kind: 'numero', label: 'Fim'},
      cor: {kind: 'escolha', label: 'Cor', choices: choices('branco', 'verde', 'preto')},
      extras: {kind: 'opcoes', label: 'Extras', choices: choices('ar', 'som')},
      idPeca: {kind: 'referencia', label: 'Peça', to: 'pecas'},
      etapa: {kind: 'escolha', label: 'Etapa', readOnly: true, default: 1, choices: status},
    },
    list: {columns: ['nome', 'etapa']},
    status: 'etapa',
    actions: {parar: {from: {aberta: ['adm']}, to: 'parada'}, fechar: {from: {aberta: ['adm'], parada: ['adm']}, to: 'fechada'}},
  });
  const pecas = named({one: 'Peça', many: 'Peças', article: 'a'});
  const older = withResources({ordens, pecas});
  const {antigo: _gone, apelido, ...others} = ordens.fields;
  const changed = (name: string, more: object): Record<string, Field> => ({[name]: {...ordens.fields[name], ...more} as Field});
  const newer = withResources({
    ordens: {
      ...ordens,
      fields: {
        ...others, ...changed('placa', {required: true}), ...changed('curto', {maxLength: 4}), ...changed('unico', {unique: 'global'}),
        ...changed('mudo', {archived: true}), ...changed('idPeca', {to: 'itens'}),
        ...changed('cor', {choices: [
          {id: 'branco', name: 'Branco'}, {id: 'verde', name: 'Verde', archived: true}, {id: 'preto', name: 'Preto', to: 'branco'},
        ]}),
        ...changed('extras', {choices: [{id: 'ar', name: 'Ar'}, {id: 'som', name: 'Som', archived: true}]}),
        ...changed('etapa', {choices: status.map(one => (one.id === 2 ? {...one, archived: true} : one))}),
        alcunha: {...apelido, was: 'apelido'} as Field,
        doca: {kind: 'numero', label: 'Doca', required: true},
        turno: {kind: 'texto', label: 'Turno', maxLength: 9, default: 'manhã'},
        tempo: {kind: 'calculo', label: 'Tempo', difference: ['fim', 'inicio']},
      },
      rules: {fim: [{not: {compare: ['fim', '<', 'inicio']}, reason: 'Termina antes.'}]},
      list: {columns: ['nome', 'etapa'], filters: {nome: {}}},
      actions: {fechar: ordens.actions!['fechar']!},
    },
    itens: {...pecas, was: 'pecas'},
  });

  let old: TestApp;
  let now: TestApp;
  const read = async ({api, adm}: TestApp, call: Endpoint, id: number): Promise<object> => (await api(adm, call, {params: {id}})).body;
  const make = async (sent: object): Promise<number> => {
    const {status: code, body} = await old.api(old.adm, 'POST ordens', {body: {nome: 'Ordem', idEmpresa: 1, ...sent}});
    expect([code, body]).toEqual([201, expect.objectContaining(sent)]);
    return body.id;
  };
  beforeAll(async () => {
    const database = await preparedDatabase(older);
    await sql`insert into empresas (id, razao_social, cnpj) values (1, 'Uma', '11222333000181')`.execute(database.db);
    await prepareDatabase(database.db, newer, () => {});
    now = await openTestApp({config: newer, database});
    old = await openTestApp({config: older, database: {...database, close: async () => {}}});
  });
  afterAll(async () => {
    await old?.close();
    await now?.close();
  });

  it.each<[what: string, sent: object, seen: object]>([
    ['a field is required, others are new, one of them with a default', {placa: ''}, {placa: '', doca: null, turno: 'manhã'}],
    ['a text is shorter', {curto: 'comprido'}, {curto: 'comprido'}],
    ['a rule between fields is new, and a number calculated of them', {inicio: 9, fim: 2}, {inicio: 9, fim: 2, tempo: -7}],
    ['a field is gone', {antigo: 'ainda'}, {}],
    ['a field is archived', {mudo: 'ainda'}, {mudo: 'ainda'}],
    ['a field has another name', {apelido: 'Zé'}, {alcunha: 'Zé'}],
    ['a choice is archived', {cor: 'verde'}, {cor: 'verde'}],
    ['a choice goes to another', {cor: 'preto'}, {cor: 'preto'}],
    ['one of several choices is archived', {extras: ['ar', 'som']}, {extras: ['ar', 'som']}],
    ['a value is to be unique', {unico: 'A'}, {unico: 'A'}],
  ])('makes, saves, lists and reads as ever where %s', async (_what, sent, seen) => {
    expect([checkConfig(older), checkConfig(newer)]).toEqual([[], []]);
    const id = await make(sent);
    expect(await read(now, 'GET ordens/:id', id)).toMatchObject(seen);
    expect((await old.api(old.adm, 'PUT ordens/:id', {params: {id}, body: {nome: 'Outra', ...sent}})).body).toMatchObject(sent);
    for (const {api, adm} of [old, now]) {
      const {body} = await api(adm, 'GET ordens', {query: {sort: '["id","DESC"]'}});
      expect(body[0]).toMatchObject({id, nome: 'Outra'});
    }
    expect(await read(old, 'GET ordens/:id', id)).toMatchObject(sent);
    const {body: again} = await now.api(now.adm, 'PUT ordens/:id', {params: {id}, body: {nome: 'De novo'}});
    expect(again).toMatchObject({...seen, nome: 'De novo'});
    expect(await read(old, 'GET ordens/:id', id)).toMatchObject({...sent, nome: 'De novo'});
  });

  it('refuses what is not unique any more', async () => {
    const sent = {nome: 'Ordem', idEmpresa: 1, unico: 'B'};
    await make(sent);
    expect(await old.api(old.adm, 'POST ordens', {body: sent})).toMatchObject({status: 400, body: {codigo: 'CONFLITO'}});
  });

  it('moves into a status that is archived, out of which this one leads', async () => {
    const id = await make({});
    expect((await old.api(old.adm, 'PUT ordens/parar/:id', {params: {id}})).body).toMatchObject({etapa: 2});
    expect((await now.api(now.adm, 'PUT ordens/fechar/:id', {params: {id}})).body).toMatchObject({etapa: 3});
    expect(await read(old, 'GET ordens/:id', id)).toMatchObject({etapa: 3});
  });

  it('goes on with records of a resource that has another name', async () => {
    const {body: {id}} = await old.api(old.adm, 'POST pecas', {body: {nome: 'Roda'}});
    expect(await read(now, 'GET itens/:id', id)).toMatchObject({nome: 'Roda'});
    expect((await old.api(old.adm, 'PUT pecas/:id', {params: {id}, body: {nome: 'Roda 2'}})).body).toMatchObject({nome: 'Roda 2'});
    const {body: other} = await now.api(now.adm, 'POST itens', {body: {nome: 'Eixo'}});
    const {body: listed} = await old.api(old.adm, 'GET pecas', {query: {sort: '["id","ASC"]'}});
    expect(listed).toEqual([expect.objectContaining({id, nome: 'Roda 2'}), expect.objectContaining({id: other.id, nome: 'Eixo'})]);
    expect((await now.api(now.adm, 'GET ordens/:id', {params: {id: await make({idPeca: id})}})).body).toMatchObject({idPeca: id});
    expect((await old.api(old.adm, 'DELETE pecas/:id', {params: {id: other.id}})).status).toBe(200);
    expect((await now.api(now.adm, 'GET itens/:id', {params: {id: other.id}})).status).toBe(404);
  });

  it('keeps what this one writes, where it does not know of it', async () => {
    const id = await make({});
    const sent = {placa: 'AB1', doca: 7, alcunha: 'Bia'};
    // Nobody writes a field that is archived, nor gives a choice that is.
    const {body: saved} = await now.api(now.adm, 'PUT ordens/:id', {params: {id}, body: {...sent, mudo: 'x'}});
    expect(saved).toMatchObject({...sent, mudo: ''});
    expect(await now.api(now.adm, 'PUT ordens/:id', {params: {id}, body: {cor: 'verde'}}))
      .toMatchObject({status: 400, body: {campos: [{campo: 'cor', mensagem: 'Esta opção não é mais usada.'}]}});
    const {body} = await old.api(old.adm, 'PUT ordens/:id', {params: {id}, body: {apelido: 'Ana', antigo: 'x'}});
    expect(body).toMatchObject({placa: 'AB1'});
    expect(await read(now, 'GET ordens/:id', id)).toMatchObject({...sent, alcunha: 'Ana'});
  });

  it('what it wrote meanwhile is held to what is newly asked by the starts of that day, as the preview tells', async () => {
    const {db} = now.context;
    const wanting = (): Promise<{campo: string; total: number}[]> => sql<{campo: string; total: number}>`
      select campo, count(*) as total from incompletos where recurso = 'ordens' group by 1 order by 1`.execute(db).then(({rows}) => rows);
    expect(await wanting()).toEqual([]);
    const told = (await planDatabase(db, newer)).findings.map(({sentence, total}) => ({sentence, total}));
    const said: string[] = [];
    await prepareDatabase(db, newer, one => said.push(one));
    expect(said).toEqual([
      'Banco de dados: Histórico, avisos e filtros salvos de pecas levados para itens.',
      'Banco de dados: Histórico e filtros salvos de ordens levados de apelido para alcunha.',
      'Banco de dados: 1 de ordens passado de "Preto" (preto) para "Branco" (branco) em cor.',
      ...told.map(({sentence}) => `Atenção: ${sentence}`),
    ]);
    expect((await wanting()).map(({campo}) => campo)).toEqual(['curto', 'doca', 'fim', 'placa']);
  });

  it('what it wrote meanwhile under the old names is found under the new ones from the next start on', async () => {
    const {db} = now.context;
    const filter = (nome: string, more: object): Promise<unknown> =>
      old.api(old.adm, 'POST filtros-salvos', {body: {recurso: 'pecas', nome, filtro: {}, ...more}});
    const [{body: {id: peca}}, ordem] = [await old.api(old.adm, 'POST pecas', {body: {nome: 'Aro'}}), await make({apelido: 'Zé'})];
    await old.api(old.adm, 'PUT ordens/:id', {params: {id: ordem}, body: {apelido: 'Zeca'}});
    for (const nome of ['Aros', 'Rodas']) await filter(nome, {});
    // Of two of one name that of the new one stays.
    await now.api(now.adm, 'POST filtros-salvos', {body: {recurso: 'itens', nome: 'Rodas', filtro: {}}});
    await filter('Apelidados', {recurso: 'ordens', colunas: ['nome', 'apelido']});
    await sql`insert into campos_arquivos (recurso, campo, chave, nome_arquivo, tamanho, sha256, id_usuario)
      values ('pecas', 'foto', 'a', 'a.pdf', 1, '', 1), ('ordens', 'apelido', 'b', 'b.pdf', 1, '', 1)`.execute(db);
    const told = (await planDatabase(db, newer)).changes.map(({sentence}) => sentence.replace(/ Durante .*/, ''));
    expect(told).toEqual(expect.arrayContaining([
      'Histórico, avisos e filtros salvos de pecas serão levados para itens.',
      'Histórico e filtros salvos de ordens serão levados de apelido para alcunha.',
    ]));
    await prepareDatabase(db, newer, () => {});
    expect((await planDatabase(db, newer)).changes).toEqual([]);
    const steps = async (recurso: string, id: number): Promise<object[]> => {
      const {rows} = await sql<{depois: object}>`
        select depois from historico where recurso = ${recurso} and id_registro = ${id} order by id`.execute(db);
      return rows.map(({depois}) => depois);
    };
    expect(await steps('itens', peca)).toEqual([expect.objectContaining({nome: 'Aro'})]);
    expect(await steps('ordens', ordem)).toEqual([expect.objectContaining({alcunha: 'Zé'}), expect.objectContaining({alcunha: 'Zeca'})]);
    const {body} = await now.api(now.adm, 'GET filtros-salvos', {query: {recurso: 'itens'}});
    expect(body.map(({nome}: {nome: string}) => nome)).toEqual(['Aros', 'Rodas']);
    const {rows} = await sql`select recurso, campo, (select colunas from filtros_salvos where nome = 'Apelidados') as colunas
      from campos_arquivos order by chave`.execute(db);
    const colunas = ['nome', 'alcunha'];
    expect(rows).toEqual([{recurso: 'itens', campo: 'foto', colunas}, {recurso: 'ordens', campo: 'alcunha', colunas}]);
    await sql`update balcao_migracoes set desde = desde - interval '25 hours' where desde is not null`.execute(db);
    expect((await planDatabase(db, newer)).findings).toEqual([]);
  });
});
