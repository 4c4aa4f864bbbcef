// What `npm run schema` tells of a change of the config is what the start then does, number for number, of many rows too.
import {sql} from 'kysely';
import {expect, it} from 'vitest';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {checkConfig} from '../../src/schema/check.ts';
import {planDatabase} from '../../src/server/db/structure/migrate.ts';
import {WHOLE} from '../support/whole.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {
  base, changed, CHANGES, configOf, filledDatabase, madeOf, own, pedidos, pt, sentencesOf, startsOn, tenth, texto, withField, type Patch,
} from '../support/planned.ts';

// Rows are judged ten thousand at a time: all of them come to whole times, those without a value to some and a part.
const n = WHOLE ? 100_000 : 20_000;
const database = beforeTests(() => filledDatabase(n));
const {start, incomplete} = startsOn(database);

it('what takes another place is told and done of all of them', async () => {
  const {db} = database;
  const choices = (name: string, id: string | number, more: object): Patch => {
    const field = own[name];
    return {choices: 'choices' in field! ? field.choices.map(one => (one.id === id ? {...one, ...more} : one)) : []};
  };
  const config = configOf([
    {field: ['alcunha', {...texto(20), was: 'apelido'}]}, {field: ['situacao', choices('situacao', 3, {to: 1})]},
    {field: ['cor', choices('cor', 'verde', {id: 'musgo', was: 'verde'})]},
  ]);
  const {changes, findings} = await planDatabase(db, config);
  expect(findings).toEqual([]);
  expect(await start(config)).toEqual(changes.flatMap(({sentence}) => madeOf(sentence)));
  const {rows} = await sql`select count(alcunha) as named, count(*) filter (where situacao = 3) as standing,
    count(*) filter (where cor = 'musgo') as green from pedidos`.execute(db);
  expect(rows).toEqual([{named: n / 10, standing: 0, green: n / 10}]);
  expect(changes.map(({sentence}) => sentence)).toEqual(expect.arrayContaining([
    expect.stringContaining(`${pt(n / 10)} de pedidos serão passados de "Parado" (3)`),
  ]));
  await sql`update pedidos set situacao = 3, cor = 'verde' where id % 10 = 0`.execute(db);
  await start(base);
});
it('a change that keeps people waiting says whom, and over how many rows', async () => {
  const config = changed(own, {list: {...pedidos.list, filters: {placa: {}}}});
  expect((await planDatabase(database.db, config)).changes).toContainEqual({
    sentence: 'Coluna pedidos.placa$busca será criada para a busca por placa. '
      + `Durante a reescrita de ${pt(n)} linhas, ninguém lê nem grava em pedidos.`,
    lock: 'ACCESS EXCLUSIVE', table: 'pedidos', rows: n,
  });
});

it.each([['that stop it', true], ['that stay', false]] as const)('all those %s are told together', async (_which, isStopped) => {
  const made = CHANGES.filter(([, , , , , stops = false]) => stops === isStopped);
  const config = configOf(made.map(([, change]) => change));
  const sentences = made.flatMap(change => sentencesOf(change, n)).toSorted();
  const {findings, changes} = await planDatabase(database.db, config);
  expect(findings.map(({sentence}) => sentence).toSorted()).toEqual(sentences);
  const said = await start(config).catch((error: Error) => error.message.split('\n'));
  expect(said.toSorted()).toEqual(isStopped ? sentences
    : [...sentences.map(one => `Atenção: ${one}`), ...changes.flatMap(({sentence}) => madeOf(sentence))].toSorted());
  const unmet = made.flatMap(change => sentencesOf(change, n).flatMap(one => (one.includes(' recusaria ') ? [change[2](n)] : [])));
  expect(await incomplete()).toBe(unmet.reduce((all, one) => all + one, 0));
});

