/** The whole benchmark: fills databases of several sizes, and measures the product beside the limit in front of each. */
import {execFile} from 'node:child_process';
import {rmSync} from 'node:fs';
import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {availableParallelism, tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {dayFromToday} from '../../src/schema/fields/dates.ts';
import {buildPortal} from '../../src/run/portal/build.ts';
import {atEnd, PRODUCT, startMeasured, stopAll} from './measured.ts';
import {CALLS, OTHERS} from './calls.ts';
import {measureEvents} from './events.ts';
import {measureCall, median, placeName} from './latency.ts';
import {measureLoad, measureProcesses} from './load.ts';
import {fillPlace, openPlace, type Place, type PlaceName} from './place.ts';
import {amount, reportOf, withTables} from './report.ts';
import {EMBEDDED_SIZE, type Results} from './results.ts';
import {benchServer, type Server} from './server.ts';
import {measureWorks} from './works.ts';

/** The results that are part of the project, and what the last commit has of them. */
const FILE = 'docs/bench.json';
const PAGE = 'docs/performance.md';
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Undefined where there are none yet, or no repository. */
const committedResults = async (): Promise<Results | undefined> => {
  const shown = await promisify(execFile)('git', ['show', `HEAD:${FILE}`], {cwd: ROOT}).catch(() => undefined);
  return shown === undefined ? undefined : JSON.parse(shown.stdout) as Results;
};

/** Three digits: what is beyond them is noise. */
const rounded = (_key: string, value: unknown): unknown =>
  (typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value);

/** A line for each call and place, so that a change of the file says what changed; and the tables of the page that tells of them. */
const writeResults = async (results: Results): Promise<void> => {
  const text = JSON.stringify(results, rounded, 2)
    .replaceAll(/\{[^{}]*\{[^{}]*\}[^{}]*\}|\{[^{}]*\}/g, inner => (inner.length < 400 ? inner.replaceAll(/\s+/g, ' ') : inner));
  await writeFile(`${ROOT}${FILE}`, `${text}\n`);
  await writeFile(`${ROOT}${PAGE}`, withTables(await readFile(`${ROOT}${PAGE}`, 'utf8'), results));
};

/** How long the product takes from its start to its first answer: on nothing at all, and on what it made there. */
const TIMES = 3;

/** @returns milliseconds by kind of start, the middle of some */
const measureStarts = async (folder: string, server: Server): Promise<Record<string, number>> => {
  const times = new Map<string, number[]>();
  for (let time = 0; time < TIMES; time++) {
    for (const [kind, url] of [['servidor', await server.database()], ['embutido', undefined]] as const) {
      const own = join(folder, `partida-${kind}-${time}`);
      await mkdir(own, {recursive: true});
      for (const state of ['vazio', 'pronto']) {
        const {started, stop} = await startMeasured(PRODUCT, own, url);
        await stop();
        const name = `${kind}, ${state}`;
        times.set(name, [...times.get(name) ?? [], started]);
      }
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)]));
};

const SIZES = [10_000, 100_000, 1_000_000];
export const MOST = 1_000_000;
/** After the load memory is given back, and looked at. */
const MINUTE = 60_000;
const MEGABYTE = 1024 * 1024;

type Print = (line: string) => void;

/** Which databases are measured. @param most no larger one than this */
const placesUpTo = (most: number): PlaceName[] => {
  const sizes = SIZES.filter(size => size <= most);
  return [
    ...(sizes.length === 0 ? [most] : sizes).map(tickets => ({tickets, embedded: false})),
    {tickets: Math.min(EMBEDDED_SIZE, most), embedded: true},
  ];
};

const placeFor = async (name: PlaceName, folder: string, server: Server, print: Print): Promise<Place> => {
  const text = `${amount(name.tickets)} de tickets no banco ${name.embedded ? 'embutido' : 'PostgreSQL'}`;
  print(`Gravando ${text}…`);
  const start = performance.now();
  const url = name.embedded ? undefined : await server.database();
  const own = join(folder, placeName(name));
  const known = await fillPlace(own, url, name.tickets, tickets => {
    if (tickets % 200_000 === 0) print(`  ${amount(tickets)}…`);
  });
  print(`Gravados ${text} em ${Math.round((performance.now() - start) / 1000)} s.`);
  return openPlace(own, url, name, known);
};

