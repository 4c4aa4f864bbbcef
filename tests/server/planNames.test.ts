// What has another name, another id or another place from now on takes its rows along, and what the version before writes; and what begins
// to hide its rows.
import {sql} from 'kysely';
import {expect, it} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {planDatabase} from '../../src/server/db/structure/migrate.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {
  base, changed, configOf, filledDatabase, LEFT, listed, madeOf, own, startsOn, texto, WAYS, withField, withoutChoice,
} from '../support/planned.ts';

const n = 20;
const database = beforeTests(() => filledDatabase(n));
const {start, saidBy} = startsOn(database);

it('a choice that goes, and is given by the version before beside the start, is told by the next ones and stops none', async () => {
  const {db} = database;
  const config = withoutChoice('cor', 'verde');
  await sql`update pedidos set cor = 'branco' where cor = 'verde'`.execute(db);
  expect(await start(config)).toEqual([]);
  await sql`update pedidos set cor = 'verde' where id = 10`.execute(db);
  const sentence = `Pedidos, Cor (cor): 1 registro tem "Verde" (verde), que não está mais em choices: ${listed([10], 1)}. ${WAYS}`;
  expect(await planDatabase(db, config)).toEqual({changes: [], findings: [expect.objectContaining({sentence, stops: false})]});
  expect(await start(config)).toEqual([`Atenção: ${sentence}`]);
  await sql`update pedidos set cor = 'verde' where id % 10 = 0`.execute(db);
  await start(base);
});

it('a config that was let through by the rules of its day is the one before, though today it would be refused', async () => {
  const older = withField('placa', {label: 'Molde'});
  expect(checkConfig(older)).toEqual([expect.stringContaining('se chamam "Molde"')]);
  await start(older);
  expect((await planDatabase(database.db, withField('apelido', undefined))).findings.map(({sentence}) => sentence))
    .toEqual([expect.stringMatching(/^Pedidos, Apelido \(apelido\) saiu da configuração: .* Quem usa: formulário\. /)]);
  const config = configOf([{field: ['alcunha', {...texto(20), was: 'apelido'}]}]);
  expect((await planDatabase(database.db, config)).findings).toEqual([]);
  await start(base);
});

it('a status that is archived keeps its records, which one that goes to another leaves, with a step of the history', async () => {
  const {db} = database;
  const choices = (parado: object): Config => withField('situacao', {choices: [
    {id: 1, key: 'aberto', name: 'Aberto'}, {id: 2, key: 'fechado', name: 'Fechado', end: true},
    {id: 3, key: 'parado', name: 'Parado', ...parado},
  ]});
  expect(await start(choices({archived: true}))).toEqual([]);
  const config = choices({to: 1});
  const told = '2 de pedidos # de "Parado" (3) para "Aberto" (1) em situacao.';
  expect(await planDatabase(db, config)).toEqual({findings: [], changes: [{
    sentence: `${told.replace('#', 'serão passados')} Durante a leitura de 20 linhas de pedidos, quem grava as que mudam espera.`,
    lock: 'ROW EXCLUSIVE', table: 'pedidos', rows: 20,
  }]});
  expect(await start(config)).toEqual([`Banco de dados: ${told.replace('#', 'passados')}`]);
  expect(await start(config)).toEqual([]);
  // Nobody is in it any more: it may go.
  expect(await saidBy(withoutChoice('situacao', 3))).toEqual([
    'Pedidos, Situação (situacao): "Parado" (3) saiu de choices, e nenhum registro a tem. Quem usa: ação parar. '
      + 'Se ainda serve a alguém, devolva-a com archived: true.',
  ]);
  const {rows} =
    await sql`select id_registro, antes, depois, de_status, para_status from historico where recurso = 'pedidos'`.execute(db);
  expect(rows).toEqual([10, 20].map(id => ({
    id_registro: id, antes: {situacao: 3}, depois: {situacao: 1}, de_status: '3', para_status: '1',
  })));
  await sql`update pedidos set situacao = 3 where id % 10 = 0`.execute(db);
  await start(base);
});

