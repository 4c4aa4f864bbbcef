// Each planned change names the lock that PostgreSQL takes for it: what `npm run schema` says of who will wait is true.
import {sql} from 'kysely';
import {expect, it} from 'vitest';
import product from '../../resources.config.ts';
import type {Config, ResourceInput} from '../../src/schema/shapes/config.ts';
import type {Fields} from '../../src/schema/shapes/fields.ts';
import {absentColumn} from '../../src/schema/databaseNames.ts';
import {buildCountDefinitions} from '../../src/server/db/counts/definition.ts';
import {planCounts} from '../../src/server/db/counts/prepareCounts.ts';
import type {Change} from '../../src/server/db/structure/change.ts';
import {plannedChanges, prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import type {Db, DbOrTrx} from '../../src/server/db/tables.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {named, withResources} from '../support/configs.ts';
import {preparedDatabase} from '../support/database.ts';

/** From the weakest to the strongest; the first keeps nobody from a table. */
const MODES = ['ROW EXCLUSIVE', 'SHARE UPDATE EXCLUSIVE', 'SHARE', 'SHARE ROW EXCLUSIVE', 'EXCLUSIVE', 'ACCESS EXCLUSIVE'];
const tablesOf = async (db: DbOrTrx): Promise<number[]> => {
  const {rows} = await sql<{oid: number}>`select oid::integer as oid from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(db);
  return rows.map(({oid}) => oid);
};
/** The strongest lock that this transaction holds of each of the tables, by the name that the table has then. */
const locksIn = async (trx: DbOrTrx, tables: readonly number[]): Promise<Map<string, string>> => {
  const {rows} = await sql<{table: string; mode: string}>`select relname as table, mode from pg_locks join pg_class as c on c.oid = relation
    where pid = pg_backend_pid() and locktype = 'relation' and relation = any(${tables}::integer[])`.execute(trx);
  const locks = rows.map(({table, mode}) =>
    [table, mode.replace(/Lock$/, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toUpperCase()] as const);
  return new Map(MODES.flatMap(mode => locks.filter(([, held]) => held === mode)));
};
const isStrong = ([, mode]: readonly [string, string]): boolean => mode !== MODES[0];

const made: string[] = [];
const wrong: object[] = [];
/** @param tables those that were there before the start */
const makeAndCompare = (
  db: Db, {sentence, sql: statement, backfill, lock, refersTo = []}: Change, tables: readonly number[],
): Promise<void> =>
  db.transaction().execute(async trx => {
    await sql.raw(statement).execute(trx);
    await backfill?.(trx);
    const taken = await locksIn(trx, tables);
    const {rows: known} = await sql<{table: string}>`select relname as table from pg_class
      where oid = any(${[...tables]}::integer[])`.execute(trx);
    const announced = [...refersTo.map(table => [table, 'SHARE ROW EXCLUSIVE'] as const), ...lock ? [[lock.table, lock.mode] as const] : []]
      .filter(([name]) => known.some(({table}) => table === name));
    const expected = new Map(announced.filter(isStrong));
    const strong = new Map([...taken].filter(isStrong));
    const weak = announced.filter(([table]) => !expected.has(table) && taken.get(table) !== MODES[0]);
    const isSame = strong.size === expected.size && [...strong].every(([table, mode]) => expected.get(table) === mode);
    if (!isSame || weak.length > 0) wrong.push({sentence, announced, taken: [...taken]});
    made.push(sentence);
  });

const database = beforeTests(() => preparedDatabase(product));
/** What a start does, each change by itself. */
const start = async (config: Config): Promise<void> => {
  const {db} = database;
  const [{changes}, tables] = [await plannedChanges(db, config), await tablesOf(db)];
  for (const change of changes) await makeAndCompare(db, change, tables);
  await prepareDatabase(db, config, () => {});
};

const texto = {kind: 'texto', label: 'Texto', maxLength: 20} as const;
const moeda = {kind: 'moeda', label: 'Valor'} as const;
const FIRST: Fields = {
  idCliente: {kind: 'referencia', label: 'Cliente', to: 'clientes'}, tecnicos: {kind: 'vinculos', label: 'Técnicos', to: 'filiais',
    wire: {id: 'idTecnico', on: 'sim'}, call: 'GET ordens/tecnicos/:id'},
  apelido: texto, codigo: texto, preco: moeda, quantidade: {kind: 'decimal', label: 'Quantidade', decimals: 3},
  cor: {kind: 'escolha', label: 'Cor', choices: [{id: 'a', name: 'A'}, {id: 'b', name: 'B'}]},
  total: {kind: 'calculo', label: 'Total', product: ['quantidade', 'preco'], money: true},
};
const GASTO: Fields = {gasto: {kind: 'calculo', label: 'Gasto', sum: 'total', of: 'ordens', by: 'idCliente', money: true}};
const configOf = (ordens: Fields, clientes: Fields, more: Partial<ResourceInput> = {}, name = 'ordens'): Config => withResources({
  clientes: named({one: 'Cliente', many: 'Clientes'}, {fields: clientes}),
  [name]: named({one: 'Ordem', many: 'Ordens'}, {fields: ordens, files: {types: 'tiposArquivo'}, ...more}),
});
const filtered = {list: {columns: ['nome'], filters: {apelido: {}, preco: {}}}} as const;
const CHANGED: Fields = {
  ...FIRST, codigo: {...texto, unique: 'global'}, idFilial: {kind: 'referencia', label: 'Filial', to: 'filiais'},
  numero: {kind: 'numero', label: 'Número', sequence: true},
  total: {kind: 'calculo', label: 'Total', difference: ['quantidade', 'preco'], money: true},
};
const COUNTED: Fields = {
  gasto: {kind: 'calculo', label: 'Gasto', sum: 'total', of: 'ordens', by: 'idCliente', decimals: 3},
  pedidos: {kind: 'calculo', label: 'Pedidos', count: true, of: 'ordens', by: 'idCliente'},
};
const {apelido: _apelido, total: _total, ...others} = CHANGED;
const RENAMED: Fields = {
  ...others, total: moeda, alcunha: {...texto, was: 'apelido'}, codigo: {kind: 'numero', label: 'Código'},
  cor: {kind: 'escolha', label: 'Cor', choices: [{id: 'a', name: 'A'}, {id: 'b', name: 'B', to: 'a'}]},
};
/** The name of its index is cut off once the table has a longer one. */
const LAST: Fields = {
  ...RENAMED, alcunha: texto, cor: FIRST['cor']!, codigoQueOFornecedorInformouNoContrato: {...texto, label: 'Contrato', unique: 'global'},
};

/** What is to be seen made at least once, so that no change is left without being compared. */
const SENTENCES = [
  'Tabela ordens {criada}', 'Tabela ordens_arquivos {criada}', 'Tabela ordens_tecnicos {criada}', 'Tabela tickets_formularios {criada}',
  'Tabela tickets_fila {criada}', '_versoes {criada} para as versões', 'para o campo idFilial', 'para a busca por apelido.',
  'Índice filtro_ordens_preco {criado}', 'Índice único unico_ordens_codigo', '{numerados} em numero', 'Coluna ordens.total {removida}',
  'para o campo total, que é calculado', 'para o campo pedidos, que é calculado', 'Limite da coluna clientes.gasto {mudado}',
  'Contas do que há em ordens {feitas}', 'Contas de', 'Coluna ordens.total {mantida}', '{devolvida}', 'para o campo codigo, com os valores',
  'Valores de apelido em ordens {levados}', 'Histórico e filtros salvos de ordens', '{ligadas}', '{separadas}',
  '{passado} de "B" (b) para "A" (a)', 'Índice filtro_ordens_preco {removido}', 'Tabela ordens {renomeada} para servicos_de_manutencao',
  'Visão ordens {criada}', 'Histórico, avisos e filtros salvos', 'Visão ordens {removida}',
  'Comparação de textos {refeita}', 'para excluir ordens', 'Campo statusDesde de tickets', 'para o último comentário de tickets',
  'Último comentário de tickets', 'que ninguém mais responde', 'está inativo {passados} à equipe', 'o nome da tabela é outro',
  '{refeita} para a busca por', 'Nomes das respostas prontas',
];

it('each change takes the locks that it names, and no other that keeps anybody waiting', async () => {
  const {db} = database;
  await start(configOf(FIRST, GASTO));
  await sql`insert into clientes (nome) values ('Ana')`.execute(db);
  await sql`insert into ordens (nome, id_cliente, apelido, codigo, cor) values ('Um', 1, 'um', '12', 'b')`.execute(db);
  await sql`alter table ordens drop column data_exclusao cascade`.execute(db);
  await start(configOf(CHANGED, COUNTED, filtered));
  await start(configOf(RENAMED, {}));
  await start(configOf({...LAST, codigo: texto}, {}));
  await start(configOf(LAST, {}, {was: 'ordens'}, 'servicosDeManutencao'));
  await start(configOf(LAST, {}, {}, 'servicosDeManutencao'));

  await sql`alter table tickets drop column status_desde cascade, drop column comentario$texto cascade, drop column comentario$usuario,
    drop column comentario$data, drop column ${sql.ref(absentColumn)} cascade`.execute(db);
  await sql`drop table tickets_formularios, tickets_arquivos, tickets_fila, modelos_formulario_item_versoes`.execute(db);
  await sql`comment on function balcao_norm(text) is 'another version'`.execute(db);
  await sql`comment on column fornecedores.razao_social$busca is 'another version'`.execute(db);
  await start(product);

  expect(wrong).toEqual([]);
  expect(SENTENCES.filter(one => !made.some(sentence => sentence.includes(one)))).toEqual([]);
});

it('so do counts that begin, and those that are made anew', async () => {
  const {db} = database;
  const [definition] = buildCountDefinitions(product);
  for (const triggers of ['there', 'gone']) {
    await sql`update contagens_de set definicao = ''`.execute(db);
    if (triggers === 'gone') await sql`drop function ${sql.ref(definition!.countFunction)}() cascade`.execute(db);
    const [planned] = await planCounts(db, product);
    const tables = await tablesOf(db);
    await db.transaction().execute(async trx => {
      for (const statement of definition!.setup) await sql.raw(statement).execute(trx);
      expect((await locksIn(trx, tables)).get('tickets'), triggers).toBe(planned?.lock?.mode);
    });
  }
});
