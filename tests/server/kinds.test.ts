// Every kind through the API into the database and back, on each database that the product runs on.
import {sql} from 'kysely';
import {beforeAll, expect, test} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import {calculateField} from '../../src/schema/fields/calculation.ts';
import type {Field, Kind} from '../../src/schema/shapes/fields.ts';
import {kindRuleOf} from '../../src/schema/fields/kinds.ts';
import {listFilters} from '../../src/schema/lists/listRequest.ts';
import {beforeTests} from '../support/beforeTests.ts';
import type {SeedBranch} from '../support/seed.ts';
import {anyRecord, holdsForAll, type Values, type World} from '../support/anyValue.ts';
import {onServer} from '../support/database.ts';
import {amostras, everyKind, sampleOf, valid, withAmostras as config} from '../support/everyKind.ts';
import {openTestApp} from '../support/server.ts';

const server = beforeTests(() => openTestApp({config}));
let branch: SeedBranch;
const world: World = {config, idOf: resource => (resource === 'empresas' ? branch.idEmpresa : 0)};
beforeAll(async () => {
  const {id: idEmpresa} = await server.seed.empresa({cnpj: '11222333000181'});
  branch = await server.seed.filial({idEmpresa});
});

const create = (body: Values) => server.api(server.adm, 'POST amostras', {body});
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null)) as unknown;
/** What an answer carries for a value that was taken. */
const answered = (field: Field, value: unknown): unknown =>
  field.kind === 'senha' ? '' : asJson(kindRuleOf(field).bare(value, field) ?? kindRuleOf(field).empty);

test('the config with every kind can be started with', () => {
  expect(checkConfig(config)).toEqual([]);
});

interface Row {
  /** As a person or program gives it. */
  given: unknown;
  /** As it is answered. */
  kept: unknown;
  /** Filters of a list that find it, and that do not. */
  found: readonly unknown[];
  missed: readonly unknown[];
}
const rows: {[K in Kind]: () => Row} = {
  texto: () => ({given: ' Ac\u0327u\u0301car ', kept: 'Açúcar', found: ['ACUCAR', 'çú'], missed: ['sal', '%']}),
  email: () => ({given: ' Ana@Vale.com ', kept: 'Ana@Vale.com', found: ['ana@'], missed: ['eva@', '_na@']}),
  senha: () => ({given: ' segredo ', kept: '', found: [], missed: []}),
  documento: () => ({given: '12.abc.345/01de-35', kept: '12ABC34501DE35', found: ['12.ABC', '345/01', '.345/'], missed: ['99']}),
  telefone: () => ({given: '+595981123456', kept: '+595981123456', found: ['981 123', '+595 981'], missed: ['(62)', '+1']}),
  cep: () => ({given: '74010-010', kept: '74010010', found: ['74010-0'], missed: ['99']}),
  digitos: () => ({given: '007', kept: '007', found: ['00'], missed: ['8']}),
  numero: () => ({given: '-5', kept: -5, found: [-5, '-5', {from: -5}, {from: '-9', to: 0}], missed: [5, {from: -4}, {to: '-6'}]}),
  decimal: () => ({
    given: '-1.234,567', kept: -1234.567, found: [-1234.567, '-1234.567', '-1.234,567', {from: -1234.568}, {from: '-1.234,567', to: 0}],
    missed: [1234.567, -1234.566, {from: -1234.566}, {to: '-1234,568'}],
  }),
  // A float of the database would find it at neither.
  moeda: () => ({
    given: 9_999_999_999_999.99, kept: 9_999_999_999_999.99, found: [9_999_999_999_999.99, {from: '9.999.999.999.999,99'}],
    missed: [9_999_999_999_999.98, {to: 9_999_999_999_999.98}],
  }),
  data: () => ({
    given: '2026-02-28',
    kept: '2026-02-28',
    found: ['2026-02-28', '28/02/2026', {from: '2026-02-28'}, {from: '2026-02-01', to: '2026-02-28'}],
    missed: ['2026-02-27', {to: '2026-02-27'}],
  }),
  // In São Paulo it is still the 28th.
  dataHora: () => ({
    given: '2026-03-01T02:30:00+01:00', kept: '2026-03-01T01:30:00.000Z',
    found: ['2026-02-28', {from: '2026-02-28', to: '28/02/2026'}], missed: ['2026-03-01', {from: '2026-03-01'}, {to: '2026-02-27'}],
  }),
  hora: () => ({
    given: ' 08:30 ', kept: '08:30', found: ['08:30', {from: '08:30'}, {from: '00:00', to: '08:30'}],
    missed: ['08:31', {from: '08:31'}, {to: '08:29'}],
  }),
  url: () => ({given: ' https://Vale.com/a_b ', kept: 'https://Vale.com/a_b', found: ['vale.com', 'a_b'], missed: ['sal', 'a%b']}),
  booleano: () => ({given: 'true', kept: true, found: [true, 'true'], missed: [false]}),
  escolha: () => ({given: '2', kept: 2, found: [2, '2'], missed: [1]}),
  opcoes: () => ({
    given: ['c', 'a', 'a'], kept: ['a', 'c'], found: ['a', 'c', ['a'], ['b', 'c'], 'b, c', 'c,b'], missed: ['b', ['b']],
  }),
  arquivo: () => ({given: '', kept: null, found: [], missed: []}),
  lista: () => ({given: ' RR2 ', kept: 'RR2', found: ['RR2'], missed: ['E3', 'RR']}),
  referencia: () => ({given: String(branch.idEmpresa), kept: branch.idEmpresa, found: [branch.idEmpresa], missed: [branch.idEmpresa + 1]}),
  // Of the number and the decimal that every sample has.
  calculo: () => ({
    given: 7, kept: 518.49, found: [518.49, '518,49', {from: 518.49, to: '518,49'}], missed: [518.5, {from: 518.491}, {to: 518.489}],
  }),
  relacionado: () => ({given: 'ignorado', kept: '11222333000181', found: ['11.222'], missed: ['99']}),
  vinculos: () => ({
    given: [{idFilial: branch.id, usuarioVinculado: true}], kept: [{idFilial: branch.id, usuarioVinculado: true}], found: [], missed: [],
  }),
};
const kinds = Object.keys(rows) as Kind[];
const ofSamples = kinds.filter(kind => kind in amostras.fields);

