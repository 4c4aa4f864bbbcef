// Search without case and accents: the database's form of a text is the portal's, and databases made before it get it.
import {readFile} from 'node:fs/promises';
import fc from 'fast-check';
import {sql} from 'kysely';
import {Pool} from 'pg';
import {expect, onTestFinished, test} from 'vitest';
import {PLAIN_BY_LOOK_ALIKE} from '../../src/schema/fields/lookAlikes.ts';
import {foldText, toComparableText} from '../../src/schema/fields/text.ts';
import {CANONICAL_TEXT_FUNCTION, exactExpression} from '../../src/server/db/textFolding.ts';
import {prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import {openDatabase} from '../../src/server/db/connection/open.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {emptyDatabase, onServer} from '../support/database.ts';
import {openTestApp} from '../support/server.ts';
import product from '../../resources.config.ts';

const server = beforeTests(openTestApp);

const inDatabase = async (texts: readonly string[], by = 'balcao_norm'): Promise<string[]> => {
  const {rows} = await sql<{found: string}>`
    select ${sql.raw(by)}(value) as found
    from json_array_elements_text(${JSON.stringify(texts)}::json) with ordinality as one (value, place)
    order by place`.execute(server.context.db);
  return rows.map(row => row.found);
};

test.each([
  ['accents, in one sign or two', 'Conceição Café', 'conceicao cafe'],
  ['several marks on a letter', 'Việt Ǖ ç̧ n̈̃', 'viet u c n'],
  ['letters that no accent makes', 'ÆØÐÞŁĐŒẞß ﬁ', 'æøðþłđœßß fi'],
  ['Turkish i', 'İstanbul ILIK ı', 'istanbul ilik ı'],
  ['emoji', 'Grãos ❤️ 👩🏽‍🌾 ✅', 'graos ❤ 👩🏽‍🌾 ✅'],
  ['signs', 'R$ 1.000,00 – 50% \\ _ ‘São’', 'r$ 1.000,00 - 50% \\ _ \'sao\''],
])('%s are compared alike by portal and database', async (_what, text, form) => {
  expect(toComparableText(text)).toBe(form);
  expect(await inDatabase([text, text.normalize('NFD'), text.normalize('NFC')])).toEqual([form, form, form]);
});

/** Ordinary words between signs of the table. */
const words = fc.array(fc.oneof(
  fc.constantFrom('Ação', 'GRÃOS', 'São João', 'd’Oeste', 'TRB–017', 'nº 5', 'Água', 'R$ 10', 'ÀS 8h'),
  fc.constantFrom(...PLAIN_BY_LOOK_ALIKE.keys()),
), {maxLength: 12}).map(all => all.join(''));

test('any text of Latin, Greek and Cyrillic letters, marks and look-alikes is compared alike by portal and database', async () => {
  const letters = fc.oneof(
    fc.integer({min: 0x20, max: 0x58F}), fc.integer({min: 0x1E00, max: 0x1EF9}), fc.integer({min: 0x300, max: 0x36F}),
    fc.integer({min: 0x1F300, max: 0x1FAFF}), fc.constantFrom(0xFE0F, 0x200D, 0xFB01, 0x20E3),
  ).map(code => String.fromCodePoint(code));
  const texts = [...fc.sample(fc.array(letters, {maxLength: 30}).map(signs => signs.join('')), 500), ...fc.sample(words, 500)];
  expect(await inDatabase(texts)).toEqual(texts.map(toComparableText));
  const exact = texts.map(foldText);
  expect(await inDatabase(texts, CANONICAL_TEXT_FUNCTION)).toEqual(exact);
  expect(await inDatabase(exact, CANONICAL_TEXT_FUNCTION)).toEqual(exact);
  // For a database without the function.
  const {rows} = await sql<{found: string}>`select ${sql.raw(exactExpression('value'))} as found
    from json_array_elements_text(${JSON.stringify(texts)}::json) with ordinality as one (value, place) order by place`
    .execute(server.context.db);
  expect(rows.map(({found}) => found)).toEqual(exact);
});

test('a record is found by its name however it is typed', async () => {
  const {api, adm, seed} = server;
  const {id} = await seed.empresa({razaoSocial: 'Łódź Grãos ÆRØ 50% S/A'});
  await seed.empresa({razaoSocial: 'Outra 500 S/A'});
  for (const nome of ['lodz', 'łódź', 'GRA\u0303OS', 'ærø', '50%', 'łÓdź graos']) {
    const {body} = await api(adm, 'GET empresas', {query: {nome}});
    expect({nome, ids: body.registros.map((row: {id: number}) => row.id)}).toEqual({nome, ids: nome === 'lodz' ? [] : [id]});
  }
});

test('a name is found by what looks like it, in lists, options and Ir para', async () => {
  const {api, adm, seed} = server;
  const {id} = await seed.empresa({razaoSocial: 'Sítio Sant’Ana\u00A0–  Oﬁcina 100%'});
  await seed.empresa({razaoSocial: 'Outro Sítio 1000'});
  const ids = (rows: {id: number}[]): number[] => rows.map(row => row.id);
  for (const text of [
    'sant\'ana', 'SANT´ANA - oficina', 'ana \u2014\u00A0OFI', 'ｓａｎｔ＇ａｎａ', '100％', 'sitio  sant`ana', '\u200Bsant\'\u00ADana\u200D',
  ]) {
    const {body: {registros}} = await api(adm, 'GET empresas', {query: {nome: text}});
    const {body: options} = await api(adm, 'GET empresas/listarCombo', {query: {texto: text}});
    const {body: found} = await api(adm, 'GET ir-para', {query: {texto: text}});
    expect({text, list: ids(registros), options: ids(options.registros ?? options), goTo: ids(found)})
      .toEqual({text, list: [id], options: [id], goTo: [id]});
  }
});

test('what is looked for is brought to its compared form once, however many rows are looked at', async () => {
  const {api, adm, context: {db}} = server;
  await sql`insert into empresas (razao_social, cnpj, email, telefone) select 'Muitas ' || n, lpad(n::text, 14, '0'), '', ''
    from generate_series(1, 200) as n`.execute(db);
  // The same, counted.
  await sql`create sequence chamadas`.execute(db);
  await sql`alter function balcao_norm(text) rename to balcao_norm_propria`.execute(db);
  await sql`create function balcao_norm(text) returns text language plpgsql immutable strict cost 1 as
    'begin perform nextval(''chamadas''); return balcao_norm_propria($1); end'`.execute(db);
  onTestFinished(async () => {
    await sql`drop function balcao_norm(text)`.execute(db);
    await sql`alter function balcao_norm_propria(text) rename to balcao_norm`.execute(db);
  });
  const counts: number[] = [];
  // A database plans a statement anew for five times before it decides.
  for (let round = 0; round < 8; round++) {
    expect(await api(adm, 'GET empresas', {query: {nome: `Muitas 10${round}`}})).toMatchObject({body: {total: 1}});
    counts.push((await sql<{next: number}>`select nextval('chamadas') as next`.execute(db)).rows[0]?.next ?? 0);
  }
  expect(Math.max(...counts.slice(1).map((count, at) => count - (counts[at] ?? 0)))).toBeLessThan(10);
});

test('a database made before texts were kept for the search gets them, with its records', async () => {
  const {db, close} = await emptyDatabase();
  onTestFinished(close);
  await sql`create table balcao_migracoes (numero integer primary key, nome text not null, data timestamptz not null default now())`
    .execute(db);
  for (const [index, nome] of ['001_estrutura.sql', '002_filtros_salvos.sql'].entries()) {
    const script = await readFile(new URL(`../../src/server/db/migrations/${nome}`, import.meta.url), 'utf8');
    await sql.raw(`do $balcao$ begin execute $balcao_script$${script}$balcao_script$; end $balcao$`).execute(db);
    await sql`insert into balcao_migracoes (numero, nome) values (${index + 1}, ${nome})`.execute(db);
  }
  await sql`alter table empresas add column razao_social text`.execute(db);
  await sql`create index ordem_empresas_razao_social on empresas (left(balcao_norm(razao_social), 200), id)`.execute(db);
  await sql`insert into empresas (razao_social) values ('Grãos do Sul')`.execute(db);
  await sql`insert into usuarios (tipo) values (1)`.execute(db);
  // Two names that were different once: the newest stays.
  await sql`insert into filtros_salvos (id_usuario, recurso, nome, filtro)
    values (1, 'tickets', 'Grãos', '{}'), (1, 'tickets', ${'Gra\u0303os'}, '{}')`.execute(db);

  const sentences: string[] = [];
  await prepareDatabase(db, product, sentence => sentences.push(sentence));
  expect(sentences).toContain('Banco de dados: migração 003_busca.sql aplicada.');
  expect(sentences).toContain('Banco de dados: Coluna empresas.razao_social$busca criada para a busca por razaoSocial.');
  expect(sentences).toContain('Banco de dados: Índice ordem_empresas_razao_social criado para a ordem por razaoSocial.');
  const {rows} = await sql`select "razao_social$busca" as found, (select array_agg(nome) from filtros_salvos) as nomes from empresas`
    .execute(db);
  expect(rows).toEqual([{found: 'graos do sul', nomes: ['Gra\u0303os']}]);
});

test.runIf(onServer)('a database that cannot hold every letter is refused in one sentence', async () => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  const admin = new Pool({connectionString: url.href, max: 1});
  url.pathname = `/balcao_latin1_${process.pid}`;
  onTestFinished(async () => {
    await admin.query(`drop database if exists ${url.pathname.slice(1)}`);
    await admin.end();
  });
  await admin.query(`create database ${url.pathname.slice(1)} encoding 'LATIN1' locale 'C' template template0`);
  await expect(openDatabase({DATA_DIR: '.', DATABASE_URL: url.href}, () => {})).rejects.toThrow(
    'O banco de dados de DATABASE_URL tem a codificação LATIN1; o Balcão precisa de UTF8.',
  );
});
