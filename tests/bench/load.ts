/** Many clients at once, on the product and on the limit in turns of some seconds. */
import {mkdir, readFile, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {Client} from 'pg';
import {ask} from './ask.ts';
import {MIX, type Call} from './calls.ts';
import {LIMIT} from './limit/database.ts';
import {PRODUCT, startMeasured, type Measured} from './measured.ts';
import {median, placeName, requestsOf} from './latency.ts';
import type {Place} from './place.ts';
import type {Beside, Throughput} from './results.ts';

const CLIENTS = 16;
/** Milliseconds. */
const TURN = 3000;
const TURNS = 4;
/** Clock ticks in a second, as /proc counts CPU: the same on every Linux. */
const TICKS = 100;
/** How the product's connections call themselves. */
const APPLICATION = 'balcao';
const MOST_PROCESSES = 4;

/** Requests answered by so many clients in `duration` milliseconds, by turns by each process. @param first the first client's lane */
const answered = async (
  place: Place, processes: readonly Measured[], calls: readonly Call[], first: number, duration: number,
): Promise<number> => {
  const end = performance.now() + duration;
  let requests = 0;
  await Promise.all(Array.from({length: CLIENTS}, async (_, client) => {
    for (let turn = client; performance.now() < end; turn++) {
      const [call, process] = [calls[turn % calls.length], processes[turn % processes.length]];
      if (call === undefined || process === undefined) continue;
      for (const one of requestsOf(call, place, process, {number: first + client, turn})) {
        await ask(process.port, one);
        requests += 1;
      }
    }
  }));
  return requests;
};

/** Milliseconds of CPU by database process; nothing where they are another machine's. */
const databaseCpu = async (url: string, application: string): Promise<Map<number, number>> => {
  const client = new Client({connectionString: url});
  await client.connect();
  const {rows} = await client.query<{pid: number}>(
    "select pid from pg_stat_activity where datname = current_database() and split_part(application_name, ' ', 1) = $1", [application]);
  await client.end();
  const all = new Map<number, number>();
  for (const {pid} of rows) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // What follows the name: `utime` and `stime` are its twelfth and thirteenth.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (stat.includes('(postgres)')) all.set(pid, (Number(fields[11]) + Number(fields[12])) * 1000 / TICKS);
  }
  return all;
};

interface Side {
  processes: readonly Measured[];
  application: string;
  first: number;
  rates: number[];
  requests: number;
  cpu: number;
  databaseCpu: number | undefined;
}

const cpuOf = async (processes: readonly Measured[]): Promise<number> =>
  (await Promise.all(processes.map(process => process.used()))).reduce((sum, {cpu}) => sum + cpu, 0);

const turn = async (place: Place, side: Side, calls: readonly Call[], duration: number): Promise<void> => {
  const {url} = place;
  const ofDatabase = async () => (url === undefined ? new Map<number, number>() : databaseCpu(url, side.application));
  const [used, cpu] = [await cpuOf(side.processes), await ofDatabase()];
  const start = performance.now();
  const requests = await answered(place, side.processes, calls, side.first, duration);
  side.rates.push(requests / (performance.now() - start) * 1000);
  side.requests += requests;
  side.cpu += await cpuOf(side.processes) - used;
  for (const [pid, total] of await ofDatabase()) side.databaseCpu = (side.databaseCpu ?? 0) + total - (cpu.get(pid) ?? 0);
};

const resultOf = ({rates, requests, cpu, databaseCpu: ofDatabase}: Side): Throughput =>
  ({rate: median(rates), cpu: cpu / requests, databaseCpu: ofDatabase === undefined ? null : ofDatabase / requests});

const sideOf = (processes: readonly Measured[], application: string, first: number): Side =>
  ({processes, application, first, rates: [], requests: 0, cpu: 0, databaseCpu: undefined});

const measureSides = async (place: Place, sides: readonly Side[], calls: readonly Call[]): Promise<void> => {
  for (const side of sides) await answered(place, side.processes, calls, side.first, TURN / 3);
  for (let time = 0; time < TURNS; time++) for (const side of sides) await turn(place, side, calls, TURN);
};

/** What most people do most of the time, by sixteen of them who never rest. */
export const measureLoad = async (place: Place, calls: readonly Call[] = MIX): Promise<Beside<Throughput>> => {
  const product = sideOf([place.product], APPLICATION, CLIENTS);
  const limit = place.limit === undefined ? undefined : sideOf([place.limit], LIMIT, 2 * CLIENTS);
  await measureSides(place, limit === undefined ? [product] : [limit, product], calls);
  return {product: resultOf(product), limit: limit === undefined ? null : resultOf(limit)};
};

/** The same asked of one, two and four processes by turns. @param folder for those that are started beside the place's own */
export const measureProcesses = async (place: Place, folder: string): Promise<Record<string, Throughput>> => {
  const processes = [place.product];
  for (let number = 2; number <= MOST_PROCESSES; number++) {
    const own = join(folder, `processo-${number}`);
    // The folder of files is one.
    await mkdir(own, {recursive: true});
    await symlink(join(folder, placeName(place), 'files'), join(own, 'files'));
    processes.push(await startMeasured(PRODUCT, own, place.url));
  }
  const sides = [1, 2, MOST_PROCESSES].map(many => sideOf(processes.slice(0, many), APPLICATION, CLIENTS));
  await measureSides(place, sides, MIX);
  for (const other of processes.slice(1)) await other.stop();
  return Object.fromEntries(sides.map(side => [side.processes.length, resultOf(side)]));
};
