// What is empty comes last, in both directions: missing and empty values alike, on every page and in every dialect.
import {sql} from 'kysely';
import {beforeAll, describe, expect, test} from 'vitest';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {withVeiculos} from '../support/configs.ts';
import {openTestApp} from '../support/server.ts';
import type {SeedUser} from '../support/seed.ts';

const veiculos: Resource = withVeiculos.resources['veiculos']!;
const more = {
  apelido: {kind: 'texto', label: 'Apelido', maxLength: 40},
  observacao: {kind: 'texto', label: 'Observação', maxLength: 400},
  vistoria: {kind: 'data', label: 'Vistoria'},
  blindado: {kind: 'booleano', label: 'Blindado'},
  reserva: {kind: 'referencia', label: 'Reserva', to: 'veiculos'},
  apelidoDaReserva: {kind: 'relacionado', label: 'Apelido da reserva', through: 'reserva', field: 'apelido'},
} as const;
/** Some of its fields have an index in their order, and some have none. */
const frota: Resource = {
  ...veiculos, fields: {...veiculos.fields, ...more},
  list: {...veiculos.list, columns: ['placa', 'apelido'], filters: {placa: {}, idEmpresa: {}}},
  api: {
    list: 'GET veiculos', answer: 'page', one: 'GET veiculos/:id', create: 'POST veiculos', update: 'PUT veiculos/:id',
    delete: 'DELETE veiculos/:id',
  },
};
const config: Config = {...withVeiculos, resources: {...withVeiculos.resources, veiculos: frota}};

const ROWS = 300;
const server = beforeTests(() => openTestApp({config}));
let manager: SeedUser;

interface Row {
  id: number;
  idEmpresa: number;
  placa: string;
  apelido: string;
  observacao: string;
  ano: number | null;
  vistoria: string;
  cor: string;
  blindado: boolean;
  apelidoDaReserva: string;
}
let rows: Row[];

/** All pages of the list together. */
const pages = async (token: string, query: Record<string, string>, pageSize: number): Promise<Row[]> => {
  const found: Row[] = [];
  for (let page = 1; ; page++) {
    const {body} = await server.api(token, 'GET veiculos', {query: {...query, page, pageSize}});
    found.push(...body.registros);
    if (page * pageSize >= body.total) return found;
  }
};

beforeAll(async () => {
  const {context: {db}, seed} = server;
  const [mine, other] = [await seed.empresa(), await seed.empresa()];
  manager = await seed.usuario({perfil: 'empresa', idEmpresa: mine.id});
  // Two in three have a value; of the others half were never given one, and half have an empty text, as another program may store it.
  await sql`insert into veiculos (id_empresa, placa, apelido, observacao, ano, vistoria, cor, blindado)
    select case when i % 2 = 0 then ${mine.id}::integer else ${other.id}::integer end, 'P' || lpad(i::text, 4, '0'), t.text, t.text,
      case when i % 3 = 0 then null else i % 7 - 3 end, case when i % 3 = 0 then null else date '2026-01-01' + i % 5 end,
      case when i % 3 = 0 then null else 'branco' end, case i % 3 when 0 then null when 1 then false else true end
    from generate_series(1, ${ROWS}::integer) as i,
      lateral (select case i % 6 when 0 then '' when 3 then null else (array['Água', 'acai', 'Zé'])[1 + i % 5 % 3] || ' ' || i % 4 end as text) as t`
        .execute(db);
  await sql`update veiculos set reserva = case when id % 4 = 0 then null else ${ROWS}::integer + 1 - id end`.execute(db);
  await sql`analyze`.execute(db);
  rows = await pages(server.adm.token, {sort: 'id', order: 'asc'}, 50);
  if (rows.length !== ROWS) throw new Error(`${rows.length} rows of ${ROWS}`);
});

const key = (text: string): string => text.normalize('NFD').replace(/\p{Mn}/gu, '').toLowerCase();
const comparable = (value: unknown): string | number => (typeof value === 'string' ? key(value) : Number(value));
/** The ids as every page together must have them. */
const expected = (mine: readonly Row[], field: keyof Row, order: 'asc' | 'desc'): number[] => {
  const sign = order === 'asc' ? 1 : -1;
  const isEmpty = (row: Row) => row[field] === '' || row[field] === null;
  return mine.toSorted((a, b) => {
    const [one, other] = [comparable(a[field]), comparable(b[field])];
    return Number(isEmpty(a)) - Number(isEmpty(b)) || (isEmpty(a) || one === other ? sign * (a.id - b.id) : one < other ? -sign : sign);
  }).map(({id}) => id);
};

const fields = ['apelido', 'observacao', 'ano', 'vistoria', 'cor', 'apelidoDaReserva', 'blindado'] as const;
const orders = fields.flatMap(field => (['asc', 'desc'] as const).map(order => [field, order] as const));
const ids = (found: readonly {id: number}[]): number[] => found.map(({id}) => id);

// First: of the empty ones both kinds are there.
test.each(orders)('a file has the list\'s order by %s %s', async (field, order) => {
  const {bytes} = await server.api(server.adm, 'GET veiculos/exportar', {query: {formato: 'csv', colunas: 'id', sort: field, order}});
  const [, ...lines] = bytes.toString('utf8').trim().split(/\r?\n/);
  expect(lines.map(line => Number(line.replace(/\D/g, '')))).toEqual(expected(rows, field, order));
});

describe.each(['of missing and of empty texts', 'of missing ones alone', 'of empty texts alone'])('with the empty ones %s', which => {
  beforeAll(async () => {
    const {db} = server.context;
    if (which === 'of missing ones alone') await sql`update veiculos set apelido = nullif(apelido, ''), observacao = nullif(observacao, '')`
      .execute(db);
    if (which === 'of empty texts alone') {
      await sql`update veiculos set apelido = coalesce(apelido, ''), observacao = coalesce(observacao, '')`.execute(db);
    }
  });

  test.each(orders)('they are the last by %s %s, on every page', async (field, order) => {
    for (const [token, mine] of [
      [server.adm.token, rows],
      [manager.token, rows.filter(row => row.idEmpresa === manager.idEmpresa)],
    ] as const) {
      expect(ids(await pages(token, {sort: field, order}, 20))).toEqual(expected(mine, field, order));
    }
  });

  // The last filled one and the first empty one are on one page of 50, and apart with 5.
  test.each([5, 50])('pages of %i are whole where the filled ones end', async pageSize => {
    expect(ids(await pages(server.adm.token, {sort: 'apelido', order: 'desc'}, pageSize))).toEqual(expected(rows, 'apelido', 'desc'));
  });
});

test('few matches are put in the same order', async () => {
  const mine = rows.filter(({placa}) => placa.startsWith('P001'));
  expect(ids(await pages(server.adm.token, {placa: 'P001', sort: 'apelido', order: 'desc'}, 5))).toEqual(expected(mine, 'apelido', 'desc'));
});