/** The records a list finds. */
const idsBy = async (filter: Values, sort = ['id', 'ASC']): Promise<number[]> => {
  const listed = await server.api(server.adm, 'GET amostras', {query: {filter: JSON.stringify(filter), sort: JSON.stringify(sort)}});
  expect(listed.status, `${JSON.stringify(filter)} ${JSON.stringify(listed.body)}`).toBe(200);
  return listed.body.map((row: {id: number}) => row.id);
};

test.each(ofSamples)('%s is written, read back, listed, filtered and sorted by', async kind => {
  const {given, kept, found, missed} = rows[kind]();
  const created = await create({...valid(amostras.fields, world), [kind]: given});
  expect(created).toAnswer(201, {[kind]: kept});
  const {id} = created.body;
  expect((await server.api(server.adm, 'GET amostras/:id', {params: {id}})).body).toMatchObject({[kind]: kept});

  for (const filter of found) expect(await idsBy({[kind]: filter}), `found by ${JSON.stringify(filter)}`).toContain(id);
  for (const filter of missed) expect(await idsBy({[kind]: filter}), `not by ${JSON.stringify(filter)}`).not.toContain(id);
  for (const order of kind === 'senha' ? [] : ['ASC', 'DESC']) expect(await idsBy({}, [kind, order])).toContain(id);

  const emptied = await server.api(server.adm, 'PUT amostras/:id', {params: {id}, body: {[kind]: ''}});
  const empty = !kindRuleOf(everyKind[kind]).own ? kept : answered(everyKind[kind], '');
  expect(emptied).toAnswer(200, {[kind]: empty});
});

test.each(ofSamples.filter(kind =>
  !['senha', 'relacionado', 'arquivo'].includes(kind)))('%s is read, filtered and sorted by through a reference', async kind => {
  const {given, kept, found, missed} = rows[kind]();
  const {body: outra} = await create({...valid(amostras.fields, world), [kind]: given});
  const {body: {id}} = await create({...valid(amostras.fields, world), outra: outra.id});
  const name = `${kind}DaOutra`;
  expect((await server.api(server.adm, 'GET amostras/:id', {params: {id}})).body).toMatchObject({[name]: kept});
  const texts = (filters: readonly unknown[]) => filters.filter(filter => typeof filter !== 'object').map(String);
  for (const filter of texts(found)) expect(await idsBy({[name]: filter}), `found by ${filter}`).toContain(id);
  for (const filter of texts(missed)) expect(await idsBy({[name]: filter}), `not by ${filter}`).not.toContain(id);
  for (const order of ['ASC', 'DESC']) expect(await idsBy({}, [name, order])).toContain(id);
});

test('several choices that are the same change nothing; others are told by their names, and found by an index', async () => {
  const {body: {id, versao}} = await create({...valid(amostras.fields, world), opcoes: ['a', 'c'], numeradas: []});
  const save = (body: Values) => server.api(server.adm, 'PUT amostras/:id', {params: {id}, body});
  expect(await save({opcoes: 'c,a', numeradas: null})).toAnswer(200, {versao, opcoes: ['a', 'c'], numeradas: []});
  expect(await save({opcoes: ['b', 'a'], numeradas: [2, 1]})).toAnswer(200, {versao: versao + 1, opcoes: ['a', 'b'], numeradas: [1, 2]});
  const {body: [last]} = await server.api(server.adm, 'GET amostras/:id/historico', {params: {id}});
  expect(last.campos).toEqual([
    {campo: 'opcoes', rotulo: 'Opções', antes: 'A, C', depois: 'A, B'},
    {campo: 'numeradas', rotulo: 'Numeradas', antes: '', depois: 'Um, Dois'},
  ]);
  // What a new record begins with.
  expect(await create({...valid(amostras.fields, world), numeradas: undefined})).toAnswer(201, {numeradas: [2]});
  const {rows} = await sql<{indexdef: string}>`select indexdef from pg_indexes where tablename = 'declaradas'`.execute(server.context.db);
  expect(rows.filter(({indexdef}) => indexdef.endsWith('USING gin (opcoes)'))).toHaveLength(1);
});

