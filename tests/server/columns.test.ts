import {readFile} from 'node:fs/promises';
import {sql} from 'kysely';
import {afterEach, describe, expect, test} from 'vitest';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {applyConcurrentIndexChanges} from '../../src/server/db/structure/applyChanges.ts';
import {readCatalog} from '../../src/server/db/structure/catalog.ts';
import {createIndexChange} from '../../src/server/db/structure/change.ts';
import {planDatabase, prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import {withFields, withResource, withVeiculos} from '../support/configs.ts';
import {emptyDatabase, onServer, openTransaction, preparedDatabase, type TestDatabase} from '../support/database.ts';
import {openTestApp, type TestApp} from '../support/server.ts';
import {until} from '../support/until.ts';
import type {Config} from '../../src/schema/shapes/config.ts';
import product from '../../resources.config.ts';

let database: TestDatabase | undefined;
afterEach(async () => {
  await database?.close();
  database = undefined;
});

const inscricaoEstadual: Field = {kind: 'texto', label: 'Inscrição Estadual', maxLength: 20};
const withInscricao = withFields('empresas', {inscricaoEstadual});

const prepare = async (config: Parameters<typeof prepareDatabase>[1]): Promise<string[]> => {
  const sentences: string[] = [];
  await prepareDatabase(database!.db, config, sentence => sentences.push(sentence), onServer ? 'server' : 'embedded');
  return sentences;
};

describe('starting on a database', () => {
  test('a new one is made, and the next start changes nothing', async () => {
    database = await emptyDatabase();
    expect(await prepare(product)).toEqual(['Banco de dados criado.']);
    expect(await prepare(product)).toEqual([]);
  });

  test('a field that was added to the config becomes a column, and its filter an index', async () => {
    database = await preparedDatabase(product);
    expect(await prepare(withInscricao)).toEqual([
      'Banco de dados: Coluna empresas.inscricao_estadual (text) criada para o campo inscricaoEstadual.',
      'Banco de dados: Coluna empresas.inscricao_estadual$busca criada para a busca por inscricaoEstadual.',
      'Banco de dados: Índice filtro_empresas_inscricao_estadual criado para o filtro inscricaoEstadual.',
      'Banco de dados: Índice ordem_empresas_inscricao_estadual criado para a ordem por inscricaoEstadual.',
    ]);
    expect(await prepare(withInscricao)).toEqual([]);
  });

  test('a resource that was added becomes a table', async () => {
    database = await preparedDatabase(product);
    expect((await prepare(withVeiculos))[0]).toBe('Banco de dados: Tabela veiculos criada para veiculos.');
  });

  test('a field whose type changed and takes none of its values stops the start, told with column and both types', async () => {
    database = await preparedDatabase(withInscricao);
    const changed = withFields('empresas', {inscricaoEstadual: {kind: 'arquivo', label: 'Inscrição Estadual'}});
    await expect(prepare(changed)).rejects.toThrow(
      'O campo inscricaoEstadual pede a coluna empresas.inscricao_estadual do tipo jsonb, mas no banco de dados ela é do tipo text.',
    );
  });

  test('links with another resource become a table of their own', async () => {
    database = await preparedDatabase(product);
    const vinculos: Field = {
      kind: 'vinculos', label: 'Filiais', to: 'filiais', within: 'idEmpresa', wire: {id: 'idFilial', on: 'ligada'},
      call: 'GET fornecedores/filiais/:idEmpresa/:id',
    };
    const linked = withResource('fornecedores', resource => ({...resource, fields: {...resource.fields, vinculos}}));
    expect(await prepare(linked)).toEqual([
      'Banco de dados: Tabela fornecedores_vinculos criada para os vínculos vinculos de fornecedores.',
      'Banco de dados: Índice de fornecedores_vinculos criado para o filtro vinculos.',
    ]);
    expect(await prepare(linked)).toEqual([]);
  });

  test('a field that was removed keeps its data, and gets it back with the field; what served it alone goes', async () => {
    database = await preparedDatabase(withInscricao);
    await sql`insert into empresas (razao_social, inscricao_estadual) values ('Alfa', '123')`.execute(database.db);
    expect((await prepare(product)).toSorted()).toEqual([
      'Atenção: Empresas, Inscrição Estadual (inscricaoEstadual) saiu da configuração: 1 registro tem valor nele: '
        + '1 (/adm/empresa/salvar/1). Quem usa: colunas da lista e da exportação, filtros da lista, formulário. '
        + 'A coluna empresas.inscricao_estadual fica, com os valores, que voltam se o campo voltar.',
      'Banco de dados: Índice filtro_empresas_inscricao_estadual removido: a configuração não o pede mais.',
      'Banco de dados: Índice ordem_empresas_inscricao_estadual removido: a configuração não o pede mais.',
    ]);
    expect(await prepare(product)).toEqual([]);
    await prepare(withInscricao);
    const {rows} = await sql<{inscricao: string}>`select inscricao_estadual as inscricao from empresas`.execute(database.db);
    expect(rows).toEqual([{inscricao: '123'}]);
  });

  test('records made before a field with a default have the default', async () => {
    database = await preparedDatabase(product);
    await sql`insert into empresas (razao_social) values ('Alfa')`.execute(database.db);
    await prepare(withFields('empresas', {isenta: {kind: 'booleano', label: 'Isenta', default: true}}));
    const {rows} = await sql<{isenta: boolean}>`select isenta from empresas`.execute(database.db);
    expect(rows).toEqual([{isenta: true}]);
  });

  test('a field cannot become unique over repeated values, and nothing is half done', async () => {
    database = await preparedDatabase(product);
    await sql`insert into empresas (razao_social) values ('Alfa'), ('Alfa')`.execute(database.db);
    const unique = withResource('empresas', resource => ({
      ...resource,
      fields: {...resource.fields, inscricaoEstadual, razaoSocial: {...resource.fields['razaoSocial']!, unique: 'global'}},
    }));
    await expect(prepare(unique)).rejects.toThrow('Empresas, Razão Social (razaoSocial): 1 valor repetido em '
      + '2 registros, e não poderá haver dois iguais: em 1 (/adm/empresa/salvar/1), 2');
    const {rows} = await sql`select from information_schema.columns where column_name = 'inscricao_estadual'`.execute(database.db);
    expect(rows).toHaveLength(0);
  });

  const uniqueName = (unique?: 'global' | 'empresa') => withResource('fornecedores', resource => ({
    ...resource, fields: {...resource.fields, razaoSocial: {...resource.fields['razaoSocial']!, unique}},
  }));

  test('a field that is unique no longer takes a value that another record has', async () => {
    database = await preparedDatabase(uniqueName('global'));
    expect(await planDatabase(database.db, uniqueName())).toEqual({
      changes: [{
        sentence: 'Índice unico_fornecedores_razao_social$$ será removido: a configuração não o pede mais.',
        lock: 'ACCESS EXCLUSIVE', table: 'fornecedores',
      }], findings: [],
    });
    await prepare(uniqueName());
    const server = await openTestApp({config: uniqueName(), database});
    const {idEmpresa} = await server.seed.fornecedor({razaoSocial: 'Alfa'});
    await server.seed.fornecedor({idEmpresa, razaoSocial: 'Alfa'});
    await server.close();
    database = undefined;
  });

  /** As the version before left it: texts were compared by case and accents alone. */
  const comparedAsBefore = async ({db}: TestDatabase): Promise<void> => {
    const script = await readFile(new URL('../../src/server/db/migrations/003_busca.sql', import.meta.url), 'utf8');
    await sql.raw(/create or replace function balcao_norm[^]+?\$\$;/.exec(script)![0].replace(/;$/, '')).execute(db);
    await sql`drop function balcao_igual cascade`.execute(db);
    await sql`comment on function balcao_norm(text) is null`.execute(db);
    for (const of of [...(await readCatalog(db)).comments.keys()].filter(one => one.endsWith('$busca'))) {
      await sql`comment on column ${sql.ref(of)} is null`.execute(db);
    }
  };

  test('texts that were compared otherwise before are brought to their form in portions, each row once, and told before', async () => {
    database = await preparedDatabase(product);
    const {db} = database;
    await comparedAsBefore(database);
    await sql`insert into empresas (id, razao_social) values (1, 'Sant’Ana'), (2, 'Comum'), (25000, 'Ana\u00A0Lia')`.execute(db);
    await sql`insert into usuarios (id, tipo, id_empresa) values (1, 2, 1)`.execute(db);
    await sql`insert into filtros_salvos (id_usuario, recurso, nome, filtro)
      values (1, 'tickets', 'a–b', '{}'), (1, 'tickets', 'a-b', '{}')`.execute(db);
    const written = async (): Promise<{id: number; found: string; row: string}[]> => (await sql<{id: number; found: string; row: string}>`
      select id, "razao_social$busca" as found, ctid::text as row from empresas order by id`.execute(db)).rows;
    const before = await written();
    expect(before.map(({found}) => found)).toEqual(['sant’ana', 'comum', 'ana\u00A0lia']);

    const planned = (await planDatabase(db, product)).changes.map(({sentence}) => sentence);
    expect(planned).toContain('Comparação de textos será refeita.');
    expect(planned).toContain('Coluna empresas.razao_social$busca será refeita para a busca por razaoSocial, em porções. '
      + 'Durante a leitura de 3 linhas de empresas, ninguém espera.');
    expect(await written()).toEqual(before);

    const said = await prepare(product);
    expect(said).toContain('Banco de dados: Coluna empresas.razao_social$busca refeita para a busca por razaoSocial, em porções.');
    const after = await written();
    expect(after.map(({found}) => found)).toEqual(['sant\'ana', 'comum', 'ana lia']);
    // What was so already is not written again.
    expect(after[1]).toEqual(before[1]);
    const {rows} = await sql`select razao_social as nome from empresas union all select nome from filtros_salvos order by 1`.execute(db);
    expect(rows.map(row => (row as {nome: string}).nome).toSorted())
      .toEqual(['Ana\u00A0Lia', 'Comum', 'Sant’Ana', 'a-b', 'a–b (1)'].toSorted());
    expect(await prepare(product)).toEqual([]);
  });

  test('what is unique as it looks takes the place of what was so by its capitals, once no two rows look the same', async () => {
    const config = uniqueName('global');
    database = await preparedDatabase(config);
    const {db} = database;
    await comparedAsBefore(database);
    await sql`create unique index unico_fornecedores_razao_social$ on fornecedores (lower(razao_social))`.execute(db);
    await sql`insert into empresas (razao_social) values ('X')`.execute(db);
    await sql`insert into fornecedores (id_empresa, razao_social) values (1, 'Alfa-1'), (1, 'Beta'), (1, 'alfa–1')`.execute(db);
    const indexes = async (): Promise<string[]> =>
      (await readCatalog(db)).indexes.map(({name}) => name).filter(name => name.startsWith('unico_fornecedores'));
    const told = 'Fornecedores, Razão Social (razaoSocial): 2 registros só se diferenciam por traços, aspas, espaços ou largura '
      + 'das letras, que agora contam como iguais: 1 (/adm/fornecedor/salvar/1), 3 (/adm/fornecedor/salvar/3).';

    const {changes, findings} = await planDatabase(db, config);
    expect(changes.filter(({sentence}) => sentence.includes('unico_'))).toEqual([]);
    expect(findings).toMatchObject([{stops: false, total: 2, sentence: expect.stringContaining(told)}]);
    expect(await prepare(config)).toContainEqual(expect.stringContaining(`Atenção: ${told}`));
    expect(await prepare(config)).toEqual([expect.stringContaining(`Atenção: ${told}`)]);
    expect(await indexes()).toEqual(['unico_fornecedores_razao_social$']);
    // What that one refuses is told as ever.
    const server = await openTestApp({config, database: {...database, close: async () => {}}});
    const body = {razaoSocial: 'BETA', idEmpresa: 1, email: 'b@balcao.example', telefone: '4433334444', contato: 'B'};
    expect(await server.api(server.adm, 'POST fornecedores', {body}))
      .toAnswer(400, {codigo: 'CONFLITO', message: 'Razão Social já cadastrado.'});
    await server.close();

    await sql`update fornecedores set razao_social = 'Gama' where id = 3`.execute(db);
    expect(await prepare(config)).toEqual([
      'Banco de dados: Índice único unico_fornecedores_razao_social$$ criado para o campo razaoSocial.',
      'Banco de dados: Índice unico_fornecedores_razao_social$ removido: outro compara melhor.',
    ]);
    await expect(sql`update fornecedores set razao_social = 'alfa‑1' where id = 3`.execute(db)).rejects.toMatchObject({code: '23505'});
  });

  test('a field that is unique within its company has no index over all of them any more', async () => {
    database = await preparedDatabase(uniqueName('global'));
    expect(await prepare(uniqueName('empresa'))).toEqual([
      'Banco de dados: Índice unico_fornecedores_razao_social$$ removido: a configuração não o pede mais.',
      'Banco de dados: Índice único unico_fornecedores_id_empresa_razao_social$$ criado para o campo razaoSocial.',
    ]);
    expect(await prepare(uniqueName('empresa'))).toEqual([]);
  });

  test('what is counted no longer has no index of its own', async () => {
    database = await preparedDatabase(product);
    const without: Config = {...product, dashboards: {}};
    const open = async () =>
      (await sql`select from pg_class where relkind = 'i' and relname like 'abertos%'`.execute(database!.db)).rows.length;
    expect(await open()).toBeGreaterThan(0);
    await prepare(without);
    expect(await open()).toBe(0);
    await prepare(product);
    expect(await open()).toBeGreaterThan(0);
  });

  test('a database of a newer version is refused', async () => {
    database = await preparedDatabase(product);
    await sql`insert into balcao_migracoes (numero, nome) values (999, '999_futuro.sql')`.execute(database.db);
    await expect(prepare(product)).rejects.toThrow(/O banco de dados é de uma versão mais nova do Balcão \(migração 999/);
  });

  test('a database of another product is refused, and told whose it is', async () => {
    const other = {...product, product: {...product.product, key: 'frota'}};
    const refused = (its: string, ours: string) => `O banco de dados é do produto "${its}", e a configuração é do produto "${ours}": `;
    database = await preparedDatabase(product);
    await expect(prepare(other)).rejects.toThrow(refused('balcao', 'frota'));
    await database.close();
    database = await preparedDatabase(other);
    await expect(prepare(product)).rejects.toThrow(refused('frota', 'balcao'));
    await expect(planDatabase(database.db, product)).rejects.toThrow(refused('frota', 'balcao'));
    expect(await prepare(other)).toEqual([]);
  });

  const ofCost = (filters: object) => withResource('empresas', resource => ({
    ...resource, fields: {...resource.fields, custo: {kind: 'numero', label: 'Custo'}},
    list: {...resource.list, filters: {...resource.list.filters, ...filters}},
  }));
  const INDEX = 'Índice filtro_empresas_custo';

  test('an index that a killed start left unfinished is made anew', async () => {
    database = await preparedDatabase(ofCost({custo: {}}));
    await sql`update pg_index set indisvalid = false where indexrelid = 'filtro_empresas_custo'::regclass`.execute(database.db);
    expect(await prepare(ofCost({custo: {}}))).toEqual([
      `Banco de dados: ${INDEX} removido: a partida que o criava foi interrompida.`,
      `Banco de dados: ${INDEX} criado para o filtro custo.`,
    ]);
    expect(await prepare(ofCost({custo: {}}))).toEqual([]);
  });

  test.runIf(onServer)('an index is made beside those who write, whoever else starts meanwhile', async () => {
    database = await preparedDatabase(ofCost({}));
    const {db} = database;
    await sql`insert into empresas (razao_social) values ('Alfa')`.execute(db);
    expect((await planDatabase(db, ofCost({custo: {}}), 'server')).changes).toEqual([{
      sentence: `${INDEX} será criado para o filtro custo. Durante a leitura de 1 linha de empresas, ninguém espera.`,
      lock: 'SHARE UPDATE EXCLUSIVE', table: 'empresas', rows: 1,
    }]);
    // It waits for whoever was writing before.
    const writing = await openTransaction(db);
    await sql`update empresas set custo = 1`.execute(writing);
    const starts = [prepare(ofCost({custo: {}})), prepare(ofCost({custo: {}}))];
    await until(async () => {
      const {rows} = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like 'create index concurrently%'`.execute(db);
      expect(rows).toHaveLength(1);
    });
    await sql`insert into empresas (razao_social) values ('Beta')`.execute(db);
    await writing.commit().execute();
    expect((await Promise.all(starts)).flat()).toEqual([`Banco de dados: ${INDEX} criado para o filtro custo.`]);
  });

  test.runIf(onServer)('one that rows which came meanwhile do not allow is told, and nothing of it is left', async () => {
    database = await preparedDatabase(product);
    const {db} = database;
    await sql`insert into empresas (razao_social) values ('Alfa'), ('Alfa')`.execute(db);
    const made = applyConcurrentIndexChanges(
      db, [createIndexChange('meu', 'empresas', '(razao_social)', 'Índice {criado}.', 'unique index')], () => {},
    );
    await expect(made).rejects.toThrow('Há valores repetidos no banco de dados. Não foi possível fazer: Índice criado.');
    expect((await sql`select to_regclass('meu') is null as gone`.execute(db)).rows).toEqual([{gone: true}]);
  });

  test('two processes starting at once both find it ready', async () => {
    database = await emptyDatabase();
    const all = await Promise.all([prepare(withVeiculos), prepare(withVeiculos)]);
    expect(all.flat().filter(sentence => sentence === 'Banco de dados criado.')).toHaveLength(1);
  });
});

describe('npm run schema', () => {
  test('tells what would change and changes nothing', async () => {
    database = await preparedDatabase(product);
    const first = await planDatabase(database.db, withInscricao);
    expect(first).toEqual({findings: [], changes: [
      {
        sentence: 'Coluna empresas.inscricao_estadual (text) será criada para o campo inscricaoEstadual.',
        lock: 'ACCESS EXCLUSIVE', table: 'empresas',
      },
      {
        sentence: 'Coluna empresas.inscricao_estadual$busca será criada para a busca por inscricaoEstadual.',
        lock: 'ACCESS EXCLUSIVE', table: 'empresas', rows: 0,
      },
      {
        sentence: 'Índice filtro_empresas_inscricao_estadual será criado para o filtro inscricaoEstadual.',
        lock: 'SHARE', table: 'empresas', rows: 0,
      },
      {
        sentence: 'Índice ordem_empresas_inscricao_estadual será criado para a ordem por inscricaoEstadual.',
        lock: 'SHARE', table: 'empresas', rows: 0,
      },
    ]});
    expect(await planDatabase(database.db, withInscricao)).toEqual(first);
  });

  test('on an empty database it plans the columns of tables that are not there yet', async () => {
    database = await emptyDatabase();
    const plan = await planDatabase(database.db, product);
    expect(plan.findings).toEqual([]);
    expect(plan.changes).toContainEqual({sentence: 'Coluna empresas.razao_social (text) será criada para o campo razaoSocial.'});
    expect(await planDatabase(database.db, product)).toEqual(plan);
  });
});

describe('a field added to the config, and nothing else', () => {
  let server: TestApp;
  afterEach(() => server.close());

  test('is in the API: validated, stored, answered, filtered and sorted by', async () => {
    server = await openTestApp({config: withInscricao});
    const {api, adm, seed} = server;
    const {id} = await seed.empresa({inscricaoEstadual: ' 110.042.490 '});
    await seed.empresa({inscricaoEstadual: '999'});
    await seed.empresa();

    const one = await api(adm, 'GET empresas/:id', {params: {id}});
    expect(one.body).toMatchObject({inscricaoEstadual: '110.042.490'});

    const found = await api(adm, 'GET empresas', {query: {inscricaoEstadual: '042'}});
    expect(found.body).toMatchObject({total: 1, registros: [{id, inscricaoEstadual: '110.042.490'}]});

    const sorted = await api(adm, 'GET empresas', {query: {sort: 'inscricaoEstadual', order: 'asc'}});
    expect(sorted.body.registros.map((row: {inscricaoEstadual: string}) => row.inscricaoEstadual)).toEqual(['110.042.490', '999', '']);

    const refused = await api(adm, 'PUT empresas/:id', {params: {id}, body: {inscricaoEstadual: '1'.repeat(21)}});
    expect(refused).toAnswer(400, {
      codigo: 'VALIDACAO', campos: [{campo: 'inscricaoEstadual', mensagem: 'Limite de 20 caracteres excedido.'}],
    });
  });
});
