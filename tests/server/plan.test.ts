// What `npm run schema` tells of each change of the config is what the start then does, number for number.
import {sql, type KyselyPlugin} from 'kysely';
import {expect, it} from 'vitest';
import type {Config} from '../../src/schema/shapes/config.ts';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {checkConfig} from '../../src/schema/check.ts';
import {planDatabase} from '../../src/server/db/structure/migrate.ts';
import {formatPreview} from '../../src/server/db/structure/plan/plan.ts';
import {usesOfChoice, usesOfField, usesOfPart, usesOfResource} from '../../src/server/db/structure/plan/uses.ts';
import product from '../../resources.config.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {withPedidos} from '../support/configs.ts';
import {
  base, CHANGES, choicesWithout, configOf, filledDatabase, LEFT, listed, madeOf, own, pedidos, pt, sentencesOf, startsOn, tenth, TENTHS,
  texto, WAYS, withField, without, withoutChoice,
} from '../support/planned.ts';

const n = 20;
const database = beforeTests(() => filledDatabase(n));
const {start, saidBy, incomplete} = startsOn(database);

it('nothing is told where nothing is changed', async () => {
  expect(checkConfig(base)).toEqual([]);
  expect(formatPreview(await planDatabase(database.db, base))).toBe('O banco de dados está de acordo com resources.config.ts.');
});

/** Of fields that go in others of them. */
const MOVED: typeof CHANGES = [
  ['links become a text', {field: ['lojas', {...texto(20), to: undefined, wire: undefined, call: undefined}]}, tenth, TENTHS,
    'Pedidos, Lojas (lojas) é agora texto, sem os valores de antes: # têm valor nele: *. '
      + 'A tabela pedidos_lojas fica, com os valores, que voltam se o campo voltar a ser vinculos.'],
  ['a text becomes links', {field: ['antigo', {...own['lojas'], call: 'GET pedidos/antigos/:id', maxLength: undefined}]}, tenth, TENTHS,
    'Pedidos, Antigo (antigo) é agora vinculos, sem os valores de antes: # têm valor nele: *. '
      + 'A coluna pedidos.antigo fica, com os valores, que voltam se o campo voltar a ser texto.'],
  ['links become a text of another name', {field: ['nota', {...texto(20), was: 'lojas'}]}, tenth, TENTHS,
    'Pedidos, Lojas (lojas) é agora texto, sem os valores de antes: # têm valor nele: *. '
      + 'A tabela pedidos_lojas fica, com os valores, que voltam se o campo voltar a ser vinculos.'],
];

it.each([...CHANGES, ...MOVED].map(change => [change[0], change] as const))('is told what becomes of them: %s', async (_what, change) => {
  const [, patch, total, , , stops = false] = change;
  const config = configOf([patch]);
  const sentences = sentencesOf(change, n);
  const {findings, changes} = await planDatabase(database.db, config);
  expect(findings.map(one => [one.sentence, one.total, one.stops])).toEqual(sentences.map(one => [one, total(n), stops]));
  const all = await start(config).catch((error: Error) => error.message.split('\n'));
  const made = changes.flatMap(({sentence}) => madeOf(sentence));
  expect(all).toEqual(stops ? sentences : [...made, ...sentences.map(one => `Atenção: ${one}`)]);
  const unmet = sentences.filter(one => one.includes(' recusaria '));
  expect(await incomplete()).toBe(unmet.length * total(n));
  // Of one that was stopped nothing is left, and the next of one that was not knows what was told.
  expect(await start(stops ? base : config)).toEqual([]);
  if (!stops) await start(base);
  expect(await incomplete()).toBe(0);
});

it('is asked no more questions than there are changes to ask about, of nothing where nothing differs', async () => {
  const config = configOf([
    {field: ['apelido', {required: true, maxLength: 10}]}, {field: ['km', {max: 17}]}, {field: ['placa', {unique: 'global'}]},
    {field: ['situacao', choicesWithout('situacao', 3)]},
  ]);
  let reads = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({node}) => {
      const fragments = node.kind === 'RawNode' ? node.parameters.map(one => JSON.stringify(one)).join('') : '';
      if (fragments.includes('"name":"pedidos"')) reads += 1;
      return node;
    },
    transformResult: ({result}) => Promise.resolve(result),
  };
  const db = database.db.withPlugin(counting);
  await planDatabase(db, base);
  expect(reads).toBe(0);
  const {findings} = await planDatabase(db, config);
  expect(findings).toHaveLength(5);
  // Those of fields in one reading; and the rows that the new index goes over are counted.
  expect(reads).toBe(4);
});

it('says who uses what goes, by the words of screens', async () => {
  const {db} = database;
  const uses = [
    await usesOfField(db, product, 'tickets', 'idUsuarioAtendimento'), await usesOfField(db, product, 'tickets', 'descricao'),
    await usesOfChoice(db, product, 'tickets', 'idStatusTicket', 4), await usesOfChoice(db, product, 'usuarios', 'tipo', 3),
    await usesOfResource(db, product, 'filiais'), usesOfPart(product, 'tickets', 'files'),
  ];
  expect(uses).toEqual([
    /consequência perde de Usuários, .*filtros da lista, pessoa atendente, aba semAtendente, ação assumir/,
    /colunas da lista e da exportação, filtros da lista, formulário do modelo/, /condição naFila, fila dos robôs, ação aprovar/,
    /item Transportadora dos modelos, acessos, .*aba parados de Tickets/, /dashboard, .*lista dentro de Empresas.*o próprio produto/,
    /ação comentar/,
  ].map(one => expect.stringMatching(one)));
  expect(uses.join(' ')).not.toMatch(/resources|avisos/);
  const {tickets} = product.resources;
  const aprovar = {...tickets.actions.aprovar, tells: {autor: 'Aprovado: {descricao}'}};
  const telling = {...product, resources: {...product.resources, tickets: {...tickets, actions: {...tickets.actions, aprovar}}}};
  expect(await usesOfField(db, telling, 'tickets', 'descricao')).toContain('avisos da ação aprovar');
});