it('records of a status that goes to another have the instant that this one stamps, as those who come to it', async () => {
  const {db} = database;
  const config = (fechado: object, parado?: object): Config => changed({...own, 
    fechadoEm: {kind: 'dataHora', label: 'Fechado em'},
    situacao: {...own['situacao'], choices: [
      {id: 1, key: 'aberto', name: 'Aberto'}, {id: 2, key: 'fechado', name: 'Fechado', end: true, ...fechado},
      {id: 3, key: 'parado', name: 'Parado', ...parado},
    ]} as Field,
  });
  await sql`update pedidos set situacao = 2 where id = 1`.execute(db);
  await sql`insert into historico (recurso, id_registro, acao, de_status, para_status, data_criacao) values
    ('pedidos', 1, 'parar', '1', '2', '2026-02-01T12:00:00Z'), ('pedidos', 10, 'parar', '1', '3', '2026-03-01T12:00:00Z')`.execute(db);
  const instants = async () => (await sql<{id: number; em: Date}>`
    select id, fechado_em as em from pedidos where situacao = 2 order by id`.execute(db)).rows.map(({id, em}) => [id, em.toISOString()]);
  // A status that begins to stamp has it of those who stand in it.
  const begun = new Date().toISOString();
  expect(await start(config({stamps: 'fechadoEm'}))).toContain('Banco de dados: Campo fechadoEm de pedidos tirado do histórico.');
  expect(await instants()).toEqual([[1, '2026-02-01T12:00:00.000Z']]);

  const sentence = async (one: Config): Promise<string | undefined> =>
    (await planDatabase(db, one)).changes.map(change => change.sentence).find(told => told.includes('"Parado"'));
  const told = '2 de pedidos serão passados de "Parado" (3) para "Fechado" (2) em situacao, e fechadoEm será gravado';
  expect(await sentence(config({stamps: 'fechadoEm'}, {to: 2}))).toContain(`${told} com o instante da mudança.`);
  // What had ended did so before.
  const ended = config({stamps: 'fechadoEm'}, {end: true, to: 2});
  expect(await sentence(ended)).toContain(
    `${told}: em 1 com o instante em que já tinham terminado, em 1 com o instante da mudança.`,
  );
  await start(ended);
  expect(await instants()).toEqual([
    [1, '2026-02-01T12:00:00.000Z'], [10, '2026-03-01T12:00:00.000Z'], [20, expect.toSatisfy((em: string) => em >= begun)],
  ]);
  await sql`update pedidos set situacao = case when id = 1 then 1 else 3 end where situacao = 2`.execute(db);
  await sql`delete from historico where recurso = 'pedidos'`.execute(db);
  await start(base);
});

it('a choice whose id is another takes records, history and saved filters along, once', async () => {
  const {db} = database;
  const {rows: [one]} =
    await sql<{id: number}>`insert into usuarios (nome, email, tipo) values ('Eva', 'eva@b.test', 1) returning id`.execute(db);
  await sql`delete from historico`.execute(db);
  await sql`insert into historico (recurso, id_registro, acao, antes, depois) values
    ('pedidos', 1, 'alterar', '{"cor": "verde", "km": 1}', '{"cor": "branco", "km": 2}')`.execute(db);
  await sql`insert into filtros_salvos (id_usuario, recurso, nome, filtro) values (${one?.id}, 'pedidos', 'Verdes', '{"cor": "verde"}')`
    .execute(db);
  const green = (more: object): Config =>
    withField('cor', {choices: [{id: 'branco', name: 'Branco'}, {id: 'musgo', name: 'Musgo', ...more}]});
  expect(await saidBy(green({}))).toEqual([expect.stringMatching(/ Se só o id mudou, diga was: "verde" em "Musgo"\.$/)]);
  const config = green({was: 'verde'});
  expect(await start(config)).toEqual(['Banco de dados: 2 de pedidos passados de "verde" (verde) para "Musgo" (musgo) em cor.']);
  expect(await start(config)).toEqual([]);
  const {rows} = await sql`select (select count(*) from pedidos where cor = 'musgo') as rows, (select antes from historico) as before,
    (select depois from historico) as after, (select filtro from filtros_salvos where nome = 'Verdes') as filter`.execute(db);
  expect(rows).toEqual([{rows: 2, before: {cor: 'musgo', km: 1}, after: {cor: 'branco', km: 2}, filter: {cor: 'musgo'}}]);
  await sql`update pedidos set cor = 'verde' where cor = 'musgo'`.execute(db);
  await start(base);
});

