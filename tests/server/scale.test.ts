import {CompiledQuery, sql, type KyselyPlugin} from 'kysely';
import {beforeAll, describe, expect, test} from 'vitest';
import {apiOf} from '../../src/schema/paths.ts';
import {DEFAULT_PAGE_SIZE} from '../../src/schema/lists/listRequest.ts';
import {buildApp} from '../../src/server/app.ts';
import {CUSTOM_PLAN_HINT} from '../../src/server/db/statementHints.ts';
import {beforeTests} from '../support/beforeTests.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp} from '../support/server.ts';
import product from '../../resources.config.ts';

const ROWS = 3000;
const MINE = 1000;

const server = beforeTests(openTestApp);
let manager: SeedUser;
/** Suppliers' names as the list must show them, with their companies. */
let expected: {id: number; idEmpresa: number; nome: string; contato: string | null}[];

beforeAll(async () => {
  const {context: {db}, seed} = server;
  const [mine, other] = [await seed.empresa(), await seed.empresa()];
  manager = await seed.usuario({perfil: 'empresa', idEmpresa: mine.id});
  // Names repeat, so that ids decide; some have accents, and some contacts are missing.
  await sql`insert into fornecedores (id_empresa, razao_social, email, telefone, contato)
    select case when i <= ${MINE} then ${mine.id}::integer else ${other.id}::integer end,
      (array['Água', 'acai', 'Zé', 'ábaco', 'Ção'])[1 + i % 5] || ' ' || i * 7919 % 400, 'a@b.test', '1133334444',
      case when i % 3 = 0 then null else 'C' || i % 10 end
    from generate_series(1, ${ROWS}::integer) as i`.execute(db);
  await sql`analyze`.execute(db);
  const {rows} = await sql<(typeof expected)[number]>`
    select id, id_empresa as "idEmpresa", razao_social as nome, contato from fornecedores`.execute(db);
  const key = (text: string): string => text.normalize('NFD').replace(/\p{Mn}/gu, '').toLowerCase();
  expected = rows.toSorted((a, b) => (key(a.nome) < key(b.nome) ? -1 : key(a.nome) > key(b.nome) ? 1 : a.id - b.id));
});

const ids = (rows: readonly {id: number}[]): number[] => rows.map(row => row.id);
const page = async (token: string, query: Record<string, string | number>): Promise<{total: number; registros: {id: number}[]}> =>
  (await server.api(token, 'GET fornecedores', {query})).body;

describe('a long list', () => {
  test.each(['asc', 'desc'])('is the same on its first, middle, last and no page, %s', async order => {
    for (const [token, mine] of [
      [server.adm.token, expected],
      [manager.token, expected.filter(row => row.idEmpresa === manager.idEmpresa)],
    ] as const) {
      const all = ids(order === 'asc' ? mine : mine.toReversed());
      const last = Math.ceil(all.length / 50);
      for (const number of [1, 2, Math.ceil(last / 2), last - 1, last, last + 1]) {
        const {total, registros} = await page(token, {page: number, pageSize: 50, sort: 'razaoSocial', order});
        expect(total).toBe(all.length);
        expect(ids(registros), `page ${number}`).toEqual(all.slice((number - 1) * 50, number * 50));
      }
    }
  });

  test('has each record once, through all pages, where many are equal or have no value', async () => {
    for (const sort of ['contato', 'status', 'razaoSocialEmpresa', 'id']) {
      const seen: number[] = [];
      for (let number = 1; number <= MINE / 50; number++) seen.push(
        ...ids((await page(manager.token, {page: number, pageSize: 50, sort, order: 'desc'})).registros),
      );
      expect(new Set(seen).size, sort).toBe(MINE);
    }
  });

  test('is filtered to the same records in the same order', async () => {
    const found = expected.filter(row => row.nome.startsWith('Água 1'));
    const {total, registros} = await page(server.adm.token, {nome: 'AGUA 1'});
    expect(total).toBe(found.length);
    expect(ids(registros)).toEqual(ids(found).slice(0, DEFAULT_PAGE_SIZE));
  });

  const lists = Object.entries(product.resources).flatMap(([name, resource]) => apiOf(name, resource).list ?? []);
  test.each(lists)('%s never carries more than the page that is asked for', async endpoint => {
    for (const pageSize of [5, 50]) {
      const {status, body} = await server.api(server.adm, endpoint, {query: {page: 1, pageSize}});
      expect(status).toBe(200);
      expect((Array.isArray(body) ? body : body.registros).length).toBeLessThanOrEqual(pageSize);
    }
  });
});

