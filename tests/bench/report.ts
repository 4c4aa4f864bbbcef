/** A run as tables of ratios, in Markdown that reads in a terminal as well: they are printed, and stand in `docs/performance.md`. */
import {CALLS, OTHERS} from './calls.ts';
import {PACE} from './events.ts';
import {EMBEDDED, EMBEDDED_SIZE, type Beside, type Cost, type Results, type Throughput} from './results.ts';

const FROM = '<!-- npm run bench -->';
const TO = '<!-- / -->';

const number = new Intl.NumberFormat('en', {maximumSignificantDigits: 3, useGrouping: false});
const compact = (language: string): Intl.NumberFormat => new Intl.NumberFormat(language, {notation: 'compact', compactDisplay: 'long'});
/** '100 mil' */
export const amount = (tickets: number): string => compact('pt-BR').format(tickets);

const figure = (value: number | null | undefined): string => (typeof value === 'number' ? number.format(value) : '–');

/** Texts to the left, numbers to the right. */
export const tableOf = (titles: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = titles.map((title, column) => Math.max(3, title.length, ...rows.map(row => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${widths.map((width, column) =>
    (column === 0 ? (cells[0] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width))).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [titles, rule, ...rows].map(line).join('\n');
};

type Pick = (results: Results) => number | undefined;

const over = (value: number | null | undefined, base: number | null | undefined): number | undefined =>
  (typeof value === 'number' && typeof base === 'number' && base > 0 ? value / base : undefined);

/** Ours by the limit's. */
const byLimit = <T>(of: (one: T) => number | null) => ({product, limit}: Beside<T>): number | undefined =>
  over(of(product), limit === null ? null : of(limit));

/**
 * @param before what each figure stands beside, in brackets: what was committed last; undefined: nothing
 * @returns tables, with nothing in them that the run did not say
 */
export const reportOf = (results: Results, before?: Results): string => {
  const told = (pick: Pick): string => {
    const [now, was] = [pick(results), before && pick(before)];
    return now === undefined || was === undefined ? figure(now) : `${figure(now)} (${figure(was)})`;
  };
  const sizes = Object.keys(results.carga).filter(place => place !== EMBEDDED).map(Number).toSorted((a, b) => a - b);
  const [largest = 0, smaller] = sizes.toReversed();
  const place = String(largest);
  const named = (name: string | number | undefined): string => (name === EMBEDDED ? 'embedded' : compact('en').format(Number(name)));
  const here = (key: string): Beside<Cost> | undefined => results.chamadas[key]?.[place];
  const time = ({chamadas}: Results, key: string, where: string, side: 'product' | 'limit' = 'product'): number | undefined =>
    chamadas[key]?.[where]?.[side]?.p50;
  const growth = (key: string, side?: 'limit'): Pick => all => over(time(all, key, place, side), time(all, key, String(smaller), side));
  // Beside a server with as many tickets.
  const embedded = (key: string): Pick => all => over(time(all, key, EMBEDDED), time(all, key, String(Math.min(EMBEDDED_SIZE, largest))));
  const grown = smaller === undefined ? 'growth' : `${named(smaller)} to ${named(largest)}`;
  return [
    tableOf(
      [`One client, ${named(largest)} tickets`, 'ours ÷ limit', 'p95', 'CPU', 'statements', 'the limit\'s', grown, 'the limit\'s', 'ms'],
      CALLS.map(({key, name}) => [
        name, ...(['p50', 'p95', 'cpu'] as const).map(what => told(({chamadas}) => {
          const beside = chamadas[key]?.[place];
          return beside && byLimit<Cost>(one => one[what])(beside);
        })),
        figure(here(key)?.product.statements), figure(here(key)?.limit?.statements), told(growth(key)), told(growth(key, 'limit')),
        figure(here(key)?.product.p50),
      ]),
    ),
    tableOf(['The product alone', grown, 'embedded ÷ server', 'statements', 'ms'], [...CALLS, ...OTHERS].map(({key, name}) =>
      [name, told(growth(key)), told(embedded(key)), figure(here(key)?.product.statements), figure(here(key)?.product.p50)])),
    tableOf(['16 clients', 'requests a second ÷ limit', 'CPU', 'CPU of the database', 'a second'],
      Object.entries(results.carga).map(([name, {product}]) => {
        const side = (of: (one: Throughput) => number | null): string => told(({carga}) => carga[name] && byLimit(of)(carga[name]));
        return [named(name), side(({rate}) => rate), side(({cpu}) => cpu), side(({databaseCpu}) => databaseCpu), figure(product.rate)];
      })),
    tableOf([`${PACE} changes a second`, 'p50, ms', 'p95', 'of a core', 'kB a stream, above a bare one'],
      Object.entries(results.eventos).map(([name, {p50, p95, cpu, memory}]) => [named(name), ...[p50, p95, cpu, memory].map(figure)])),
    tableOf([`Processes, ${named(largest)}`, 'CPU of them ÷ one', 'of the database ÷ one', 'ms a request', 'of the database', 'a second'],
      Object.entries(results.processos).map(([name, {rate, cpu, databaseCpu}]) => {
        const {1: one} = results.processos;
        return [name, ...[over(cpu, one?.cpu), over(databaseCpu, one?.databaseCpu), cpu, databaseCpu, rate].map(figure)];
      })),
    tableOf(['Memory, MB', 'at the start', 'a minute after', 'the limit\'s', 'a minute after'],
      Object.entries(results.memoria).map(([name, {product, limit}]) =>
        [named(name), ...[product.inicio, product.fim, limit?.inicio, limit?.fim].map(figure)])),
    tableOf(['From start to first answer', '÷ server, ready', 'ms'], Object.entries(results.inicio).map(([name, took]) =>
      [name, told(({inicio}) => over(inicio[name], inicio['servidor, pronto'])), figure(took)])),
    tableOf(['Work', 'ratio'], Object.keys(results.trabalhos).map(name => [name, told(({trabalhos}) => trabalhos[name])])),
  ].join('\n\n');
};

/** The page with the tables of this run. @throws Error where it has no place for them */
export const withTables = (page: string, results: Results): string => {
  const [from, to] = [page.indexOf(FROM), page.indexOf(TO)];
  if (from === -1 || to < from) throw new Error(`docs/performance.md não tem ${FROM} e ${TO}.`);
  const {data, nucleos, versoes} = results;
  const head = `${data}, ${nucleos} cores, PostgreSQL ${versoes['postgresql'] ?? ''}, Node ${versoes['node'] ?? ''}.`;
  return `${page.slice(0, from + FROM.length)}\n${head}\n\n${reportOf(results)}\n${page.slice(to)}`;
};
