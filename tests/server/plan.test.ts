// What `npm run schema` tells of each change of the config is what the start then does, number for number, whatever the size.
import {sql, type KyselyPlugin} from 'kysely';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Config, Resource} from '../../src/schema/config/config.ts';
import type {Field} from '../../src/schema/fields/fields.ts';
import {checkConfig} from '../../src/schema/check.ts';
import {planDatabase, prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import {inWords} from '../../src/server/db/structure/plan/plan.ts';
import {usesOfChoice, usesOfField, usesOfPart, usesOfResource} from '../../src/server/db/structure/plan/uses.ts';
import product from '../../resources.config.ts';
import {withPedidos} from '../support/configs.ts';
import {onServer, preparedDatabase, type TestDatabase} from '../support/database.ts';

const {pedidos} = withPedidos.resources as {pedidos: Resource};
const texto = (maxLength: number): Field => ({kind: 'texto', label: 'Texto', maxLength});
const own: Record<string, Field> = {
  ...pedidos.fields,
  situacao: {
    ...pedidos.fields['situacao'], choices: [
      {id: 1, key: 'aberto', name: 'Aberto'}, {id: 2, key: 'fechado', name: 'Fechado', end: true}, {id: 3, key: 'parado', name: 'Parado'},
    ],
  } as Field,
  apelido: {kind: 'texto', label: 'Apelido', maxLength: 20},
  placa: {kind: 'texto', label: 'Placa', maxLength: 8},
  curto: texto(20), molde: texto(8), contato: texto(8), antigo: texto(20), codigo: texto(8),
  km: {kind: 'numero', label: 'Km'},
  cor: {kind: 'escolha', label: 'Cor', choices: [{id: 'branco', name: 'Branco'}, {id: 'verde', name: 'Verde'}]},
  tom: {kind: 'escolha', label: 'Tom', choices: [{id: 'claro', name: 'Claro'}, {id: 'escuro', name: 'Escuro'}]},
  extras: {kind: 'opcoes', label: 'Extras', choices: [{id: 'ar', name: 'Ar'}, {id: 'som', name: 'Som'}]},
  semente: {kind: 'lista', label: 'Semente', list: 'sementes'},
  inicio: {kind: 'data', label: 'Início'},
  fim: {kind: 'data', label: 'Fim'},
  idCliente: {kind: 'referencia', label: 'Cliente', to: 'fornecedores'},
  idLoja: {kind: 'referencia', label: 'Loja', to: 'fornecedores'},
  nomeLoja: {kind: 'relacionado', label: 'Nome da Loja', through: 'idLoja', field: 'razaoSocial'},
  lojas: {kind: 'vinculos', label: 'Lojas', to: 'fornecedores', wire: {id: 'idLoja', on: 'sim'}, call: 'GET pedidos/lojas/:id'},
};
const SEMENTES = {call: 'GET sementes/', wire: ['codigo', 'nome'], rows: {A: 'Alfa', B: 'Beta'}} as const;
const changed = (fields: Record<string, Field>, more: Partial<Resource> = {}, sementes: object = SEMENTES): Config => ({
  ...withPedidos, lists: {...withPedidos.lists, sementes: sementes as typeof SEMENTES}, resources: {...withPedidos.resources, pedidos: {
    ...pedidos, form: {'': Object.keys(fields).filter(name => name !== 'situacao')}, files: {types: 'tiposArquivo'},
    ...more, fields,
    actions: {...pedidos.actions, parar: {
      label: 'Parar', call: 'PUT pedidos/parar/:id', from: {parado: ['adm'], aberto: ['adm']}, to: 'fechado', success: 'Parado!',
      places: ['row'],
    }},
  }},
});
const base = changed(own);
/** What a field says from then on; the one that it `was` goes. */
type Patch = Readonly<Record<string, unknown>> & {was?: string | undefined};
/** A change of the config: of a field (undefined: it goes), of the resource, of the rows of a list. */
interface Change {
  field?: readonly [name: string, more: Patch | undefined];
  more?: Partial<Resource>;
  rows?: Readonly<Record<string, string>>;
}
const without = <T>(all: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([one]) => one !== name));
/** Made together. */
const configOf = (changes: readonly Change[]): Config => {
  let fields = own;
  for (const {field} of changes) {
    if (field === undefined) continue;
    const [name, more] = field;
    fields = more === undefined ? without(fields, name) : {...without(fields, more.was ?? ''), [name]: {...fields[name], ...more} as Field};
  }
  const rows = changes.find(one => one.rows !== undefined)?.rows;
  return changed(fields, Object.assign({}, ...changes.map(({more}) => more)) as Partial<Resource>, {...SEMENTES, ...rows && {rows}});
};
const withField = (name: string, more: Patch | undefined): Config => configOf([{field: [name, more]}]);
const choicesWithout = (name: string, id: string | number): Patch => {
  const field = own[name];
  return field?.kind === 'escolha' || field?.kind === 'opcoes' ? {choices: field.choices.filter(choice => choice.id !== id)} : {};
};
const withoutChoice = (name: string, id: string | number): Config => withField(name, choicesWithout(name, id));

