/** A run as tables of ratios, each beside what it was when results were committed last. */
import {CALLS, OTHERS} from './calls.ts';
import {PACE} from './events.ts';
import {EMBEDDED, EMBEDDED_SIZE, type Beside, type Cost, type Results, type Throughput} from './results.ts';
import {figure, ratio, tableOf} from './table.ts';

const compact = new Intl.NumberFormat('pt-BR', {notation: 'compact', compactDisplay: 'long'});
/** '100 mil' */
export const amount = (tickets: number): string => compact.format(tickets);
const placeText = (place: string): string => (place === EMBEDDED ? EMBEDDED : amount(Number(place)));

type Pick = (results: Results) => number | undefined;
type Side<T> = (beside: Beside<T>) => number | undefined;

const over = (value: number | null | undefined, base: number | null | undefined): number | undefined =>
  (typeof value === 'number' && typeof base === 'number' && base > 0 ? value / base : undefined);

/** Ours by the limit's. */
const byLimit = <T>(of: (one: T) => number | null): Side<T> => ({product, limit}) => over(of(product), limit === null ? null : of(limit));

/**
 * @param before what was committed last; undefined: nothing to compare with
 * @returns what is printed
 */
export const reportOf = (results: Results, before: Results | undefined): string => {
  const told = (pick: Pick): string => {
    const [now, was] = [pick(results), before && pick(before)];
    if (now === undefined) return '–';
    return was === undefined ? ratio(now) : `${ratio(now)} (era ${ratio(was)})`;
  };
  const sizes = Object.keys(results.carga).filter(place => place !== EMBEDDED).map(Number).toSorted((a, b) => a - b);
  const [largest = 0, smaller] = sizes.toReversed();
  const place = String(largest);
  const here = (key: string): Cost | undefined => results.chamadas[key]?.[place]?.product;
  const cost = (key: string, side: Side<Cost>): Pick => ({chamadas}) => {
    const beside = chamadas[key]?.[place];
    return beside && side(beside);
  };
  const time = ({chamadas}: Results, key: string, where: string): number | undefined => chamadas[key]?.[where]?.product.p50;
  const growth = (key: string): Pick => all => over(time(all, key, place), time(all, key, String(smaller)));
  // Beside a server with as many tickets.
  const embedded = (key: string): Pick => all => over(time(all, key, EMBEDDED), time(all, key, String(Math.min(EMBEDDED_SIZE, largest))));
  const grown = smaller === undefined ? 'Crescimento' : `${amount(smaller)} → ${amount(largest)}`;

  const limits = tableOf([`Com ${amount(largest)} de tickets`, 'Nosso ÷ limite', 'p95', 'CPU', 'Idas ao banco', grown, '(ms aqui)'],
    CALLS.map(({key, name}) => [
      name, told(cost(key, byLimit(one => one.p50))), told(cost(key, byLimit(one => one.p95))), told(cost(key, byLimit(one => one.cpu))),
      `${figure(here(key)?.statements)} e ${figure(results.chamadas[key]?.[place]?.limit?.statements)}`, told(growth(key)),
      figure(here(key)?.p50),
    ]));
  const others = tableOf(['Outras chamadas', grown, 'Embutido ÷ servidor', 'Idas ao banco', '(ms aqui)'],
    [...CALLS, ...OTHERS].map(({key, name}) => [
      name, told(growth(key)), told(embedded(key)), figure(here(key)?.statements), figure(here(key)?.p50),
    ]));
  const load = tableOf(['16 clientes', 'Requisições/s ÷ limite', 'CPU', 'CPU do banco', '(por segundo aqui)'],
    Object.entries(results.carga).map(([name, beside]) => {
      const side = (of: Side<Throughput>): Pick => ({carga}) => {
        const one = carga[name];
        return one && of(one);
      };
      return [
        placeText(name), told(side(byLimit(one => one.rate))), told(side(byLimit(one => one.cpu))),
        told(side(byLimit(one => one.databaseCpu))), figure(beside.product.rate),
      ];
    }));
  const events = tableOf([`${PACE} mudanças/s`, 'p50 até quem olha (ms aqui)', 'p95'],
    Object.entries(results.eventos).map(([name, {p50, p95}]) => [placeText(name), figure(p50), figure(p95)]));
  const memory = tableOf(['Memória (MB)', 'Ao iniciar', 'Um minuto depois da carga', 'Limite ao iniciar', 'Um minuto depois'],
    Object.entries(results.memoria).map(([name, {product, limit}]) =>
      [placeText(name), figure(product.inicio), figure(product.fim), figure(limit?.inicio), figure(limit?.fim)]));
  const starts = tableOf(['Da partida à primeira resposta', '÷ servidor, pronto', '(ms aqui)'],
    Object.entries(results.inicio).map(([name, took]) =>
      [name, told(({inicio}) => over(inicio[name], inicio['servidor, pronto'])), figure(took)]));
  const works = tableOf(['Trabalho', 'Razão'], Object.keys(results.trabalhos).map(name => [name, told(({trabalhos}) => trabalhos[name])]));
  return [limits, others, load, events, memory, starts, works].join('\n\n');
};
