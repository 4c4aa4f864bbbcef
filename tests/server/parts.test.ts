// The tables of what a record has of its own: any resource that declares a part gets them, and no file they name is anybody's leftover.
import {sql} from 'kysely';
import {afterEach, describe, expect, it} from 'vitest';
import type {FileRow} from '../../src/server/adminSocket/protocol.ts';
import {readFileRows} from '../../src/server/backup/databaseFacts.ts';
import {prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import type {Db} from '../../src/server/db/tables.ts';
import {matchIdentities} from '../../src/server/files/identity.ts';
import {readFileStates} from '../../src/server/files/fileStates.ts';
import {sweepFiles} from '../../src/server/files/sweep.ts';
import type {Config} from '../../src/schema/shapes/config.ts';
import {databaseBefore} from '../support/before.ts';
import {veiculos} from '../support/configs.ts';
import {preparedDatabase, type TestDatabase} from '../support/database.ts';
import {contentsOf, placeIn, storedFiles} from '../support/files.ts';
import {temporaryFolder} from '../support/server.ts';
import product from '../../resources.config.ts';

const base: Config = product;
/** Vehicles with a form and files, as tickets have them. */
const withParts: Config = {
  ...base,
  resources: {
    ...base.resources,
    veiculos: {
      ...veiculos,
      fields: {...veiculos.fields, idModelo: {kind: 'referencia', label: 'Modelo', to: 'modelosFormulario'}},
      template: {by: 'idModelo', items: 'modelosFormularioItem'},
      files: {types: 'tiposArquivo'},
    },
  },
};

let database: TestDatabase | undefined;
afterEach(async () => {
  await database?.close();
  database = undefined;
});
const prepare = async (db: Db, config: Config): Promise<string[]> => {
  const sentences: string[] = [];
  await prepareDatabase(db, config, sentence => sentences.push(sentence));
  return sentences;
};

/** Columns, constraints and indexes of a table, its resource's name left out. */
const shapeOf = async (db: Db, resource: string, part: string): Promise<string> => {
  const table = `${resource}_${part}`;
  const {rows} = await sql`
    select 'coluna' as what, attname as name, format_type(atttypid, null) || case when attnotnull then ' not null' else '' end
      || attidentity::text || coalesce(' ' || (select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = attrelid and adnum = attnum), '') as definition
      from pg_attribute where attrelid = ${table}::regclass and attnum > 0
    union all select 'restrição', conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = ${table}::regclass and contype <> 'n'
    union all select 'índice', i.relname, pg_get_indexdef(i.oid) from pg_index join pg_class i on i.oid = indexrelid where indrelid = ${table}::regclass
    order by 1, 2`.execute(db);
  return JSON.stringify(rows, null, 1).replaceAll(resource, 'recurso');
};

describe('the parts of a resource', () => {
  it.each([['made by this version', () => preparedDatabase(product)], ['left by the version before', databaseBefore]] as const)(
    'get tables of their own, the same as those of the tickets in a database %s', async (_which, open) => {
      database = await open();
      const {db} = database;
      const made = (await prepare(db, withParts)).filter(sentence => /veiculos_(formularios|arquivos)/.test(sentence));
      expect(made).toEqual([
        'Banco de dados: Tabela veiculos_formularios criada para os formulários de veiculos.',
        'Banco de dados: Índice em veiculos_formularios.id_registro criado.',
        'Banco de dados: Tabela veiculos_arquivos criada para os arquivos de veiculos.',
        'Banco de dados: Índice em veiculos_arquivos.id_registro criado.',
      ]);
      for (const part of ['formularios', 'arquivos']) expect(await shapeOf(db, 'veiculos', part)).toBe(await shapeOf(db, 'tickets', part));
      expect(await prepare(db, withParts)).toEqual([]);
    });

  it('keep their tables when they are declared no longer', async () => {
    database = await preparedDatabase(withParts);
    expect(await prepare(database.db, {...base, resources: {...base.resources, veiculos}})).toEqual([
      'Atenção: Veículos, Modelo (idModelo) saiu da configuração: nenhum registro tem valor nele. Quem usa: formulário do modelo. '
        + 'A coluna veiculos.id_modelo fica, com os valores, que voltam se o campo voltar.',
      'Atenção: Veículos: template saiu da configuração: nenhum registro tem formulário. '
        + 'A tabela veiculos_formularios fica, com o que tem, que volta se template voltar.',
      'Atenção: Veículos: files saiu da configuração: nenhum registro tem arquivos. '
        + 'A tabela veiculos_arquivos fica, com o que tem, que volta se files voltar.',
    ]);
    expect(await prepare(database.db, withParts)).toEqual([]);
  });
});

describe('the files of any resource', () => {
  const fill = async (db: Db, keys: readonly string[]): Promise<void> => {
    await sql`insert into usuarios (nome, email, tipo) values ('Ana', 'ana@b.test', 1)`.execute(db);
    await sql`insert into veiculos (placa) values ('ABC1D23'), ('XYZ9K88')`.execute(db);
    for (const [at, key] of keys.entries()) {
      await sql`insert into veiculos_arquivos (id_registro, chave, nome_arquivo, tipo, origem, tamanho, sha256, id_usuario)
        values (${1 + at % 2}, ${key}, 'a.pdf', 'Laudo', 'Portal', 3, 'x', 1)`.execute(db);
    }
  };

  it('have rows to whoever asks, whether or not the config still says so', async () => {
    const {folder: root, remove} = await temporaryFolder();
    database = await preparedDatabase(withParts);
    const {db} = database;
    const place = await placeIn(root, 'pasta', {db});
    const keys = await storedFiles(place, 3);
    await fill(db, keys);
    await prepare(db, product);

    expect([...await readFileStates(db, [...keys, 'nenhum'], new Date())]).toEqual(keys.map(key => [key, 'kept']));
    // The newest rows' bytes are there: folder and database are a pair.
    expect(await matchIdentities(place)).toMatchObject({kind: 'ours'});
    expect(await sweepFiles(place, new Date(Date.now() + 90 * 86_400_000))).toEqual({restored: 0, trashed: 0, removed: 0});
    expect((await contentsOf(place.storage)).stored).toEqual(keys.toSorted((a, b) => a.localeCompare(b)));

    const rows: FileRow[] = [];
    for await (const some of readFileRows(db)) rows.push(...some);
    expect(rows).toMatchObject(keys.map((chave, at) => ({de: 'veiculos', registro: 1 + at % 2, chave, excluido: false})));
    await remove();
  });

  it('are read from a database of the version before too: a backup comes before the new one is started', async () => {
    database = await databaseBefore();
    const rows: FileRow[] = [];
    for await (const some of readFileRows(database.db)) rows.push(...some);
    expect(rows.length).toBeGreaterThan(20);
    expect(new Set(rows.map(({de}) => de))).toEqual(new Set(['tickets']));
    expect(rows.every(({registro}) => registro > 0)).toBe(true);
  });
});