it('one of several choices goes along, or to another, in their order and each once', async () => {
  const {db} = database;
  await sql`delete from historico`.execute(db);
  await sql`insert into historico (recurso, id_registro, acao, antes, depois) values
    ('pedidos', 1, 'alterar', '{"extras": ["som"], "km": 1}', '{"extras": ["ar", "som"], "km": 2}')`.execute(db);
  await sql`insert into filtros_salvos (id_usuario, recurso, nome, filtro) select id, 'pedidos', 'Com som', '{"extras": ["ar", "som"]}'
    from usuarios limit 1`.execute(db);
  await sql`update pedidos set extras = '{ar,som}' where id = 1`.execute(db);
  const extras = (...choices: object[]): Config => withField('extras', {choices});
  const [ar, radio] = [{id: 'ar', name: 'Ar'}, {id: 'radio', name: 'Rádio'}];
  const held = async () => (await sql<{id: number; extras: string[]}>`
    select id, extras from pedidos where 'ar' <> all(extras) or cardinality(extras) > 1 order by id`.execute(db)).rows;
  expect(await saidBy(extras(radio, ar))).toEqual([expect.stringMatching(/ Se só o id mudou, diga was: "som" em "Rádio"\.$/)]);
  const renamed = extras({...radio, was: 'som'}, ar);
  const [told, ...others] = (await planDatabase(db, renamed)).changes;
  expect([told, others]).toEqual([expect.objectContaining({table: 'pedidos', rows: 20}), []]);
  expect(await start(renamed)).toEqual(['Banco de dados: 3 de pedidos passados de "som" (som) para "Rádio" (radio) em extras.']);
  expect(await start(renamed)).toEqual([]);
  expect(await held()).toEqual([{id: 1, extras: ['radio', 'ar']}, {id: 10, extras: ['radio']}, {id: 20, extras: ['radio']}]);
  const {rows} = await sql`select (select antes from historico) as before, (select depois from historico) as after,
    (select filtro from filtros_salvos where nome = 'Com som') as filter`.execute(db);
  expect(rows).toEqual([{
    before: {extras: ['radio'], km: 1}, after: {extras: ['ar', 'radio'], km: 2}, filter: {extras: ['ar', 'radio']},
  }]);

  const gone = extras({...radio, to: 'ar'}, ar);
  expect((await planDatabase(db, gone)).changes).toEqual([expect.objectContaining({
    sentence: expect.stringMatching(/^3 de pedidos serão passados de "Rádio" \(radio\) para "Ar" \(ar\) em extras\. Durante/),
    lock: 'ROW EXCLUSIVE', table: 'pedidos',
  })]);
  expect(await start(gone)).toEqual(['Banco de dados: 3 de pedidos passados de "Rádio" (radio) para "Ar" (ar) em extras.']);
  expect(await held()).toEqual([]);
  const {rows: steps} = await sql`select id_registro as id, antes -> 'extras' as before, depois -> 'extras' as after, de_status
    from historico where id_registro in (1, 10, 20) and not jsonb_exists(antes, 'km') order by 1`.execute(db);
  expect(steps).toEqual([1, 10, 20].map(id => ({
    id, before: id === 1 ? ['radio', 'ar'] : ['radio'], after: ['ar'], de_status: null,
  })));
  // Nobody has it any more: it may go.
  expect(await saidBy(extras(ar))).toEqual([
    expect.stringMatching(/"Rádio" \(radio\) saiu de choices, e nenhum registro a tem\. Quem usa: 1 filtro salvo\./),
  ]);
  await sql`update pedidos set extras = '{som}' where id in (10, 20)`.execute(db);
  await start(base);
});

