// What `npm run schema` tells of each change of the config is what the start then does, number for number, whatever the size.
import {sql, type KyselyPlugin} from 'kysely';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Config, Resource} from '../../src/schema/config/config.ts';
import type {Field} from '../../src/schema/fields/fields.ts';
import {planDatabase, prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import {inWords} from '../../src/server/db/structure/plan/plan.ts';
import {withPedidos} from '../support/configs.ts';
import {preparedDatabase, type TestDatabase} from '../support/database.ts';

const {pedidos} = withPedidos.resources as {pedidos: Resource};
const own: Record<string, Field> = {
  ...pedidos.fields,
  situacao: {
    ...pedidos.fields['situacao'], choices: [
      {id: 1, key: 'aberto', name: 'Aberto'}, {id: 2, key: 'fechado', name: 'Fechado', end: true}, {id: 3, key: 'parado', name: 'Parado'},
    ],
  } as Field,
  apelido: {kind: 'texto', label: 'Apelido', maxLength: 20},
  placa: {kind: 'texto', label: 'Placa', maxLength: 8},
  km: {kind: 'numero', label: 'Km'},
  cor: {kind: 'escolha', label: 'Cor', choices: [{id: 'branco', name: 'Branco'}, {id: 'verde', name: 'Verde'}]},
  inicio: {kind: 'data', label: 'Início'},
  fim: {kind: 'data', label: 'Fim'},
};
const changed = (fields: Record<string, Field>, more: Partial<Resource> = {}): Config => ({
  ...withPedidos, resources: {...withPedidos.resources, pedidos: {
    ...pedidos, form: {'': Object.keys(fields).filter(name => name !== 'situacao')}, ...more, fields,
    actions: {...pedidos.actions, parar: {
      label: 'Parar', call: 'PUT pedidos/parar/:id', from: {parado: ['adm'], aberto: ['adm']}, to: 'fechado', success: 'Parado!',
      places: ['row'],
    }},
  }},
});
const base = changed(own);
const withField = (name: string, more: object): Config => changed({...own, [name]: {...own[name], ...more} as Field});
const without = <T>(all: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([one]) => one !== name));
const withoutChoice = (name: string, id: string | number): Config => {
  const field = own[name];
  return field?.kind === 'escolha' ? withField(name, {choices: field.choices.filter(choice => choice.id !== id)}) : base;
};

const LEFT = 'Ficam como estão e continuam sendo lidos; o formulário pede a correção quando alguém salvar um deles.';
const WAYS = 'Devolva-a a choices; com archived: true, se nenhum outro deve recebê-la; ou com to, e o id da opção para a qual vão.';
/** What is done to the config, how many of n rows it finds, the first of them, and what it says of them. */
const CHANGES: readonly (readonly [
  what: string, config: Config, total: (n: number) => number, ids: readonly number[], words: string, stops?: true,
])[] = [
  ['a field is required', withField('apelido', {required: true}), n => n * 9 / 10, [1, 2, 3],
    `Pedidos, Apelido (apelido): # não atendem a "Esse campo é obrigatório.": *. ${LEFT}`],
  ['a new field is required', changed({...own, doca: {kind: 'texto', label: 'Doca', maxLength: 5, required: true}}), n => n, [1, 2, 3],
    `Pedidos, Doca (doca): # não atendem a "Esse campo é obrigatório.": *. ${LEFT}`],
  ['a text is shorter', withField('apelido', {maxLength: 10}), n => n / 10, [10, 20, 30],
    `Pedidos, Apelido (apelido): # não atendem a "Limite de 10 caracteres excedido.": *. ${LEFT}`],
  ['a range is narrower', withField('km', {max: 17}), n => n / 10, [9, 19, 29],
    `Pedidos, Km (km): # não atendem a "No máximo 17.": *. ${LEFT}`],
  ['a pattern is new', withField('placa', {pattern: {like: '[A-Z]+\\d+', reason: 'Letras e números.'}}), n => n / 5, [5, 10, 15],
    `Pedidos, Placa (placa): # não atendem a "Letras e números.": *. ${LEFT}`],
  ['a kind is another, whose column is the same', withField('placa', {kind: 'telefone'}), n => n, [1, 2, 3],
    `Pedidos, Placa (placa): # não atendem a "Informe um telefone com DDD: 10 ou 11 dígitos.": *. ${LEFT}`],
  ['a rule between fields is new', changed(own, {rules: {fim: [{compare: ['fim', '>=', 'inicio'], reason: 'Termina antes.'}]}}),
    n => n / 10, [10, 20, 30], `Pedidos, Fim (fim): # não atendem a "Termina antes.": *. ${LEFT}`],
  ['a field goes', changed(without(own, 'apelido')), n => n / 10, [10, 20, 30],
    'Pedidos, Apelido (apelido) saiu de resources.config.ts: # têm valor nele: *. Quem usa: formulário. '
      + 'A coluna pedidos.apelido fica, com os valores, que voltam se o campo voltar.'],
  ['a kind is another, whose column is not', withField('placa', {kind: 'numero'}), n => n, [1, 2, 3],
    'O campo placa pede a coluna pedidos.placa do tipo integer, mas no banco de dados ela é do tipo text. # têm valor nela, e @ '
      + 'não serviriam: *. Volte ao tipo anterior, ou dê outro nome ao campo: os valores ficam na coluna de antes.', true],
  ['a field is unique', withField('placa', {unique: 'global'}), n => n / 5, [5, 10, 15],
    'Pedidos, Placa (placa): 1 valor repetido em #, e não poderá haver dois iguais: "repetida" em *. '
      + 'Mude ou exclua os repetidos, ou tire unique.', true],
  ['a choice goes', withoutChoice('cor', 'verde'), n => n / 10, [10, 20, 30],
    'Pedidos, Cor (cor): # têm "Verde" (verde), que não está mais em choices: *. '
      + WAYS, true],
  ['a status goes', withoutChoice('situacao', 3), n => n / 10, [10, 20, 30],
    'Pedidos, Situação (situacao): # têm "Parado" (3), que não está mais em choices: *. Quem usa: ação parar. '
      + WAYS, true],
];

