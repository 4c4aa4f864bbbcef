/**
 * A config and rows of which every tenth is another one, the changes of that config, and what is to be told of each: what `npm run schema`
 * says beforehand and a start does.
 */
import {sql} from 'kysely';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import type {Db} from '../../src/server/db/tables.ts';
import {withPedidos} from './configs.ts';
import {preparedDatabase, type TestDatabase} from './database.ts';

export const {pedidos} = withPedidos.resources as {pedidos: Resource};
export const texto = (maxLength: number): Field => ({kind: 'texto', label: 'Texto', maxLength});
export const own: Record<string, Field> = {
  ...pedidos.fields,
  situacao: {
    ...pedidos.fields['situacao'], choices: [
      {id: 1, key: 'aberto', name: 'Aberto'}, {id: 2, key: 'fechado', name: 'Fechado', end: true}, {id: 3, key: 'parado', name: 'Parado'},
    ],
  } as Field,
  apelido: {kind: 'texto', label: 'Apelido', maxLength: 20},
  placa: {kind: 'texto', label: 'Placa', maxLength: 8},
  curto: {...texto(20), label: 'Curto'}, molde: {...texto(8), label: 'Molde'}, contato: {...texto(8), label: 'Contato'},
  antigo: {...texto(20), label: 'Antigo'}, codigo: {...texto(8), label: 'Código'},
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
export const changed = (fields: Record<string, Field>, more: Partial<Resource> = {}, sementes: object = SEMENTES): Config => ({
  ...withPedidos, lists: {...withPedidos.lists, sementes: sementes as typeof SEMENTES}, resources: {...withPedidos.resources, pedidos: {
    ...pedidos, form: {'': Object.keys(fields).filter(name => name !== 'situacao')}, files: {types: 'tiposArquivo'},
    ...more, fields,
    actions: {...pedidos.actions, parar: {
      label: 'Parar', call: 'PUT pedidos/parar/:id', from: {parado: ['adm'], aberto: ['adm']}, to: 'fechado', success: 'Parado!',
      places: ['row'],
    }},
  }},
});
export const base = changed(own);
/** What a field says from then on; the one that it `was` goes. */
export type Patch = Readonly<Record<string, unknown>> & {was?: string | undefined};
/** A change of the config: of a field (undefined: it goes), of the resource, of the rows of a list. */
interface Change {
  field?: readonly [name: string, more: Patch | undefined];
  more?: Partial<Resource>;
  rows?: Readonly<Record<string, string>>;
}
export const without = <T>(all: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([one]) => one !== name));
/** Made together. */
export const configOf = (changes: readonly Change[]): Config => {
  let fields = own;
  for (const {field} of changes) {
    if (field === undefined) continue;
    const [name, more] = field;
    fields = more === undefined ? without(fields, name) : {...without(fields, more.was ?? ''), [name]: {...fields[name], ...more} as Field};
  }
  const rows = changes.find(one => one.rows !== undefined)?.rows;
  return changed(fields, Object.assign({}, ...changes.map(({more}) => more)) as Partial<Resource>, {...SEMENTES, ...rows && {rows}});
};
export const withField = (name: string, more: Patch | undefined): Config => configOf([{field: [name, more]}]);
export const choicesWithout = (name: string, id: string | number): Patch => {
  const field = own[name];
  return field?.kind === 'escolha' || field?.kind === 'opcoes' ? {choices: field.choices.filter(choice => choice.id !== id)} : {};
};
export const withoutChoice = (name: string, id: string | number): Config => withField(name, choicesWithout(name, id));

export const LEFT =
  'Nada se perde nem muda agora: a aba Incompletos da lista mostra a quem pode corrigir, e o formulário pede a correção ao salvar.';
export const WAYS = 'Devolva-a a choices: como era; com archived: true, e ninguém mais a recebe; '
  + 'ou com to e o id de outra, para a qual esses registros passam.';
