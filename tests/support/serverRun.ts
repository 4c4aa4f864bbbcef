/**
 * Setup of all tests on a PostgreSQL server: what they make there begins with the name of their run and goes with it. A run that was
 * broken off removes nothing: the next one does. Runs that are under way at the same time, on one server, leave each other alone.
 */
import {randomUUID} from 'node:crypto';
import {Client} from 'pg';
import type {TestProject} from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The name of the run; none where tests ask a server beside this setup. */
    serverRun?: string;
  }
}

const BEGINNING = 'balcao_teste_';

/** How the names of a run's databases begin. */
export const databasesOf = (run: string): string => `${BEGINNING}${run}_`;

/** Drops the databases of runs. @param which a condition on `corrida`, the name of one */
const dropThose = async (client: Client, which: string, values: readonly string[] = []): Promise<void> => {
  const {rows} = await client.query<{name: string}>(
    `select datname as name from pg_database, substring(datname from '^${BEGINNING}([0-9a-f]{8})_') as corrida
    where corrida is not null and pg_get_userbyid(datdba) = current_user and ${which}`, [...values],
  );
  // Another run may be at the same.
  for (const {name} of rows) await client.query(`drop database if exists ${name} with (force)`);
};

/** Begins a run. @returns its name, and what ends it */
export const beginRun = async (): Promise<{run: string; end: () => Promise<void>}> => {
  const run = randomUUID().slice(0, 8);
  // Open as long as the run: by it others see that somebody has those databases.
  const client = new Client({connectionString: process.env['TEST_DATABASE_URL'], application_name: databasesOf(run)});
  // Its loss is told when it is asked again.
  client.on('error', () => {});
  await client.connect();
  await dropThose(client, `not exists (select from pg_stat_activity where application_name = '${BEGINNING}' || corrida || '_')`);
  return {run, end: async () => {
    await dropThose(client, 'corrida = $1', [run]);
    await client.end();
  }};
};

/** Of the process that sets up; those that run tests are told. */
let own: string | undefined;

/** How the names of this run's databases begin; of nobody's, where tests ask a server beside a setup. */
export const ourDatabases = async (): Promise<string> => databasesOf(own ?? (await import('vitest')).inject('serverRun') ?? 'sem_corrida');

export default async ({provide}: TestProject): Promise<() => Promise<void>> => {
  const {run, end} = await beginRun();
  own = run;
  provide('serverRun', run);
  return end;
};
