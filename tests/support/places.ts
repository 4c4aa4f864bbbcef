/** Places to back up from and restore to: a folder, and a database in it or on the server of TEST_DATABASE_URL. */
import {mkdir, readdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {Readable} from 'node:stream';
import {sql} from 'kysely';
import {findProgram} from '../../src/server/backup/serverDatabase.ts';
import type {TaskControl} from '../../src/server/backup/progress.ts';
import {prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import {openDatabase, type Database} from '../../src/server/db/connection/open.ts';
import {createDiskStorage} from '../../src/server/files/diskStorage.ts';
import {createAttachmentStore} from '../../src/server/files/createAttachmentStore.ts';
import type {StoredFile} from '../../src/server/files/attachmentStore.ts';
import product from '../../resources.config.ts';
import {onServer} from './database.ts';
import {temporaryFolder} from './server.ts';
import {databaseOnServer} from './serverDatabase.ts';

const silent = (): void => {};

/** Whether a server's database can be backed up on this machine; an embedded one always can. */
export const canBackUp = !onServer || (await findProgram('pg_dump', 15).then(() => true, () => false));

export interface TestPlace {
  DATA_DIR: string;
  DATABASE_URL: string | undefined;
  files: string;
  remove(): Promise<void>;
}

/** An empty one. */
export const newPlace = async (): Promise<TestPlace> => {
  const {folder, remove} = await temporaryFolder();
  const DATA_DIR = join(folder, 'dados');
  const server = onServer ? await databaseOnServer(process.env['TEST_DATABASE_URL'] ?? '') : undefined;
  return {
    DATA_DIR, DATABASE_URL: server?.url, files: join(DATA_DIR, 'files'),
    remove: async () => {
      await server?.drop();
      await remove();
    },
  };
};

export const openPlace = (place: TestPlace): Promise<Database> => openDatabase(place, silent);

export const withPlace = async <T>(place: TestPlace, work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openPlace(place);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

/** What a person did to a file after it was sent. */
export interface TestFile {
  text: string;
  deleted?: boolean;
}

/** The product's tables, an identity, and a ticket with these files. */
export const fillPlace = (place: TestPlace, files: readonly TestFile[], identity: string): Promise<StoredFile[]> =>
  withPlace(place, async ({db}) => {
    await prepareDatabase(db, product, silent);
    await sql`create table if not exists instalacao (unica boolean primary key default true, identidade text not null)`.execute(db);
    await sql`insert into instalacao (identidade) values (${identity}) on conflict (unica) do update set identidade = ${identity}`
      .execute(db);
    await sql`insert into empresas (razao_social, cnpj, email, telefone) values ('Ação & Cia', '27465018000115', 'a@b.test', '1133334444')`
      .execute(db);
    await sql`insert into filiais (id_empresa, descricao) values (1, 'Matriz')`.execute(db);
    // As of a column that is calculated: what it was made from.
    await sql`comment on column empresas.email is 'de uma coluna'`.execute(db);
    await sql`insert into modelos_formulario (id_empresa, id_filial, descricao, chave) values (1, 1, 'Descarga', 'CH')`.execute(db);
    await sql`insert into usuarios (nome, email, tipo) values ('Ana', 'ana@b.test', 1)`.execute(db);
    await sql`insert into tickets (id_empresa, id_filial, id_modelo_formulario, id_usuario) values (1, 1, 1, 1)`.execute(db);
    // Of an unlogged table: in no copy.
    await sql`insert into presencas (recurso, id_registro, id_usuario) values ('tickets', 1, 1)`.execute(db);
    const store = createAttachmentStore(createDiskStorage(place.files));
    const stored: StoredFile[] = [];
    for (const {text, deleted = false} of files) {
      const file = await store.put(Readable.from([Buffer.from(text)]));
      await sql`insert into tickets_arquivos (id_registro, chave, nome_arquivo, tipo, origem, tamanho, sha256, id_usuario, data_exclusao)
        values (1, ${file.key}, 'nota.pdf', 'Nota Fiscal', 'portal', ${file.size}, ${file.sha256}, 1, case when ${deleted} then now() end)`
          .execute(db);
      stored.push(file);
    }
    await writeFile(join(place.files, 'identidade'), identity);
    return stored;
  });

/** Everything in every table that is in copies, and what is said of their columns, to be compared. */
export const rowsOf = (place: TestPlace): Promise<unknown> =>
  withPlace(place, async ({db}) => {
    const {rows} =
      await sql<{
        name: string;
      }>`select relname as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p' order by 1`.execute(db);
    const all: Record<string, unknown> = {};
    for (const {name} of rows) all[name] = (await sql`select to_jsonb(t) as row from ${sql.table(name)} as t order by to_jsonb(t)::text`
      .execute(db)).rows;
    const {rows: comments} = await sql`
      select objoid::regclass::text as of, description from pg_description
      where classoid = 'pg_class'::regclass and objoid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)
      order by 1, 2`.execute(db);
    return {...all, '#comments': comments};
  });

export const write = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), {recursive: true});
  await writeFile(path, text);
};

/** Names directly in a folder; none when it is not there. */
export const namesOf = (folder: string): Promise<string[]> => readdir(folder).then(names => names.toSorted(), () => []);

/** Nobody looks, nobody stops it. */
export const quiet = (more: Partial<TaskControl> = {}): TaskControl => ({progress: silent, signal: new AbortController().signal, ...more});