const NAME = 'Volte ao tipo anterior, ou dê outro nome ao campo, sem was: os valores ficam na coluna de antes.';
export const TENTHS = [10, 20, 30] as const;
export const tenth = (n: number): number => n / 10;
/** What is done to the config, how many of n rows it finds, the first of them, and what it says of them. */
export const CHANGES: readonly (readonly [
  what: string, change: Change, total: (n: number) => number, ids: readonly number[], words: string | ((n: number) => string), stops?: true,
])[] = [
  ['a field is required', {field: ['apelido', {required: true}]}, n => n * 9 / 10, [1, 2, 3],
    `Pedidos, Apelido (apelido): o formulário recusaria # ("Esse campo é obrigatório."): *. ${LEFT}`],
  ['a new field is required', {field: ['doca', {kind: 'numero', label: 'Doca', required: true}]}, n => n, [1, 2, 3],
    `Pedidos, Doca (doca): o formulário recusaria # ("Esse campo é obrigatório."): *. ${LEFT}`],
  ['a text is shorter', {field: ['curto', {maxLength: 10}]}, tenth, TENTHS,
    `Pedidos, Curto (curto): o formulário recusaria # ("Limite de 10 caracteres excedido."): *. ${LEFT}`],
  ['a range is narrower', {field: ['km', {max: 17}]}, tenth, [9, 19, 29],
    `Pedidos, Km (km): o formulário recusaria # ("No máximo 17."): *. ${LEFT}`],
  ['a pattern is new', {field: ['molde', {pattern: {like: '[A-Z]+\\d+', reason: 'Letras e números.'}}]}, n => n / 5, [5, 10, 15],
    `Pedidos, Molde (molde): o formulário recusaria # ("Letras e números."): *. ${LEFT}`],
  ['a kind is another, whose column is the same', {field: ['contato', {kind: 'email'}]}, n => n, [1, 2, 3],
    `Pedidos, Contato (contato): o formulário recusaria # ("E-mail inválido."): *. ${LEFT}`],
  ['a row of a list goes', {rows: {A: 'Alfa'}}, tenth, TENTHS,
    `Pedidos, Semente (semente): o formulário recusaria # ("Campo inválido."): *. ${LEFT}`],
  ['a rule between fields is new', {more: {rules: {
    fim: [{compare: ['fim', '>=', 'inicio'], reason: 'Termina antes.'}],
    idCliente: [{through: {idCliente: {filled: 'telefone'}}, reason: 'Cliente sem telefone.'}],
  }}}, tenth, TENTHS, `Pedidos, Fim (fim): o formulário recusaria # ("Termina antes."): *. ${LEFT}`],
  ['a field goes', {field: ['antigo', undefined]}, tenth, TENTHS,
    'Pedidos, Antigo (antigo) saiu da configuração: # têm valor nele: *. Quem usa: formulário. '
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
  ['a kind is another, whose column is not', {field: ['codigo', {kind: 'numero', maxLength: undefined}]}, n => n * 9 / 10, [1, 2, 3],
    n => `Pedidos, Código (codigo): é agora numero, e ${pt(n)} registros tinham valor nele: @ não servem, em *. `
      + 'Nesses o campo começa vazio. Nada se perde: a coluna de antes fica, como pedidos.codigo$texto, com todos os '
      + 'valores, que voltam se o campo voltar ao que era.'],
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
    'Pedidos, Texto (alcunha): 1 valor repetido em #, e não poderá haver dois iguais: em *. '
      + 'Mude ou exclua os repetidos, ou tire unique.', true],
  ['a new field is unique, and begins with one value', {field: ['setor', {...texto(20), default: 'geral', unique: 'global'}]},
    n => n, [1, 2, 3],
    'Pedidos, Texto (setor): 1 valor repetido em #, e não poderá haver dois iguais: em *. Tire default ou unique.', true],
  ['a field is unique', {field: ['placa', {unique: 'global'}]}, n => n / 5, [5, 10, 15],
    'Pedidos, Placa (placa): 1 valor repetido em #, e não poderá haver dois iguais: em *. '
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
const fill = async (db: Db, n: number): Promise<void> => {
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

export const pt = (n: number): string => n.toLocaleString('pt-BR');
/** Those records by number and address, and how many more there are. */
export const listed = (ids: readonly number[], total: number): string => {
  const rest = total - Math.min(total, 3);
  return ids.slice(0, total).map(id => `${id} (/adm/pedido?detalhes=${id})`).join(', ') + (rest === 0 ? '' : ` e mais ${pt(rest)}`);
};
const worded = (words: string, total: number, ids: readonly number[]): string =>
  words.replace('#', `${pt(total)} registros`).replace('@', pt(total)).replace('*', listed(ids, total));
export const sentencesOf = ([, {more}, total, ids, words]: (typeof CHANGES)[number], n: number): string[] =>
  [typeof words === 'string' ? words : words(n), ...(more?.rules === undefined ? [] : [THROUGH])].map(one => worded(one, total(n), ids));
/** A change that was told, as it is told once it is made; what is told of several is none. */
export const madeOf = (sentence: string): string[] => (sentence.startsWith('Essas mudanças') ? []
  : [`Banco de dados: ${sentence.replace(/ Durante .*$/, '').replace(/ ser(?:á|ão) (\p{L}+)/gu, ' $1')}`]);

/** A database that is ready for {@link base}, with that many rows. */
export const filledDatabase = async (n: number): Promise<TestDatabase> => {
  const database = await preparedDatabase(base);
  await fill(database.db, n);
  return database;
};

interface Starts {
  /** Starts on the database. @returns what is said of it */
  start: (config: Config) => Promise<string[]>;
  /** What a start says of rows, or what stops it. */
  saidBy: (config: Config) => Promise<string[]>;
  /** How many demands rows do not meet. */
  incomplete: () => Promise<number>;
}
export const startsOn = (database: TestDatabase): Starts => {
  const start: Starts['start'] = async config => {
    const sentences: string[] = [];
    await prepareDatabase(database.db, config, sentence => sentences.push(sentence));
    return sentences;
  };
  return {
    start,
    saidBy: config => start(config).then(
      all => all.flatMap(one => (one.startsWith('Atenção: ') ? [one.slice('Atenção: '.length)] : [])),
      (error: Error) => error.message.split('\n'),
    ),
    incomplete: async () => {
      const {rows: [row]} = await sql<{total: number}>`select count(*) as total from incompletos`.execute(database.db);
      return row?.total ?? 0;
    },
  };
};