const LEFT =
  'Nada se perde nem muda agora: a aba Incompletos da lista mostra a quem pode corrigir, e o formulário pede a correção ao salvar.';
const WAYS = 'Devolva-a a choices: como era; com archived: true, e ninguém mais a recebe; '
  + 'ou com to e o id de outra, para a qual esses registros passam.';
const NAME = 'Volte ao tipo anterior, ou dê outro nome ao campo, sem was: os valores ficam na coluna de antes.';
const TENTHS = [10, 20, 30] as const;
const tenth = (n: number): number => n / 10;
/** What is done to the config, how many of n rows it finds, the first of them, and what it says of them. */
const CHANGES: readonly (readonly [
  what: string, change: Change, total: (n: number) => number, ids: readonly number[], words: string | ((n: number) => string), stops?: true,
])[] = [
  ['a field is required', {field: ['apelido', {required: true}]}, n => n * 9 / 10, [1, 2, 3],
    `Pedidos, Apelido (apelido): o formulário recusaria # ("Esse campo é obrigatório."): *. ${LEFT}`],
  ['a new field is required', {field: ['doca', {kind: 'numero', label: 'Doca', required: true}]}, n => n, [1, 2, 3],
    `Pedidos, Doca (doca): o formulário recusaria # ("Esse campo é obrigatório."): *. ${LEFT}`],
  ['a text is shorter', {field: ['curto', {maxLength: 10}]}, tenth, TENTHS,
    `Pedidos, Texto (curto): o formulário recusaria # ("Limite de 10 caracteres excedido."): *. ${LEFT}`],
  ['a range is narrower', {field: ['km', {max: 17}]}, tenth, [9, 19, 29],
    `Pedidos, Km (km): o formulário recusaria # ("No máximo 17."): *. ${LEFT}`],
  ['a pattern is new', {field: ['molde', {pattern: {like: '[A-Z]+\\d+', reason: 'Letras e números.'}}]}, n => n / 5, [5, 10, 15],
    `Pedidos, Texto (molde): o formulário recusaria # ("Letras e números."): *. ${LEFT}`],
  ['a kind is another, whose column is the same', {field: ['contato', {kind: 'email'}]}, n => n, [1, 2, 3],
    `Pedidos, Texto (contato): o formulário recusaria # ("E-mail inválido."): *. ${LEFT}`],
  ['a row of a list goes', {rows: {A: 'Alfa'}}, tenth, TENTHS,
    `Pedidos, Semente (semente): o formulário recusaria # ("Campo inválido."): *. ${LEFT}`],
  ['a rule between fields is new', {more: {rules: {
    fim: [{compare: ['fim', '>=', 'inicio'], reason: 'Termina antes.'}],
    idCliente: [{through: {idCliente: {filled: 'telefone'}}, reason: 'Cliente sem telefone.'}],
  }}}, tenth, TENTHS, `Pedidos, Fim (fim): o formulário recusaria # ("Termina antes."): *. ${LEFT}`],
  ['a field goes', {field: ['antigo', undefined]}, tenth, TENTHS,
    'Pedidos, Texto (antigo) saiu da configuração: # têm valor nele: *. Quem usa: formulário. '
      + 'A coluna pedidos.antigo fica, com os valores, que voltam se o campo voltar.'],
  ['links go', {field: ['lojas', undefined]}, tenth, TENTHS,
    'Pedidos, Lojas (lojas) saiu da configuração: # têm valor nele: *. Quem usa: formulário. '
      + 'A tabela pedidos_lojas fica, com os valores, que voltam se o campo voltar.'],
  ['what is read elsewhere goes', {field: ['nomeLoja', undefined]}, () => 0, [],
    'Pedidos, Nome da Loja (nomeLoja) saiu da configuração: não guardava valores, e volta como era se o campo voltar. '
      + 'Quem usa: formulário.'],
  ['a choice goes that no row has', {field: ['tom', choicesWithout('tom', 'escuro')]}, () => 0, [],
    'Pedidos, Tom (tom): "Escuro" (escuro) saiu de choices, e nenhum registro a tem. Quem usa: 1 filtro salvo. '
      + 'Se ainda serve a alguém, devolva-a com archived: true.'],
  ['a part goes', {more: {files: undefined}}, tenth, TENTHS,
    'Pedidos: files saiu da configuração: # têm arquivos: *. '
      + 'A tabela pedidos_arquivos fica, com o que tem, que volta se files voltar.'],
  ['a kind is another, whose column is not', {field: ['codigo', {kind: 'numero'}]}, n => n * 9 / 10, [1, 2, 3],
    n => 'O campo codigo pede a coluna pedidos.codigo do tipo integer, mas no banco de dados ela é do tipo text. '
      + `${pt(n)} registros têm valor nela, e @ não serviriam: *. ${NAME}`, true],
  ['a field takes the values of another kind', {field: ['distancia', {kind: 'decimal', label: 'Distância', required: true, was: 'km'}]},
    n => n, [1, 2, 3],
    'Pedidos, Distância (distancia): was diz km, cuja coluna pedidos.km é do tipo integer, e o campo pede o tipo numeric: os valores não '
      + 'passariam para ele. # têm valor nela: *. Dê ao campo o tipo que tinha, e eles passam; ou tire was: ele começa vazio, e os valores '
      + 'ficam na coluna de antes.', true],
  ['a reference names others', {field: ['idLoja', {to: 'empresas'}]}, tenth, TENTHS,
    'Pedidos, Loja (idLoja): a coluna pedidos.id_loja guarda números de fornecedores, e o campo pede os de empresas. '
      + `# têm valor nela: *. ${NAME}`, true],
  ['a reference takes the values of one to others',
    {field: ['idFilial', {kind: 'referencia', label: 'Filial', to: 'filiais', was: 'idCliente'}]}, n => n, [1, 2, 3],
    'Pedidos, Filial (idFilial): a coluna pedidos.id_cliente guarda números de fornecedores, e o campo pede os de filiais. '
      + `# têm valor nela: *. ${NAME}`, true],
  ['links name others', {field: ['lojas', {to: 'empresas'}]}, tenth, TENTHS,
    'Pedidos, Lojas (lojas): a coluna pedidos_lojas.id_vinculo guarda números de fornecedores, e o campo pede os de empresas. '
      + `# têm valor nela: *. ${NAME}`, true],
  ['a field of another name is unique', {field: ['alcunha', {...texto(20), was: 'apelido', unique: 'global'}]}, tenth, TENTHS,
    'Pedidos, Texto (alcunha): 1 valor repetido em #, e não poderá haver dois iguais: "um apelido longo" em *. '
      + 'Mude ou exclua os repetidos, ou tire unique.', true],
  ['a new field is unique, and begins with one value', {field: ['setor', {...texto(20), default: 'geral', unique: 'global'}]},
    n => n, [1, 2, 3],
    'Pedidos, Texto (setor): 1 valor repetido em #, e não poderá haver dois iguais: "geral" em *. Tire default ou unique.', true],
  ['a field is unique', {field: ['placa', {unique: 'global'}]}, n => n / 5, [5, 10, 15],
    'Pedidos, Placa (placa): 1 valor repetido em #, e não poderá haver dois iguais: "repetida" em *. '
      + 'Mude ou exclua os repetidos, ou tire unique.', true],
  ['one of several choices goes', {field: ['extras', choicesWithout('extras', 'som')]}, tenth, TENTHS,
    'Pedidos, Extras (extras): # têm "Som" (som), que não está mais em choices: *. '
      + WAYS, true],
  ['a choice goes', {field: ['cor', choicesWithout('cor', 'verde')]}, tenth, TENTHS,
    'Pedidos, Cor (cor): # têm "Verde" (verde), que não está mais em choices: *. '
      + WAYS, true],
  ['a status goes', {field: ['situacao', choicesWithout('situacao', 3)]}, tenth, TENTHS,
    'Pedidos, Situação (situacao): # têm "Parado" (3), que não está mais em choices: *. Quem usa: ação parar. '
      + WAYS, true],
];
/** Beside the rule between fields, the one that looks through a reference. */
const THROUGH = `Pedidos, Cliente (idCliente): o formulário recusaria # ("Cliente sem telefone."): *. ${LEFT}`;