describe('the plan of a page of a long list', () => {
  /** The statements of a call, as the API makes them. */
  const statementsOf = async (query: string, {token}: {token: string}): Promise<CompiledQuery[]> => {
    const {context} = server;
    const made: CompiledQuery[] = [];
    const remember: KyselyPlugin = {
      transformQuery: ({node, queryId}) => {
        made.push(context.db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: ({result}) => Promise.resolve(result),
    };
    const app = await buildApp({...context, db: context.db.withPlugin(remember)});
    await app.inject({url: `/api/fornecedores?${query}`, headers: {authorization: `Bearer ${token}`}});
    await app.close();
    return made;
  };

  /** What PostgreSQL does for the statement that reads the page in the end, made and set up as the API does. */
  const planOf = async (query: string): Promise<string> => {
    const {context, adm} = server;
    const made = await statementsOf(query, adm);
    const [settings, page] = [made.find(one => one.sql.includes('set_config')), made.findLast(one => /page\b/.test(one.sql))];
    return context.db.transaction().execute(async trx => {
      if (settings !== undefined) await trx.executeQuery(settings);
      const {rows} = await trx.executeQuery<{'QUERY PLAN': string}>(CompiledQuery.raw(`explain ${page!.sql}`, [...page!.parameters]));
      return rows.map(row => row['QUERY PLAN']).join('\n');
    });
  };

  test.each([
    ['the first', 'page=1', 'ordem_fornecedores_razao_social'],
    ['the last', `page=${ROWS / DEFAULT_PAGE_SIZE}`, 'ordem_fornecedores_razao_social'],
    ['one in the middle', 'page=70', 'ordem_fornecedores_razao_social'],
    ['another order', 'page=1&sort=email&order=desc', 'ordem_fornecedores_email'],
    ['the first in the other direction, before those without a value', 'page=1&sort=contato&order=desc', 'ordem_fornecedores_contato'],
    ['the last, of those without a value', `page=${ROWS / DEFAULT_PAGE_SIZE}&sort=contato&order=desc`, 'ordem_fornecedores_contato'],
    ['one far down, before those without a value', 'page=60&sort=contato&order=desc', 'ordem_fornecedores_contato'],
    ['a common term\'s', 'page=1&nome=a', 'ordem_fornecedores_razao_social'],
  ])('%s walks the index in its order instead of sorting every row', async (_which, query, index) => {
    const plan = await planOf(query);
    expect(plan).toMatch(new RegExp(`Limit .*\\n\\s+-> +Index (Only )?Scan (Backward )?using ${index} on fornecedores`));
  });

  test('few matches are found first, and only they are sorted', async () => {
    const plan = await planOf('page=1&nome=zebra');
    expect(plan).toContain('CTE found');
    expect(plan).not.toContain('ordem_fornecedores');
  });

  test('an order by another record\'s name joins it to the matches, and keeps no more than a page of them', async () => {
    const plan = await planOf('page=1&sort=razaoSocialEmpresa');
    expect(plan).not.toContain('CTE');
    expect(plan).toMatch(/Limit .*\n\s+-> +Sort .*\n\s+Sort Key: .*\n\s+-> +.*Join/);
  });

  test('a text is looked for in each row that the rest leaves, where they are few, by a statement planned once for all texts', async () => {
    const texts = async (query: string, person: {token: string}) =>
      (await statementsOf(query, person)).map(one => one.sql).filter(text => text.includes(' like '));
    const [narrow, wide] = [await texts('page=1&nome=zebra', manager), await texts('page=1&nome=zebra', server.adm)];
    expect(narrow).toHaveLength(1);
    expect(narrow[0]).toMatch(/offset 0\)\s+as "t" where .* like /s);
    expect(narrow[0]).not.toContain(CUSTOM_PLAN_HINT);
    // All rows are many: a short walk, planned once, tells whether many have the text, and how many rows there are; the text's index
    // gives those that have it.
    expect(wide.map(text => text.startsWith(CUSTOM_PLAN_HINT))).toEqual([false, true]);
    expect(wide[0]).toContain('counted.total');
  });
});
