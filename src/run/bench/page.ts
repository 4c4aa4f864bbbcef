/** What a whole run found out, as the tables of `docs/performance.md`. */
import {CALLS, OTHERS, type Call} from './calls.ts';
import {PACE} from './events.ts';
import {EMBEDDED, type Beside, type Cost, type Results} from './results.ts';

const FROM = '<!-- npm run bench -->';
const TO = '<!-- / -->';

const text = new Intl.NumberFormat('en', {maximumSignificantDigits: 2, useGrouping: false});
const size = new Intl.NumberFormat('en', {notation: 'compact', compactDisplay: 'long'});

const over = (value: number | undefined, base: number | undefined): string =>
  (value === undefined || base === undefined || base === 0 ? '' : text.format(value / base));
const figure = (value: number | undefined): string => (value === undefined ? '' : text.format(value));

const tableOf = (titles: readonly string[], rows: readonly (readonly string[])[]): string => [
  titles, titles.map((_title, column) => (column === 0 ? '---' : '--:')), ...rows,
].map(cells => `| ${cells.join(' | ')} |`).join('\n');

/** @returns Markdown, with nothing in it that the run did not say */
const tablesOf = (results: Results): string => {
  const {chamadas, carga, eventos, memoria, data, versoes, nucleos} = results;
  const [most = '', smaller = ''] = Object.keys(carga).filter(place => place !== EMBEDDED).toSorted((a, b) => Number(b) - Number(a));
  const named = (place: string): string => (place === EMBEDDED ? 'embedded' : size.format(Number(place)));
  const at = ({key}: Call, place = most): Beside<Cost> | undefined => chamadas[key]?.[place];
  const grown = (call: Call, side: 'product' | 'limit'): string => over(at(call)?.[side]?.p50, at(call, smaller)?.[side]?.p50);
  const growth = `${named(smaller)} to ${named(most)}`;
  const told = (calls: readonly Call[]): {call: Call; told: string}[] =>
    calls.flatMap(call => (call.told === undefined || at(call) === undefined ? [] : [{call, told: call.told}]));
  return [
    `${data}, ${nucleos} cores, PostgreSQL ${versoes['postgresql'] ?? ''}, Node ${versoes['node'] ?? ''}.`,
    tableOf([`One client, ${named(most)} tickets`, 'ours ÷ limit', 'CPU ÷ limit', 'statements', growth, 'the limit\'s'],
      told(CALLS).map(({call, told: name}) => {
        const {product, limit} = at(call) ?? {};
        return [
          name, over(product?.p50, limit?.p50), over(product?.cpu, limit?.cpu), figure(product?.statements), grown(call, 'product'),
          grown(call, 'limit'),
        ];
      })),
    tableOf(['The product alone', 'ms', growth],
      told(OTHERS).map(({call, told: name}) => [name, figure(at(call)?.product.p50), grown(call, 'product')])),
    tableOf([
      'Place', '16 clients: requests ÷ limit', 'CPU ÷ limit', `${PACE} changes a second: p50, ms`, 'p95',
      'MB at the start', 'a minute after', 'the limit\'s',
    ], Object.entries(carga).map(([place, {product, limit}]) => [
      named(place), over(product.rate, limit?.rate), over(product.cpu, limit?.cpu),
      ...[eventos[place]?.p50, eventos[place]?.p95].map(figure),
      ...[memoria[place]?.product.inicio, memoria[place]?.product.fim, memoria[place]?.limit?.fim].map(figure),
    ])),
  ].join('\n\n');
};

/** @throws Error where the page has no place for them */
export const withTables = (page: string, results: Results): string => {
  const [from, to] = [page.indexOf(FROM), page.indexOf(TO)];
  if (from === -1 || to < from) throw new Error(`docs/performance.md não tem ${FROM} e ${TO}.`);
  return `${page.slice(0, from + FROM.length)}\n${tablesOf(results)}\n${page.slice(to)}`;
};