it('of a table that gets another name it says so as well, and its indexes are made beside those who write', async () => {
  const {db} = database;
  await sql`delete from historico`.execute(db);
  await sql`insert into historico (recurso, id_registro, acao) values ('pedidos', 1, 'alterar'), ('pedidos', 2, 'alterar'),
    ('empresas', 1, 'alterar')`.execute(db);
  const {pedidos: old, ...others} = base.resources as {pedidos: Resource};
  const fields = {...own, idFilial: {kind: 'referencia', label: 'Filial', to: 'filiais'} as Field};
  const encomendas = {...old, was: 'pedidos', fields, list: {...old.list, filters: {placa: {}, km: {}}}};
  const {changes} = await planDatabase(db, {...base, resources: {...others, encomendas}}, 'server');
  expect(changes).toEqual(expect.arrayContaining([
    {
      sentence: 'Histórico, avisos e filtros salvos de pedidos serão levados para encomendas. '
        + 'Durante a leitura de 2 linhas de historico, quem grava as que mudam espera.',
      lock: 'ROW EXCLUSIVE', table: 'historico', rows: 2,
    }, {
      sentence: 'Coluna encomendas.placa$busca será criada para a busca por placa. '
        + `Durante a reescrita de ${pt(n)} linhas, ninguém lê nem grava em pedidos.`,
      lock: 'ACCESS EXCLUSIVE', table: 'pedidos', rows: n,
    }, {
      sentence: 'Essas mudanças são feitas de uma vez: até a última, '
        + 'ninguém lê nem grava em pedidos, pedidos_arquivos, pedidos_lojas, e ninguém grava em filiais.',
      lock: 'ACCESS EXCLUSIVE',
    }, {
      sentence: 'Índice filtro_encomendas_km será criado para o filtro km. '
        + `Durante a leitura de ${pt(n)} linhas de pedidos, ninguém espera.`,
      lock: 'SHARE UPDATE EXCLUSIVE', table: 'pedidos', rows: n,
    },
  ]));
});

it('a status and a profile whose ids are others take what stands in them along, and what the history says of it', async () => {
  const {db} = database;
  const {pedidos: moved} = withField('situacao', {choices: [
    {id: 1, key: 'aberto', name: 'Aberto'}, {id: 2, key: 'fechado', name: 'Fechado', end: true},
    {id: 5, key: 'parado', name: 'Parado', was: 3},
  ]}).resources as {pedidos: Resource};
  // The number stands wherever the config asks for the profile.
  const other = (id: unknown): unknown => (id === 3 ? 9 : id);
  const resources = JSON.parse(JSON.stringify({...base.resources, pedidos: moved}, (key, value: unknown) =>
    (key === 'tipo' ? (Array.isArray(value) ? value.map(other) : other(value)) : value))) as Config['resources'];
  const tipo = resources['usuarios']!.fields['tipo'] as Field & {kind: 'escolha'};
  Object.assign(tipo.choices.find(({id}) => id === 3) ?? {}, {id: 9, was: 3});
  const renamed: Config = {...base, profiles: {...base.profiles, fornecedor: {...base.profiles['fornecedor']!, id: 9}}, resources};
  expect(checkConfig(renamed)).toEqual([]);
  await sql`insert into usuarios (id, nome, email, tipo) values (70, 'Ana', 'ana@b.test', 3)`.execute(db);
  await sql`delete from historico`.execute(db);
  await sql`insert into historico (recurso, id_registro, acao, antes, depois, de_status, para_status) values
    ('pedidos', 10, 'parar', '{"situacao": 1}', '{"situacao": 3}', '1', '3'), ('pedidos', 10, 'abrir', null, null, '3', '1'),
    ('usuarios', 70, 'alterar', '{"tipo": 2}', '{"tipo": 3}', null, null), ('empresas', 3, 'alterar', null, null, '3', '3')`.execute(db);
  expect((await start(renamed)).filter(one => one.includes('passado'))).toEqual([
    'Banco de dados: 1 de usuarios passado de "3" (3) para "Fornecedor" (9) em tipo.',
    `Banco de dados: ${pt(tenth(n))} de pedidos passados de "3" (3) para "Parado" (5) em situacao.`,
  ]);
  const {rows: [kept]} = await sql`select (select tipo from usuarios where id = 70) as tipo,
    (select count(*) from pedidos where situacao = 5) as parados, (select count(*) from pedidos where situacao = 3) as antes`.execute(db);
  expect(kept).toEqual({tipo: 9, parados: tenth(n), antes: 0});
  const {rows: steps} = await sql`select antes, depois, de_status as "de", para_status as "para" from historico order by id`.execute(db);
  expect(steps).toEqual([
    {antes: {situacao: 1}, depois: {situacao: 5}, de: '1', para: '5'}, {antes: null, depois: null, de: '5', para: '1'},
    {antes: {tipo: 2}, depois: {tipo: 9}, de: null, para: null}, {antes: null, depois: null, de: '3', para: '3'},
  ]);
});