/** Every tenth row is another one. */
const fill = async (db: TestDatabase['db'], n: number): Promise<void> => {
  await sql`insert into empresas (id, razao_social) values (1, 'Alfa')`.execute(db);
  await sql`insert into fornecedores (id, razao_social, id_empresa, telefone) values (1, 'Um', 1, '1133334444'), (2, 'Dois', 1, null)`
    .execute(db);
  await sql`insert into usuarios (nome, email, tipo) values ('Adm', 'adm@b.test', 1)`.execute(db);
  await sql`insert into filtros_salvos (id_usuario, recurso, nome, filtro)
    select id, 'pedidos', 'Escuros', '{"tom": "escuro"}' from usuarios`.execute(db);
  await sql`insert into pedidos (descricao, situacao, apelido, curto, placa, molde, contato, codigo, antigo, km, cor, extras, semente,
      inicio, fim, id_cliente, id_loja)
    select 'Pedido ' || i, case when i % 10 = 0 then 3 else 1 end, apelido, apelido,
      case when i % 5 = 0 then 'repetida' else 'A' || i end, case when i % 5 = 0 then 'repetida' else 'A' || i end, 'A' || i,
      case when i % 10 = 0 then '' else 'A' end || i, apelido, i % 10 + 9, case when i % 10 = 0 then 'verde' else 'branco' end,
      array[case when i % 10 = 0 then 'som' else 'ar' end],
      case when i % 10 = 0 then 'B' else 'A' end, date '2026-01-02', case when i % 10 = 0 then date '2026-01-01' else date '2026-01-03' end,
      case when i % 10 = 0 then 2 else 1 end, case when i % 10 = 0 then 1 end
    from generate_series(1, ${sql.lit(n)}) as i,
      lateral (select case when i % 10 = 0 then 'um apelido longo' end as apelido) as a`.execute(db);
  await sql`insert into pedidos_lojas (id_registro, id_vinculo) select i, 1 from generate_series(10, ${sql.lit(n)}, 10) as i`.execute(db);
  await sql`insert into pedidos_arquivos (id_registro, chave, nome_arquivo, tipo, origem, tamanho, sha256, id_usuario)
    select i, 'chave ' || i, 'a.pdf', 'Laudo', 'ADM', 1, '', id from generate_series(10, ${sql.lit(n)}, 10) as i, usuarios`.execute(db);
};

