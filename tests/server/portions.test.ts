// Whole lists and combos, over real connections: sent while they are read, byte for byte as they were, and never half of one.
import type {AddressInfo} from 'node:net';
import {brotliDecompressSync} from 'node:zlib';
import type {FastifyInstance} from 'fastify';
import {sql} from 'kysely';
import {afterEach, beforeAll, beforeEach, describe, expect, it, test} from 'vitest';
import {buildApp} from '../../src/server/app.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {connectionsOf, openConnection} from '../support/connection.ts';
import {gated, type Gate} from '../support/gate.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp} from '../support/server.ts';
import {until} from '../support/until.ts';

const PORTION = 250;
/** Several portions, the last one not full. */
const ROWS = 900;
const PORTIONS = Math.ceil(ROWS / PORTION);

const server = beforeTests(openTestApp);
let manager: SeedUser;
beforeAll(async () => {
  const {context: {db}, seed} = server;
  manager = await seed.usuario({perfil: 'empresa'});
  const {id: other} = await seed.empresa({razaoSocial: 'Écluse "Ônix" \\ Ltda'});
  await sql`insert into usuarios (nome, email, tipo, id_empresa)
    select case when n % 9 = 0 then null else 'Ação "' || (n * 7919 % 1000) || '" \u2028 \\ 😀' end, 'u' || n || '@x.test', 2,
      case when n % 3 = 0 then ${other}::integer else ${manager.idEmpresa}::integer end
    from generate_series(1, ${ROWS - 2}::integer) n`.execute(db);
  await sql`insert into filiais (id_empresa, descricao, razao_social)
    select case when n > ${ROWS} then ${other}::integer else ${manager.idEmpresa}::integer end, 'Filial ' || (n * 7919 % 1000), 'F'
    from generate_series(1, ${ROWS + 100}::integer) n`.execute(db);
  await sql`insert into empresas (razao_social, ativo)
    select 'Empresa ' || (n * 7919 % 1000), n % 5 > 0 from generate_series(1, ${ROWS - 2}::integer) n`.execute(db);
});

let app: FastifyInstance;
let gate: Gate;
let url: string;
beforeEach(async () => {
  gate = gated(server.context.db, /any\(\$\d+::integer\[\]\)/);
  app = await buildApp({...server.context, db: gate.db});
  url = await app.listen({port: 0, host: '127.0.0.1'});
});
afterEach(async () => {
  gate.letGo(1000);
  await app.close();
});
/** Uncompressed: what compresses keeps the first bytes back until there are more. */
const ask = (path: string, {token = server.adm.token, ...more}: RequestInit & {token?: string} = {}): Promise<Response> =>
  fetch(`${url}/api/${path}`, {...more, headers: {authorization: `Bearer ${token}`, 'accept-encoding': 'identity'}});
const isAsked = (count: number): Promise<void> => until(() => expect(gate.asked()).toBe(count));

describe('a whole list is its pages, byte for byte', () => {
  /** The rows of all pages. */
  const pagesOf = async (token: string, path: 'usuarios' | 'filial', query: Record<string, string>): Promise<unknown[]> => {
    const rows: unknown[] = [];
    for (let page = 1; ; page++) {
      const {body} = await server.api(token, `GET ${path}`, {query: {...query, page, pageSize: 50}});
      const found = (path === 'usuarios' ? body : body.registros) as unknown[];
      rows.push(...found);
      if (found.length < 50) return rows;
    }
  };
  beforeEach(() => gate.letGo(1000));

  it.each<[string, Record<string, string>]>([
    ['in its own order', {}], ['by a text that may be missing', {sort: 'nome', order: 'desc'}],
    ['filtered', {nome: 'ação'}],
  ])('%s', async (_what, query) => {
    const expected = await pagesOf(server.adm.token, 'usuarios', query);
    expect(expected.length).toBeGreaterThan(2 * PORTION);
    const answer = await ask(`usuarios?${new URLSearchParams(query).toString()}`);
    expect(answer.headers.get('x-total-count')).toBe(String(expected.length));
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.text()).toBe(JSON.stringify(expected));
  });

  it("within the caller's scope", async () => {
    const expected = await pagesOf(manager.token, 'usuarios', {});
    expect(expected.length).toBeGreaterThan(2 * PORTION);
    expect(expected.length).toBeLessThan(ROWS - PORTION);
    expect(await (await ask('usuarios', {token: manager.token})).text()).toBe(JSON.stringify(expected));
  });

  it("where the rows stand in an object, and by another record's name", async () => {
    const registros = await pagesOf(server.adm.token, 'filial', {sort: 'nomeEmpresa'});
    expect(registros).toHaveLength(ROWS + 100);
    expect(await (await ask('filial?sort=nomeEmpresa')).text()).toBe(JSON.stringify({total: ROWS + 100, registros}));
  });

  it('compressed', async () => {
    const plain = await (await ask('usuarios')).text();
    const line = await openConnection((app.server.address() as AddressInfo).port);
    line.send(`GET /api/usuarios HTTP/1.0\r\nauthorization: Bearer ${server.adm.token}\r\naccept-encoding: br\r\n\r\n`);
    expect(await line.ended).toBe('end');
    const [head = '', ...body] = line.heard().split('\r\n\r\n');
    expect(head).toContain('content-encoding: br');
    const bytes = Buffer.from(body.join('\r\n\r\n'), 'latin1');
    expect(bytes.length).toBeLessThan(plain.length / 4);
    expect(brotliDecompressSync(bytes).toString()).toBe(plain);
  });
});