/** Every tenth row is another one. */
const fill = (n: number) => sql`insert into pedidos (descricao, situacao, apelido, placa, km, cor, inicio, fim)
  select 'Pedido ' || i, case when i % 10 = 0 then 3 else 1 end, case when i % 10 = 0 then 'um apelido longo' end,
    case when i % 5 = 0 then 'repetida' else 'A' || i end, i % 10 + 9, case when i % 10 = 0 then 'verde' else 'branco' end,
    date '2026-01-02',    case when i % 10 = 0 then date '2026-01-01' else date '2026-01-03' end
  from generate_series(1, ${sql.lit(n)}) as i`;

const pt = (n: number): string => n.toLocaleString('pt-BR');
/** Those records by number and address, and how many more there are. */
const listed = (ids: readonly number[], total: number): string => {
  const rest = total - Math.min(total, 3);
  return ids.slice(0, total).map(id => `${id} (/adm/pedido?detalhes=${id})`).join(', ') + (rest === 0 ? '' : ` e mais ${pt(rest)}`);
};
const sentenceOf = ([, , total, ids, words]: (typeof CHANGES)[number], n: number): string =>
  words.replace('#', `${pt(total(n))} registros`).replace('@', pt(total(n))).replace('*', listed(ids, total(n)));

let database: TestDatabase;
const start = async (config: Config): Promise<string[]> => {
  const said: string[] = [];
  await prepareDatabase(database.db, config, sentence => said.push(sentence));
  return said;
};
/** What a start says of rows, or what stops it. */
const saidBy = (config: Config): Promise<string[]> => start(config).then(
  said => said.flatMap(one => (one.startsWith('Atenção: ') ? [one.slice('Atenção: '.length)] : [])),
  (error: Error) => error.message.split('\n'),
);
const incomplete = async (): Promise<number> => {
  const {rows: [row]} = await sql<{total: number}>`select count(*) as total from incompletos`.execute(database.db);
  return row?.total ?? 0;
};
afterAll(() => database?.close());