/** The embedded database is filled beside the server's: each keeps a core busy. */
const openPlaces = async (folder: string, server: Server, most: number, print: Print): Promise<Place[]> => {
  const inTurn = async (names: readonly PlaceName[]): Promise<Place[]> => {
    const places: Place[] = [];
    for (const name of names) places.push(await placeFor(name, folder, server, print));
    return places;
  };
  const {embedded = [], server: onServer = []} = Object.groupBy(placesUpTo(most), name => (name.embedded ? 'embedded' : 'server'));
  return (await Promise.all([inTurn(onServer), inTurn(embedded)])).flat();
};

const memoryOf = async ({product, limit}: Place): Promise<[product: number, limit: number | undefined]> =>
  [(await product.used()).memory / MEGABYTE, limit === undefined ? undefined : (await limit.used()).memory / MEGABYTE];

const measure = async (places: readonly Place[], folder: string, results: Results, print: Print): Promise<void> => {
  const begun = await Promise.all(places.map(memoryOf));
  for (const call of [...CALLS, ...OTHERS]) {
    print(`Medindo: ${call.key}…`);
    results.chamadas[call.key] = await measureCall(call, places);
  }
  for (const place of places) {
    print(`Medindo: 16 clientes, ${place.embedded ? 'embutido' : amount(place.tickets)}…`);
    results.carga[placeName(place)] = await measureLoad(place);
    results.eventos[placeName(place)] = await measureEvents(place);
  }
  await setTimeout(MINUTE);
  for (const [at, place] of places.entries()) {
    const [[inicio = 0, bare] = [], [fim, after]] = [begun[at], await memoryOf(place)];
    results.memoria[placeName(place)] = {
      product: {inicio, fim}, limit: bare === undefined || after === undefined ? null : {inicio: bare, fim: after},
    };
  }
  const [larger, smaller = larger] = places.filter(({embedded}) => !embedded).toReversed();
  print('Medindo: um, dois e quatro processos…');
  if (larger !== undefined) results.processos = await measureProcesses(larger, folder);
  print('Medindo: exportações e contagens…');
  if (larger !== undefined && smaller !== undefined) results.trabalhos = await measureWorks(smaller, larger);
};

/**
 * Prints the results, and writes those of a whole run into the project.
 *
 * @param given the address of a PostgreSQL server on which databases may be made; undefined: one is started
 * @param most the largest number of tickets
 * @throws Error where product and limit answer differently, or something does not start
 */
export const bench = async (given: string | undefined, most: number, print: Print): Promise<void> => {
  await buildPortal();
  const folder = await mkdtemp(join(tmpdir(), 'balcao-bench-'));
  const forget = atEnd(() => rmSync(folder, {recursive: true, force: true}));
  const server = await benchServer(given);
  const begun = performance.now();
  try {
    const results: Results = {
      data: dayFromToday(0), versoes: {node: process.versions.node, postgresql: server.version}, nucleos: availableParallelism(),
      chamadas: {}, carga: {}, eventos: {}, processos: {}, memoria: {}, inicio: {}, trabalhos: {},
    };
    print('Medindo: partidas…');
    results.inicio = await measureStarts(folder, server);
    const places = await openPlaces(folder, server, most, print);
    await measure(places, folder, results, print);
    print('\nSó as razões se comparam (entre parênteses, as gravadas por último); os tempos são desta máquina, agora.\n');
    print(`${reportOf(results, await committedResults())}\n`);
    if (most < MOST) print(`Nada foi gravado: ${FILE} guarda somente medições com ${amount(MOST)} de tickets.`);
    else {
      await writeResults(results);
      print(`Gravado em ${FILE} e ${PAGE}, depois de ${Math.round((performance.now() - begun) / 60_000)} minutos.`);
    }
  } finally {
    await stopAll();
    await server.close();
    await rm(folder, {recursive: true, force: true});
    forget();
  }
};