it('a resource that goes keeps its table', async () => {
  const config = {...withPedidos, resources: without(withPedidos.resources, 'pedidos')};
  const {findings: [renamed]} = await planDatabase(database.db, {...config, resources: {...config.resources, encomendas: pedidos}});
  expect(renamed?.sentence).toMatch(/ Se só mudou de nome, diga was: 'pedidos' em resources\.encomendas\.$/);
  const sentences = [
    `Pedidos (pedidos) saiu da configuração, com ${pt(n)} registros: 1, 2, 3 e mais ${pt(n - 3)}. `
      + 'Quem usa: 1 filtro salvo. A tabela pedidos fica, com os registros, que voltam se o recurso voltar.',
  ];
  expect((await planDatabase(database.db, config)).findings.map(({sentence}) => sentence)).toEqual(sentences);
  expect(await saidBy(config)).toEqual(sentences);
  await start(base);
});

it('a profile that goes while there are users of it, with the filters that people keep of it, stops a start', async () => {
  const {db} = database;
  await sql`insert into usuarios (id, nome, email, tipo) values (7, 'Ana', 'ana@b.test', 3)`.execute(db);
  await sql`insert into filtros_salvos (id_usuario, recurso, nome, filtro) values (7, 'usuarios', 'Meus', '{"tipo": "3"}')`.execute(db);
  const tipo = base.resources['usuarios']?.fields['tipo'];
  const config: Config = {...base, resources: {...base.resources, usuarios: {...base.resources['usuarios']!, fields: {
    ...base.resources['usuarios']!.fields,
    tipo: {...tipo, choices: tipo?.kind === 'escolha' ? tipo.choices.filter(({id}) => id !== 3) : []} as Field,
  }}}};
  expect(await saidBy(config)).toEqual([expect.stringMatching(
    /^Usuários, Perfil \(tipo\): 1 registro tem "Fornecedor" \(3\), .*: 7 \(.*Quem usa: .*, 1 filtro salvo\./,
  )]);
});

it('a text that becomes a choice is told without what people wrote', async () => {
  const config = configOf([{field: ['tamanho', {kind: 'escolha', label: 'Tamanho', choices: [{id: 'p', name: 'P'}], was: 'apelido'}]}]);
  const said = await saidBy(config);
  expect(said).toEqual([
    expect.stringMatching(/^Pedidos, Tamanho \(tamanho\): .* registros têm um valor, que não está mais em choices: 10/),
  ]);
  expect(said.join()).not.toContain('apelido longo');
});

it('a field or a resource that comes back with less is held against the rows that it left', async () => {
  const fewer = configOf([{field: ['cor', choicesWithout('cor', 'verde')]}, {field: ['curto', {maxLength: 10}]}]);
  const told = [
    `Pedidos, Cor (cor): 2 registros têm verde, que não está mais em choices: ${listed([10, 20], 2)}. ${WAYS}`,
    `Pedidos, Curto (curto): o formulário recusaria 2 registros ("Limite de 10 caracteres excedido."): ${listed([10, 20], 2)}. ${LEFT}`,
  ];
  const {pedidos: _pedidos, ...others} = base.resources;
  for (const left of [configOf([{field: ['cor', undefined]}, {field: ['curto', undefined]}]), {...base, resources: others}]) {
    await start(left);
    expect((await planDatabase(database.db, fewer)).findings.map(({sentence}) => sentence)).toEqual(told);
  }
  await start(base);
});
it('of a database of the version before, which knew one dashboard without a name', async () => {
  const {db} = database;
  const {dashboards: {home: dashboard}, ...older} = base;
  await sql`update balcao_migracoes set config = ${JSON.stringify({...older, dashboard})}::json where config is not null`.execute(db);
  expect(await saidBy(withField('apelido', {maxLength: 10}))).not.toEqual([]);
  await start(base);
});

it('of a database whose config nobody kept, what no choice says is found in its rows', async () => {
  const {db} = database;
  await sql`update balcao_migracoes set config = null`.execute(db);
  const config = withoutChoice('situacao', 3);
  expect(await saidBy(config)).toEqual([expect.stringContaining('2 registros têm 3, que não está mais em choices: 10 (')]);
  // And what this one asks of them is held against all there are, once.
  const shorter = withField('apelido', {maxLength: 10});
  const said = await saidBy(shorter);
  expect(said).toEqual(expect.arrayContaining([
    expect.stringMatching(/^Pedidos, Apelido \(apelido\): o formulário recusaria \d+ registros? \("Limite de 10 caracteres excedido\."\)/),
    expect.stringMatching(/^Empresas, CNPJ \(cnpj\): o formulário recusaria 1 registro \("Esse campo é obrigatório\."\)/),
    expect.stringMatching(/^Não se sabe com que configuração foi a última partida/),
  ]));
  expect(await incomplete()).toBeGreaterThan(2);
  expect(await start(shorter)).toEqual([]);
  await start(base);
});