it('a field that has another name takes all of it along, and the version before goes on with its own', async () => {
  const {db} = database;
  const {apelido, ...others} = own as {apelido: Field};
  const alcunha = {...apelido, label: 'Alcunha'};
  // Without a word it is a removal and an addition, which are pointed out.
  const [said] = (await planDatabase(db, changed({...others, alcunha}))).findings;
  expect(said?.sentence).toMatch(/ Se só mudou de nome, diga was: 'apelido' em resources\.pedidos\.fields\.alcunha\.$/);

  await sql`delete from historico`.execute(db);
  await sql`insert into historico (recurso, id_registro, acao, antes, depois) values
    ('pedidos', 1, 'alterar', '{"apelido": "A", "km": 1}', '{"apelido": "B", "km": 2}')`.execute(db);
  await sql`insert into filtros_salvos (id_usuario, recurso, nome, filtro, colunas, ordenacao) select id, 'pedidos', 'Apelidados',
    '{"apelido": "x"}', '["km", "apelido"]', '{"campo": "apelido", "ordem": "asc"}' from usuarios limit 1`.execute(db);
  const config = changed({...others, alcunha: {...alcunha, was: 'apelido', maxLength: 10} as Field});
  const {findings, changes} = await planDatabase(db, config);
  expect(findings.map(({sentence}) => sentence)).toEqual([
    `Pedidos, Alcunha (alcunha): o formulário recusaria 2 registros ("Limite de 10 caracteres excedido."): ${listed([10, 20], 2)}. ${LEFT}`,
  ]);
  expect((await start(config)).map(one => one.replace('Banco de dados: ', ''))).toEqual([
    'Coluna pedidos.alcunha (text) criada para o campo alcunha.', 'Valores de apelido em pedidos levados para alcunha.',
    'Histórico e filtros salvos de pedidos levados de apelido para alcunha.',
    'Colunas pedidos.apelido e alcunha ligadas: o que se grava em uma vale para a outra, enquanto was estiver no campo.',
    `Atenção: ${findings[0]?.sentence}`,
  ]);
  expect(changes).toHaveLength(5);
  expect(changes.at(-1)?.sentence).toBe('Essas mudanças são feitas de uma vez: até a última, ninguém lê nem grava em pedidos.');
  expect(await start(config)).toEqual([]);
  const {rows: [kept]} = await sql`select (select antes from historico) as before, (select depois from historico) as after,
    (select to_jsonb(f) - 'id' - 'id_usuario' - 'data_criacao' from filtros_salvos f where nome = 'Apelidados') as filter`.execute(db);
  expect(kept).toEqual({before: {alcunha: 'A', km: 1}, after: {alcunha: 'B', km: 2}, filter: {
    recurso: 'pedidos', nome: 'Apelidados', filtro: {alcunha: 'x'}, colunas: ['km', 'alcunha'],
    ordenacao: {campo: 'alcunha', ordem: 'asc'},
  }});

  // Either version writes its own, and both read the same.
  await sql`update pedidos set apelido = 'da antiga' where id = 1`.execute(db);
  await sql`update pedidos set alcunha = 'da nova' where id = 2`.execute(db);
  await sql`update pedidos set alcunha = null where id = 10`.execute(db);
  await sql`insert into pedidos (id, descricao, apelido) values (101, 'A', 'feito antes')`.execute(db);
  await sql`insert into pedidos (id, descricao, alcunha) values (102, 'B', 'feito agora')`.execute(db);
  const {rows} = await sql`select id, apelido, alcunha from pedidos where id in (1, 2, 10, 20, 101, 102) order by id`.execute(db);
  expect(rows).toEqual([
    [1, 'da antiga'], [2, 'da nova'], [10, null], [20, 'um apelido longo'], [101, 'feito antes'], [102, 'feito agora'],
  ].map(([id, text]) => ({id, apelido: text, alcunha: text})));

  expect(await start(changed({...others, alcunha}))).toEqual([
    'Banco de dados: Colunas de alcunha em pedidos separadas: nenhuma diz mais que tinha outro nome, e a de antes fica como está.',
  ]);
  await sql`delete from pedidos where id > 100`.execute(db);
  await start(base);
});