test('a combo is every row by its name', async () => {
  gate.letGo(1000);
  const {rows} = await sql<{id: number; razao_social: string; ativo: boolean}>`
    select id, razao_social, ativo from empresas order by balcao_norm(razao_social), id`.execute(server.context.db);
  expect(rows).toHaveLength(ROWS);
  expect(await (await ask('empresas/listarCombo')).text())
    .toBe(JSON.stringify(rows.map(({id, razao_social: razaoSocial, ativo}) => ({id, razaoSocial, ativo}))));
  expect(gate.asked()).toBe(PORTIONS);
});

describe.each([['a list', 'usuarios'], ['a combo', 'empresas/listarCombo'], ['the switches of a user', '']])('%s', (_what, given) => {
  const path = (): string => given || `filial/buscar-filiais-empresa/${manager.idEmpresa}/0`;

  it('is sent while it is read, and whoever else asks is answered between two portions', async () => {
    const begun = ask(path());
    await isAsked(1);
    gate.letGo(1);
    const body = (await begun).body!.getReader();
    const decoder = new TextDecoder();
    let text = decoder.decode((await body.read()).value, {stream: true});
    expect(text).toMatch(/^\[\{"id":\d+,/);
    await isAsked(2);
    expect(await ask('empresas?page=1')).toAnswer(200);
    expect(await ask('usuarios?page=1')).toAnswer(200);
    gate.letGo(PORTIONS - 1);
    for (;;) {
      const {done, value} = await body.read();
      if (done) break;
      text += decoder.decode(value, {stream: true});
    }
    expect(JSON.parse(text)).toHaveLength(ROWS);
    expect(gate.asked()).toBe(PORTIONS);
  });

  it('is read no further for whoever leaves', async () => {
    const leaving = new AbortController();
    const begun = ask(path(), {signal: leaving.signal});
    gate.letGo(1);
    await begun;
    await isAsked(2);
    leaving.abort();
    await until(async () => expect(await connectionsOf(app)).toBe(0));
    gate.letGo(1 + PORTIONS);
    expect(await (await ask(path())).json()).toHaveLength(ROWS);
    // The portion that was being read when they left, and nothing more of theirs.
    expect(gate.asked()).toBe(2 + PORTIONS);
  });

  it('is a refusal with its reason where it breaks before the first byte', async () => {
    const begun = ask(path());
    gate.letGo(1, Object.assign(new Error('the server is gone'), {code: '57P01'}));
    const answer = await begun;
    expect([answer.status, answer.headers.get('x-total-count'), await answer.json()])
      .toEqual([500, null, expect.objectContaining({codigo: 'INDISPONIVEL'})]);
  });

  it('is no shorter list where it breaks later, not even to a proxy that speaks HTTP/1.0', async () => {
    const line = await openConnection((app.server.address() as AddressInfo).port);
    line.send(`GET /api/${path()} HTTP/1.0\r\nauthorization: Bearer ${server.adm.token}\r\n\r\n`);
    gate.letGo(1);
    await line.hears(/\[\{"id"/);
    gate.letGo(1, new Error('something else'));
    expect(await line.ended).toBe('ECONNRESET');
    expect(line.heard()).not.toMatch(/\]$/);
  });

  it('goes no further than its person, who is signed out meanwhile', async () => {
    const {id, token} = await server.seed.usuario({perfil: 'adm'});
    const begun = ask(path(), {token});
    gate.letGo(1);
    const answer = await begun;
    await isAsked(2);
    await sql`update usuarios set token_versao = token_versao + 1 where id = ${id}`.execute(server.context.db);
    gate.letGo(PORTIONS);
    await expect(answer.text()).rejects.toThrow(/terminated/);
    expect(gate.asked()).toBe(2);
    await sql`delete from usuarios where id = ${id}`.execute(server.context.db);
  });

  it('is read for its headers alone no further than it must be', async () => {
    gate.letGo(1);
    const answer = await ask(path(), {method: 'HEAD'});
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(gate.asked()).toBe(1);
  });
});

test.each([
  ['at its beginning', [0, PORTION]], ['in the middle', [PORTION, 2 * PORTION]], ['at its end', [2 * PORTION, ROWS]],
  ['of all of it', [0, ROWS]],
])('what is deleted while a list is read is left out of it: %s', async (_where, [from, to]) => {
  const {idEmpresa} = manager;
  const {body} = await server.api(server.adm, 'GET filial/buscar-filiais-empresa/:idEmpresa/0', {params: {idEmpresa}});
  const ids = (body as {id: number}[]).map(row => row.id);
  const gone = ids.slice(from, to);
  const begun = ask(`filial?sort=descricao&idEmpresa=${idEmpresa}`);
  await isAsked(1);
  await sql`update filiais set data_exclusao = now() where id = any(${gone}::integer[])`.execute(server.context.db);
  gate.letGo(PORTIONS);
  const {total, registros} = await (await begun).json() as {total: number; registros: {id: number}[]};
  expect([total, registros.map(row => row.id)]).toEqual([ROWS, ids.filter(id => !gone.includes(id))]);
  await sql`update filiais set data_exclusao = null`.execute(server.context.db);
});
