/** The PostgreSQL server that is measured: a given one, or one started for this run alone. */
import {randomUUID} from 'node:crypto';
import {Client} from 'pg';
import {hasPostgres, startPostgres} from '../support/postgres.ts';

/** What an operator would give a server of this size; everything else is PostgreSQL's own. */
const SETTINGS = {shared_buffers: '512MB', max_wal_size: '4GB', max_connections: 200};

export interface Server {
  version: string;
  /** A database of its own, gone with {@link Server.close}. @returns its address */
  database: () => Promise<string>;
  close: () => Promise<void>;
}

/**
 * @param given the address of a server on which databases may be made; undefined: one is started
 * @throws Error, one Portuguese sentence, where there is none to start
 */
export const benchServer = async (given: string | undefined): Promise<Server> => {
  if (given === undefined && !await hasPostgres()) {
    throw new Error('Não há PostgreSQL nesta máquina. Instale o pacote postgresql, ou informe um servidor em BENCH_DATABASE_URL.');
  }
  const postgres = given === undefined ? await startPostgres(SETTINGS) : undefined;
  const url = given ?? postgres?.superuserUrl ?? '';
  const admin = new Client({connectionString: url});
  // Whoever waits for an answer hears of its end.
  admin.on('error', () => {});
  await admin.connect();
  const {rows: [setting]} = await admin.query<{server_version: string}>('show server_version');
  const names: string[] = [];
  return {
    version: setting?.server_version.split(' ')[0] ?? '',
    database: async () => {
      const name = `balcao_bench_${randomUUID().replaceAll('-', '')}`;
      await admin.query(`create database ${name}`);
      names.push(name);
      const own = new URL(url);
      own.pathname = `/${name}`;
      return own.href;
    },
    close: async () => {
      for (const name of names) await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      await postgres?.remove();
    },
  };
};