describe('of few rows', () => {
  const n = 20;
  beforeAll(async () => {
    database = await preparedDatabase(base);
    await fill(n).execute(database.db);
  });

  it('nothing is told where nothing is changed', async () => {
    expect(inWords(await planDatabase(database.db, base))).toBe('O banco de dados está de acordo com resources.config.ts.');
  });

  it.each(CHANGES.map(change => [change[0], change] as const))('is told what becomes of them: %s', async (_what, change) => {
    const [, config, total, , , stops = false] = change;
    const sentence = sentenceOf(change, n);
    const {findings} = await planDatabase(database.db, config);
    expect(findings.map(one => [one.sentence, one.total, one.stops])).toEqual([[sentence, total(n), stops]]);
    expect(await saidBy(config)).toEqual([sentence]);
    // Of one that was stopped nothing is left, and the next of one that was not knows what was told.
    expect(await start(stops ? base : config)).toEqual([]);
    // Those that lack something are written down, until nothing is missing from them any more.
    expect(await incomplete()).toBe(sentence.includes(' não atendem a ') ? total(n) : 0);
    await start(base);
    expect(await incomplete()).toBe(0);
  });

  it('is asked no more questions than there are changes to ask about, of nothing where nothing differs', async () => {
    const config = changed({
      ...own, apelido: {...own['apelido'], required: true, maxLength: 10} as Field, km: {...own['km'], max: 17} as Field,
      placa: {...own['placa'], unique: 'global'} as Field, situacao: withoutChoice('situacao', 3).resources['pedidos']!.fields['situacao']!,
    });
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

  it('a resource that goes keeps its table', async () => {
    const config = {...withPedidos, resources: without(withPedidos.resources, 'pedidos')};
    const {findings: [renamed]} = await planDatabase(database.db, {...config, resources: {...config.resources, encomendas: pedidos}});
    expect(renamed?.sentence).toMatch(/ Se só mudou de nome, diga was: 'pedidos' em resources\.encomendas\.$/);
    const said = [
      `Pedidos (pedidos) saiu de resources.config.ts, com ${n} registros. `
        + 'A tabela pedidos fica, com os registros, que voltam se o recurso voltar.',
    ];
    expect((await planDatabase(database.db, config)).findings.map(({sentence}) => sentence)).toEqual(said);
    expect(await saidBy(config)).toEqual(said);
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
    expect(await start(withoutChoice('situacao', 3))).toEqual([]);
    const {rows} =
      await sql`select id_registro, antes, depois, de_status, para_status from historico where recurso = 'pedidos'`.execute(db);
    expect(rows).toEqual([10, 20].map(id => ({
      id_registro: id, antes: {situacao: 3}, depois: {situacao: 1}, de_status: '3', para_status: '1',
    })));
    await sql`update pedidos set situacao = 3 where id % 10 = 0`.execute(db);
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
      `Pedidos, Alcunha (alcunha): 2 registros não atendem a "Limite de 10 caracteres excedido.": ${listed([10, 20], 2)}. ${LEFT}`,
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
    const files = {as: 'arquivos', types: 'tiposArquivo', messages: {}, calls: {}} as unknown as Resource['files'];
    await start({...base, resources: {...others, pedidos: {...old, files}}});
    const config: Config = {...base, resources: {...others, encomendas: {...old, files, was: 'pedidos'}}};
    const {changes, findings} = await planDatabase(db, config);
    expect(findings).toEqual([]);
    const said = await start(config);
    expect(said).toHaveLength(changes.length);
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

    await expect(start({...base, resources: {...others, pedidos: {...old, files}}})).rejects.toThrow(
      "Os registros de pedidos são agora os de encomendas, que uma partida renomeou. Use essa configuração, ou diga was: 'encomendas' em");
    expect(await start({...base, resources: {...others, encomendas: {...old, files}}})).toEqual(
      ['pedidos', 'pedidos_arquivos'].map(view =>
        `Banco de dados: Visão ${view} removida: nenhum recurso diz mais que se chamava pedidos.`));
    await sql`delete from encomendas where descricao = 'da antiga'`.execute(db);
    await sql`update encomendas set km = 10 where id = 1`.execute(db);
    await start({...base, resources: {...others, pedidos: {...old, files, was: 'encomendas'}}});
    await start(base);
  });

  it('of a database whose config nobody kept, what no choice says is found in its rows', async () => {
    const {db} = database;
    await sql`update balcao_migracoes set config = null`.execute(db);
    const [, config] = CHANGES.find(([what]) => what === 'a status goes')!;
    expect(await saidBy(config)).toEqual([expect.stringContaining('2 registros têm 3, que não está mais em choices: 10 (')]);
    expect(await saidBy(withField('apelido', {maxLength: 10}))).toEqual([]);
    await start(base);
  });
});

describe('of many rows', () => {
  const n = 100_000;
  const of = (what: string): (typeof CHANGES)[number] => CHANGES.find(([one]) => one === what)!;
  beforeAll(async () => {
    await database.close();
    database = await preparedDatabase(base);
    await fill(n).execute(database.db);
  });

  it.each([
    ['those that stay are told in one reading', changed(
      {...own, apelido: {...own['apelido'], required: true} as Field, km: {...own['km'], max: 17} as Field},
      {rules: {fim: [{compare: ['fim', '>=', 'inicio'], reason: 'Termina antes.'}]}},
    ), ['a field is required', 'a range is narrower', 'a rule between fields is new']],
    ['those that stop it are told together', changed({
      ...own, placa: {...own['placa'], unique: 'global'} as Field,
      situacao: withoutChoice('situacao', 3).resources['pedidos']!.fields['situacao']!,
    }), ['a field is unique', 'a status goes']],
  ] as const)('%s', async (_what, config, whats) => {
    const sentences = whats.map(what => sentenceOf(of(what), n)).toSorted();
    expect((await planDatabase(database.db, config)).findings.map(({sentence}) => sentence).toSorted()).toEqual(sentences);
    expect((await saidBy(config)).toSorted()).toEqual(sentences);
  });

  it('a change that keeps people waiting says whom, and over how many rows', async () => {
    const config = changed(own, {list: {...pedidos.list, filters: {placa: {}}}});
    expect((await planDatabase(database.db, config)).changes).toContainEqual({
      sentence: 'Coluna pedidos.placa$busca será criada para a busca por placa. '
        + 'Durante a reescrita de 100.000 linhas, ninguém lê nem grava em pedidos.',
      lock: 'ACCESS EXCLUSIVE', table: 'pedidos', rows: n,
    });
  });
});