const pt = (n: number): string => n.toLocaleString('pt-BR');
/** Those records by number and address, and how many more there are. */
const listed = (ids: readonly number[], total: number): string => {
  const rest = total - Math.min(total, 3);
  return ids.slice(0, total).map(id => `${id} (/adm/pedido?detalhes=${id})`).join(', ') + (rest === 0 ? '' : ` e mais ${pt(rest)}`);
};
const worded = (words: string, total: number, ids: readonly number[]): string =>
  words.replace('#', `${pt(total)} registros`).replace('@', pt(total)).replace('*', listed(ids, total));
const sentencesOf = ([, {more}, total, ids, words]: (typeof CHANGES)[number], n: number): string[] =>
  [typeof words === 'string' ? words : words(n), ...(more?.rules === undefined ? [] : [THROUGH])].map(one => worded(one, total(n), ids));
/** A change that was told, as it is told once it is made; what is told of several is none. */
const madeOf = (sentence: string): string[] => (sentence.startsWith('Essas mudanças') ? []
  : [`Banco de dados: ${sentence.replace(/ Durante .*$/, '').replace(/ ser(?:á|ão) (\p{L}+)/u, ' $1')}`]);

let database: TestDatabase;
const start = async (config: Config): Promise<string[]> => {
  const sentences: string[] = [];
  await prepareDatabase(database.db, config, sentence => sentences.push(sentence));
  return sentences;
};
/** What a start says of rows, or what stops it. */
const saidBy = (config: Config): Promise<string[]> => start(config).then(
  all => all.flatMap(one => (one.startsWith('Atenção: ') ? [one.slice('Atenção: '.length)] : [])),
  (error: Error) => error.message.split('\n'),
);
const incomplete = async (): Promise<number> => {
  const {rows: [row]} = await sql<{total: number}>`select count(*) as total from incompletos`.execute(database.db);
  return row?.total ?? 0;
};
afterAll(() => database?.close());

