/** A database nobody needs: embedded in a folder, or one of its own on a server, gone afterwards. */
import {randomUUID} from 'node:crypto';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Pool} from 'pg';
import {openDatabase, type Database} from '../../server/db/open.ts';

export interface Throwaway extends Database {
  /** For the uploaded files. */
  folder: string;
}

const report = (message: string, error: unknown): void => void process.stderr.write(`${message} ${String(error)}\n`);

/** @param server the address of a PostgreSQL server on which a database may be made; undefined: embedded */
export const throwawayDatabase = async (server: string | undefined): Promise<Throwaway> => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-bench-'));
  const removed = () => rm(folder, {recursive: true, force: true});
  if (server === undefined) {
    const database = await openDatabase({DATA_DIR: folder, DATABASE_URL: undefined}, report);
    return {...database, folder, close: async () => {
      await database.close();
      await removed();
    }};
  }
  const name = `balcao_bench_${randomUUID().replaceAll('-', '')}`;
  const admin = new Pool({connectionString: server, max: 1});
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openDatabase({DATA_DIR: folder, DATABASE_URL: url.href}, report);
  return {...database, folder, close: async () => {
    await database.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    await removed();
  }};
};
