/** Works that are compared with others of the same run: exports with plain reading, moves with moves that nobody counts. */
import {Client} from 'pg';
import {ask} from './ask.ts';
import {CALLS} from './calls.ts';
import {measureLoad} from './load.ts';
import type {Place} from './place.ts';
import {measurePreview} from './preview.ts';

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