test('vinculos is written, read back and filtered by where it is at home: a user and branches', async () => {
  const {given, kept} = rows.vinculos();
  const user = {tipo: 3, nome: 'Ana', email: 'ana@vinculos.test', senha: 'segredo-1', idEmpresa: branch.idEmpresa, filiaisAlteradas: given};
  const {body: {id}} = await server.api(server.adm, 'POST usuarios', {body: user});
  expect((await server.api(server.adm, 'GET usuarios/:id', {params: {id}})).body).toMatchObject({filiaisAlteradas: kept});
  const listed = await server.api(server.adm, 'GET usuarios', {query: {idFilial: branch.id}});
  expect(listed.body).toMatchObject([{id}]);
});

test.each([
  '1900-01-02T00:00:00Z', '1913-12-31T23:59:59.999Z', '2026-02-28T12:00:00Z', '2100-12-31T23:59:59Z',
])('the instant %s is the same when it is read', async instant => {
  const created = await create({...valid(amostras.fields, world), dataHora: instant, data: instant.slice(0, 10)});
  expect(created.body).toMatchObject({dataHora: new Date(instant).toISOString(), data: instant.slice(0, 10)});
});

test('a password is kept as a hash alone', async () => {
  const {body: {id}} = await create({...valid(amostras.fields, world), senha: 'abcd-1234'});
  const row = await server.context.db.selectFrom('amostras' as 'empresas').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain('abcd-1234');
  expect(row).toMatchObject({senha_hash: expect.stringMatching(/^\$argon2id\$/)});
});

test('whatever the API takes, the database keeps', async () => {
  await holdsForAll(anyRecord(amostras.fields, world), 25, async values => {
    const first = await create(values);
    expect(first.status, JSON.stringify(first.body)).toBeOneOf([201, 400]);
    const refused = new Set((first.body.campos ?? []).map(({campo}: {campo: string}) => campo));
    // What depends on a value that is mended here may be asked for then.
    const mended: Values = Object.fromEntries(Object.entries(amostras.fields).map(([name, field]) => {
      const asked = refused.has(name) || refused.has('escolha') || refused.has('booleano')
        || (refused.has('calculo') && everyKind.calculo.product?.includes(name) === true);
      return [name, asked ? sampleOf(field, world) : values[name]];
    }));
    const second = await create(mended);
    expect(second.status, JSON.stringify(second.body)).toBe(201);
    const off = kindRuleOf(amostras.fields['escolha']!).bare(mended['escolha'], amostras.fields['escolha']!) !== 1;
    const expected = Object.entries(amostras.fields)
      .filter(([name, field]) => kindRuleOf(field).own && name !== 'semAcesso' && !(off && name === 'soComEscolha'))
      .map(([name, field]) => [name, answered(field, mended[name])]);
    const made = calculateField(
      amostras.fields, 'calculo', name => kindRuleOf(amostras.fields[name]!).bare(mended[name], amostras.fields[name]!),
    );
    expect(second.body).toMatchObject({...Object.fromEntries(expected) as Values, calculo: made});
  });
});

test.each(['\u0000', 'a\u0000b', '\u001B[31m', '\uD800a', 'a\uDC00'])('%j is refused as a text and as a filter', async text => {
  const refused = await create({...valid(amostras.fields, world), texto: text});
  expect(refused).toAnswer(400, {campos: [{campo: 'texto', mensagem: 'Campo inválido.'}]});
  const query = {filter: JSON.stringify({texto: text})};
  expect(await server.api(server.adm, 'GET amostras', {query})).toAnswer(400, {campos: [{campo: 'texto'}]});
});

/** Where all of them are asked of a server, the embedded database is asked some of each kind. */
const LISTED = !onServer && process.env['TEST_DATABASE_URL'] !== undefined ? 3 : 12;
test.each(['amostras', 'declaradas'])('whatever a list of %s is asked for, it answers or refuses', async name => {
  const resource = config.resources[name]!;
  const fields = Object.fromEntries(Object.entries(resource.fields).filter(([field]) =>
    ofSamples.some(kind => kind === field && kind !== 'arquivo') || field.endsWith('DaOutra')));
  await holdsForAll(anyRecord(fields, world), LISTED, async values => {
    for (const [field, value] of Object.entries(values)) {
      const query: Record<string, string> = name === 'amostras'
        ? {filter: JSON.stringify({[field]: value})}
        : {[listFilters(resource).find(filter => filter.name === field)?.params.at(-1) ?? field]: typeof value === 'string'
          ? value
          : JSON.stringify(value)};
      const listed = await server.api(server.adm, `GET ${name}`, {query});
      // A refusal names the parameter.
      expect([listed.status, listed.body.campos?.length], JSON.stringify({query, answer: listed.body}))
        .toBeOneOf([[200, undefined], [400, 1]]);
    }
  });
});
