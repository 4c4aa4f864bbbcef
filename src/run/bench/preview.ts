/** `npm run schema` on a database that people work with: how often it reads a table, and how long who writes waits beside it. */
import {setTimeout} from 'node:timers/promises';
import {Client} from 'pg';
import type {Config, Resource} from '../../schema/config/config.ts';
import type {Field} from '../../schema/fields/fields.ts';
import {openDatabase} from '../../server/db/connection/open.ts';
import {unlimited} from '../../server/db/oneAtATime.ts';
import {planDatabase} from '../../server/db/structure/migrate.ts';
import given from '../../../resources.config.ts';

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

/** @param id of the record that somebody writes meanwhile @param url of a database on a server, filled and looked at by nobody else */
export const measurePreview = async (url: string, total: number, id: number | undefined): Promise<Record<string, number>> => {
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
      await unlimited(db, one => planDatabase(one, config, kind));
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
