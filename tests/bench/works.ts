/** Works that are compared with others of the same run: exports with plain reading, moves with moves that nobody counts. */
import {setTimeout} from 'node:timers/promises';
import {Client} from 'pg';
import given from '../../resources.config.ts';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {openDatabase} from '../../src/server/db/connection/open.ts';
import {withoutTimeouts} from '../../src/server/db/advisoryLocks.ts';
import {planDatabase} from '../../src/server/db/structure/migrate.ts';
import {ask} from './ask.ts';
import {CALLS} from './calls.ts';
import {measureLoad} from './load.ts';
import type {Place} from './place.ts';

const product: Config = given;
const tickets = product.resources['tickets'] as Resource;
const changed = (name: string, more: object): Record<string, Field> => ({[name]: {...tickets.fields[name], ...more} as Field});
const {itensFormulario: _gone, ...others} = tickets.fields;
const status = tickets.fields[tickets.status ?? ''];
/** Each asks something of every ticket. */
const CHANGES: Readonly<Record<string, Field>>[] = [
  others, changed('descricao', {maxLength: 10}), changed('versaoModelo', {max: 1}), changed('codigoTransportadora', {unique: 'global'}),
  changed(tickets.status ?? '', {choices: status?.kind === 'escolha' ? status.choices.filter(({id}) => id !== 8) : []}),
];
const fields = Object.assign({}, ...CHANGES) as Resource['fields'];
const config: Config = {...product, resources: {...product.resources, tickets: {...tickets, fields}}};

const rowsRead = async (client: Client): Promise<number> => {
  const {rows: [row]} = await client.query<{n: string}>(
    `select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as n from pg_stat_user_tables where relname = 'tickets'`);
  return Number(row?.n ?? 0);
};
/** A connection tells what it read after it has ended. */
const TOLD_AFTER = 2000;

/** Changes one record again and again. @returns how long the longest took, in milliseconds */
const longestWrite = async (client: Client, id: number | undefined, end: AbortSignal): Promise<number> => {
  let longest = 0;
  while (!end.aborted) {
    const start = performance.now();
    await client.query('update tickets set versao = versao + 1 where id = $1', [id]);
    longest = Math.max(longest, performance.now() - start);
  }
  return longest;
};

/**
 * `npm run schema` on a database that people work with: how often it reads a table, and how long who writes waits beside it.
 *
 * @param id of the record that somebody writes meanwhile
 * @param url of a database on a server, filled and looked at by nobody else
 */
const measurePreview = async (url: string, total: number, id: number | undefined): Promise<Record<string, number>> => {
  const client = new Client({connectionString: url});
  await client.connect();
  const beside = async (work: () => Promise<unknown>): Promise<number> => {
    const end = new AbortController();
    const [longest] = await Promise.all([longestWrite(client, id, end.signal), work().finally(() => end.abort())]);
    return longest;
  };
  const preview = async (): Promise<void> => {
    const {db, kind, close} = await openDatabase({DATA_DIR: '', DATABASE_URL: url}, () => {});
    try {
      await withoutTimeouts(db, one => planDatabase(one, config, kind));
    } finally {
      await close();
    }
  };
  try {
    const before = await rowsRead(client);
    const start = performance.now();
    const waited = await beside(preview);
    const alone = await beside(() => setTimeout(performance.now() - start));
    await setTimeout(TOLD_AFTER);
    return {
      'Leituras da tabela pela prévia ÷ mudanças que pedem uma': (await rowsRead(client) - before) / total / CHANGES.length,
      'Espera mais longa de quem grava ao lado da prévia ÷ sem ela': waited / alone,
    };
  } finally {
    await client.end();
  }
};

/** Suppliers exported per second. */
const exportSpeed = async ({product, tokens, tickets}: Place, formato: 'csv' | 'xlsx'): Promise<number> => {
  const start = performance.now();
  await ask(product.port, {method: 'GET', path: `/api/fornecedores/exportar?formato=${formato}`, token: tokens.adm});
  return tickets / 10 / (performance.now() - start) * 1000;
};

/** The same read per second with nothing done to them. */
const readSpeed = async (url: string): Promise<number> => {
  const client = new Client({connectionString: url});
  await client.connect();
  const start = performance.now();
  const {rows} = await client.query('select f.*, e.razao_social as empresa from fornecedores f join empresas e on e.id = f.id_empresa');
  const speed = rows.length / (performance.now() - start) * 1000;
  await client.end();
  return speed;
};

const TIMES = 3;

const best = async (work: () => Promise<number>): Promise<number> => {
  const all: number[] = [];
  for (let time = 0; time < TIMES; time++) all.push(await work());
  return Math.max(...all);
};

/** Moves per second with the counting and without. Counts are wrong afterwards. */
const countingCost = async (place: Place, url: string): Promise<number> => {
  const moves = CALLS.filter(({key}) => key === 'mover');
  const client = new Client({connectionString: url});
  await client.connect();
  const counted = await measureLoad({...place, limit: undefined}, moves);
  await client.query('alter table tickets disable trigger user');
  const bare = await measureLoad({...place, limit: undefined}, moves);
  await client.query('alter table tickets enable trigger user');
  await client.end();
  return counted.product.rate / bare.product.rate;
};

/** @param places the smaller and the larger one, on a server */
export const measureWorks = async (smaller: Place, larger: Place): Promise<Record<string, number>> => {
  const [url = ''] = [larger.url];
  const small = await best(() => exportSpeed(smaller, 'csv'));
  const csv = await best(() => exportSpeed(larger, 'csv'));
  const xlsx = await best(() => exportSpeed(larger, 'xlsx'));
  const read = await best(() => readSpeed(url));
  return {
    'Linhas/s em CSV ÷ com um décimo das linhas': csv / small,
    'Linhas/s em CSV ÷ lidas em SQL': csv / read,
    'Linhas/s em XLSX ÷ em CSV': xlsx / csv,
    ...await measurePreview(url, larger.tickets, larger.open[0]),
    'Movimentos/s, 16 clientes ÷ sem as contagens': await countingCost(larger, url),
  };
};