it('a resource that has another name takes its tables along, which the version before finds under the old one', async () => {
  const {db} = database;
  await sql`delete from historico`.execute(db);
  await sql`insert into historico (recurso, id_registro, acao) values ('pedidos', 1, 'alterar')`.execute(db);
  const {pedidos: old, ...others} = base.resources as {pedidos: Resource};
  // What it asks anew is looked for under the name that the table has now.
  const km = {...own['km'], max: 17} as Field;
  const config: Config = {...base, resources: {...others, encomendas: {...old, was: 'pedidos', fields: {...own, km}}}};
  const {changes, findings} = await planDatabase(db, config);
  expect(findings.map(({sentence, some}) => [sentence, some])).toEqual([[
    expect.stringMatching(/^Pedidos, Km \(km\): o formulário recusaria 2 registros \("No máximo 17\."\): 9 \(/),
    [9, 19].map(id => expect.objectContaining({id})),
  ]]);
  const said = await start(config);
  expect(said).toHaveLength(changes.flatMap(({sentence}) => madeOf(sentence)).length + findings.length);
  const {rows: missing} = await sql`
    select recurso, id_registro as id, campo from incompletos where recurso in ('pedidos', 'encomendas') order by 2`.execute(db);
  expect(missing).toEqual([9, 19].map(id => ({recurso: 'encomendas', id, campo: 'km'})));
  expect(said).toEqual(expect.arrayContaining([
    'Banco de dados: Tabela pedidos renomeada para encomendas.',
    'Banco de dados: Tabela pedidos_arquivos renomeada para encomendas_arquivos.',
    'Banco de dados: Índice ordem_pedidos_descricao renomeado para ordem_encomendas_descricao.',
    'Banco de dados: Histórico, avisos e filtros salvos de pedidos levados para encomendas.',
  ]));
  expect(said.filter(one => / (?:criado|criada) para /.test(one))).toEqual([]);
  expect(await start(config)).toEqual([]);

  await sql`insert into pedidos (descricao, km) values ('da antiga', 5)`.execute(db);
  await sql`update pedidos set km = 6 where id = 1`.execute(db);
  const {rows} = await sql`select (select count(*) from encomendas) as n, (select km from encomendas where id = 1) as km,
    (select recurso from historico) as recurso`.execute(db);
  expect(rows).toEqual([{n: n + 1, km: 6, recurso: 'encomendas'}]);

  await expect(start({...base, resources: {...others, pedidos: old}})).rejects.toThrow(
    "Os registros de pedidos são agora os de encomendas, que uma partida renomeou. Use essa configuração, ou diga was: 'encomendas' em");
  expect(await start({...base, resources: {...others, encomendas: old}})).toEqual(
    ['pedidos', 'pedidos_arquivos', 'pedidos_lojas'].map(view =>
      `Banco de dados: Visão ${view} removida: nenhum recurso diz mais que se chamava pedidos.`));
  await sql`delete from encomendas where descricao = 'da antiga'`.execute(db);
  await sql`update encomendas set km = 10 where id = 1`.execute(db);
  await start({...base, resources: {...others, pedidos: {...old, was: 'encomendas'}}});
  await start(base);
});

it('a resource whose table begins to hide what is deleted, with a field that is unique from then on', async () => {
  const suppliers = base.resources['fornecedores']!;
  const config: Config = {...base, resources: {...base.resources, fornecedores: {
    ...suppliers, api: {...suppliers.api, delete: 'DELETE fornecedores/:id'},
    fields: {...suppliers.fields, idEmpresa: {...suppliers.fields['idEmpresa'], unique: 'global'} as Field},
  }}};
  const {changes, findings} = await planDatabase(database.db, config);
  expect(changes.map(({sentence}) => sentence))
    .toContain('Coluna fornecedores.data_exclusao será criada para excluir fornecedores.');
  const sentences = [
    expect.stringMatching(/^Fornecedores, .*: 1 valor repetido em 2 registros, .*: em 1 \(.*\), 2 \(.*\)\. Mude ou/),
  ];
  expect(findings.map(({sentence}) => sentence)).toEqual(sentences);
  expect(await saidBy(config)).toEqual(sentences);
});

it('a field of another kind begins with the values that fit, keeps the others, and has all again when it is what it was', async () => {
  const {db} = database;
  const values = async (column: string) =>
    (await sql<{value: unknown}>`select ${sql.ref(column)} as value from pedidos where id in (9, 10, 11, 20) order by id`.execute(db)).rows
      .map(({value}) => value);
  await sql`update pedidos set codigo = '007' where id = 10`.execute(db);
  await sql`update pedidos set inicio = null where id = 9`.execute(db);
  const config = changed({
    ...own, codigo: {kind: 'numero', label: 'Código'}, km: {kind: 'moeda', label: 'Km', max: 17}, placa: {kind: 'numero', label: 'Placa'},
    inicio: {kind: 'dataHora', label: 'Início'}, fim: {kind: 'texto', label: 'Fim', maxLength: 20},
    cor: {kind: 'booleano', label: 'Cor'},
  });
  const {findings, changes} = await planDatabase(db, config);
  expect(changes.map(({sentence}) => sentence)).toContain(
    'Coluna pedidos.codigo (integer) será criada para o campo codigo, com os valores que servem da de antes (text); esta será mantida '
      + 'como pedidos.codigo$texto. Durante a leitura de 20 linhas, ninguém lê nem grava em pedidos.',
  );
  expect(findings.map(({sentence, stops}) => [stops, sentence.replace(/ Nesses .*$/, '')])).toEqual([
    [false, `Pedidos, Placa (placa): é agora numero, e 20 registros tinham valor nele: 20 não servem, em ${listed([1, 2, 3], 20)}.`],
    [false, `Pedidos, Código (codigo): é agora numero, e 20 registros tinham valor nele: 18 não servem, em ${listed([1, 2, 3], 18)}.`],
    [false, `Pedidos, Km (km): é agora moeda, e 20 registros tinham valor nele: 2 não servem, em ${listed([9, 19], 2)}.`],
    [false, `Pedidos, Cor (cor): é agora booleano, e 20 registros tinham valor nele: 20 não servem, em ${listed([1, 2, 3], 20)}.`],
  ]);
  const told = await start(config);
  expect(told.filter(one => one.includes('pedidos.codigo'))).toHaveLength(2);
  expect(await values('codigo')).toEqual([null, 7, null, 20]);
  expect(await values('km')).toEqual([null, 9, 10, 9]);
  expect((await values('inicio')).map(one => (one instanceof Date ? one.toISOString() : one))).toEqual(
    [null, '2026-01-02T03:00:00.000Z', '2026-01-02T03:00:00.000Z', '2026-01-02T03:00:00.000Z'],
  );
  expect(await values('fim')).toEqual(['03/01/2026', '01/01/2026', '03/01/2026', '01/01/2026']);
  expect(await start(config)).toEqual([]);

  // One is typed anew, one is emptied, and one whose value did not fit gets another.
  await sql`update pedidos set codigo = case id when 11 then 5 when 20 then null else codigo end`.execute(db);
  expect((await start(base)).filter(one => one.includes('pedidos.codigo'))).toEqual([
    'Banco de dados: Coluna pedidos.codigo (text) devolvida para o campo codigo, com os valores que servem da de antes (integer); esta '
      + 'mantida como pedidos.codigo$inteiro.',
  ]);
  expect(await values('codigo')).toEqual(['A9', '007', '5', null]);
  expect(await values('km')).toEqual([18, 9, 10, 9]);
  expect(await values('fim')).toEqual(['2026-01-03', '2026-01-01', '2026-01-03', '2026-01-01']);
  expect(await start(base)).toEqual([]);
  await sql`update pedidos set codigo = case when id % 10 = 0 then '' else 'A' end || id, inicio = '2026-01-02'`.execute(db);
});
