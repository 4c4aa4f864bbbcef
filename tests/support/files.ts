/** A folder of files with rows in a test's database, without going through the API. */
import {mkdir, utimes} from 'node:fs/promises';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {sql} from 'kysely';
import {diskStore} from '../../src/server/files/diskStore.ts';
import type {StorePlace} from '../../src/server/files/identity.ts';
import {binned, collected, keysIn} from '../../src/server/files/layout.ts';
import {PDF} from './tickets.ts';

export const DAY = 24 * 3_600_000;

/** Stores files as `days` ago. @returns their keys */
export const storedFiles = async (folder: string, count: number, days = 2): Promise<string[]> => {
  const store = diskStore(folder);
  const when = new Date(Date.now() - days * DAY);
  const keys: string[] = [];
  for (let at = 0; at < count; at++) {
    const {key} = await store.put(Readable.from([PDF]));
    await utimes(join(folder, key), when, when);
    keys.push(key);
  }
  return keys;
};

/** Gives files rows on the one ticket there is; deleted `days` ago where that is said. */
export const addRows = async ({db}: Pick<StorePlace, 'db'>, keys: readonly string[], deletedDays?: number): Promise<void> => {
  for (const chave of keys) {
    await sql`insert into tickets_arquivos (id_registro, chave, nome_arquivo, tipo, origem, tamanho, sha256, id_usuario, data_exclusao)
      select t.id, ${chave}, 'a.pdf', 'Laudo', 'Portal', ${PDF.length}, '', t.id_usuario, now() - make_interval(days => ${deletedDays ?? null}::integer)
      from tickets t order by t.id limit 1`.execute(db);
  }
};

/** Where everything is: keys where they belong, and those of the bin with their day. */
export const contentsOf = async (folder: string): Promise<{stored: string[]; bin: string[]}> => ({
  stored: (await collected(keysIn(folder))).toSorted((a, b) => a.localeCompare(b)),
  bin: (await collected(binned(folder))).map(({day, key}) => `${day}/${key}`).toSorted((a, b) => a.localeCompare(b)),
});

/** A place with a folder of its own. */
export const placeIn = async (root: string, name: string, {db}: Pick<StorePlace, 'db'>): Promise<StorePlace> => {
  const folder = join(root, name, 'files');
  await mkdir(join(root, name), {recursive: true});
  return {folder, db, name: 'servidor/banco'};
};