/** Not among {@link CHANGES}, as it takes them along. */
const itKeepsTheTable = (n: number): void => {
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
};

describe('of few rows', () => {
  const n = 20;
  beforeAll(async () => {
    database = await preparedDatabase(base);
    await fill(database.db, n);
  });

  it('nothing is told where nothing is changed', async () => {
    expect(checkConfig(base)).toEqual([]);
    expect(inWords(await planDatabase(database.db, base))).toBe('O banco de dados está de acordo com resources.config.ts.');
  });

  it.each(CHANGES.map(change => [change[0], change] as const))('is told what becomes of them: %s', async (_what, change) => {
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
    await start(base);
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

  itKeepsTheTable(n);

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
      expect.stringMatching(/^Fornecedores, .*: 1 valor repetido em 2 registros, .*: "1" em 1 \(.*\), 2 \(.*\)\. Mude ou/),
    ];
    expect(findings.map(({sentence}) => sentence)).toEqual(sentences);
    expect(await saidBy(config)).toEqual(sentences);
  });

  it('a field or a resource that comes back with less is held against the rows that it left', async () => {
    const fewer = configOf([{field: ['cor', choicesWithout('cor', 'verde')]}, {field: ['curto', {maxLength: 10}]}]);
    const told = [
      `Pedidos, Cor (cor): 2 registros têm verde, que não está mais em choices: ${listed([10, 20], 2)}. ${WAYS}`,
      `Pedidos, Texto (curto): o formulário recusaria 2 registros ("Limite de 10 caracteres excedido."): ${listed([10, 20], 2)}. ${LEFT}`,
    ];
    const {pedidos: _pedidos, ...others} = base.resources;
    for (const left of [configOf([{field: ['cor', undefined]}, {field: ['curto', undefined]}]), {...base, resources: others}]) {
      await start(left);
      expect((await planDatabase(database.db, fewer)).findings.map(({sentence}) => sentence)).toEqual(told);
    }
    await start(base);
  });

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
});

describe('of many rows', () => {
  // Some of what is asked reads ten thousand at a time: on the embedded database less than whole the last time.
  const n = onServer ? 100_000 : 25_000;
  beforeAll(async () => {
    await database?.close();
    database = await preparedDatabase(base);
    await fill(database.db, n);
  });

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

  itKeepsTheTable(n);

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
});
