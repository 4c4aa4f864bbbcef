/** What one call costs one client, everywhere in turns: whatever else the machine does falls on all alike. */
import {ask, type Asked} from './ask.ts';
import type {Call, Lane} from './calls.ts';
import type {Measured} from './measured.ts';
import type {Place} from './place.ts';
import {EMBEDDED, type Beside, type Cost} from './results.ts';

/** The first so many are not timed: they are slower in every process; a database decides after five how it goes on planning a statement. */
const WARM = 12;
const ROUNDS = 60;
const FEWEST = 7;
/** Milliseconds after which no other round begins. */
const LONG = 8000;

export const placeName = ({embedded, tickets}: Pick<Place, 'embedded' | 'tickets'>): string => (embedded ? EMBEDDED : String(tickets));

interface Target {
  place: Place;
  process: Measured;
  lane: number;
  times: number[];
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export const median = (values: readonly number[]): number => percentile(values.toSorted((a, b) => a - b), 0.5);

/** What a process is asked. */
export const requestsOf = ({asked, atLimit}: Call, place: Place, process: Measured, lane: Lane): Asked[] =>
  asked(place, lane).map(one => (atLimit === undefined || process !== place.limit ? one : {...one, path: atLimit(one.path)}));

/** Asks once. @returns milliseconds for each request of it */
const timed = async (call: Call, {place, process, lane}: Target, turn: number): Promise<number> => {
  const asked = requestsOf(call, place, process, {number: lane, turn});
  const start = performance.now();
  for (const one of asked) await ask(process.port, one);
  return (performance.now() - start) / asked.length;
};

/** Statements of each request: the fewest of some tries, as a process has others of its own now and then. */
const statementsOf = async (call: Call, target: Target): Promise<number> => {
  const counts: number[] = [];
  for (let turn = 0; turn < WARM; turn++) {
    const {statements} = await target.process.used();
    await timed(call, target, turn);
    counts.push((await target.process.used()).statements - statements);
  }
  return Math.min(...counts) / call.asked(target.place, {number: target.lane, turn: 0}).length;
};

/** What an answer says, whatever the order of its names. */
const said = (answer: Buffer): string => JSON.stringify(JSON.parse(answer.toString()), (_name, value: unknown) =>
  (typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))) : value));

/** @throws Error where the two answer differently: what is compared would be two things */
const demandEqual = async (call: Call, place: Place, limit: Measured): Promise<void> => {
  const answers: string[] = [];
  const lane = {number: 0, turn: 0};
  // So often that what is told of the past is the same, however often it was done.
  for (let turn = 0; turn < WARM; turn++) for (const one of call.asked(place, lane)) await ask(place.product.port, one);
  for (const process of [place.product, limit]) {
    let all = '';
    for (const one of requestsOf(call, place, process, lane)) {
      all += said(await ask(process.port, {...one, headers: {...one.headers, 'accept-encoding': 'identity'}}));
    }
    answers.push(call.differs === undefined ? all : all.replaceAll(call.differs, ''));
  }
  const [ours = '', theirs = ''] = answers;
  if (ours === theirs) return;
  let at = 0;
  while (ours[at] === theirs[at]) at += 1;
  const near = (text: string): string => text.slice(Math.max(0, at - 100), at + 100);
  throw new Error(`${call.name}: o produto e o limite respondem diferente.\n${near(ours)}\n${near(theirs)}`);
};

/** @returns by place what the call costs */
export const measureCall = async (call: Call, places: readonly Place[]): Promise<Record<string, Beside<Cost>>> => {
  const pairs = places.map(place => {
    const target = (process: Measured, lane: number): Target => ({place, process, lane, times: []});
    return {place, product: target(place.product, 1), limit: call.limit && place.limit !== undefined ? target(place.limit, 2) : undefined};
  });
  for (const {place, limit} of pairs) if (limit !== undefined) await demandEqual(call, place, limit.process);
  const targets = pairs.flatMap(({product, limit}) => (limit === undefined ? [product] : [limit, product]));
  const statements = new Map<Target, number>();
  for (const target of targets) statements.set(target, await statementsOf(call, target));

  const before = await Promise.all(targets.map(({process}) => process.used()));
  const end = performance.now() + LONG;
  for (let turn = 0; turn < ROUNDS && (turn < FEWEST || performance.now() < end); turn++) {
    for (const target of targets) target.times.push(await timed(call, target, turn));
  }
  const after = await Promise.all(targets.map(({process}) => process.used()));

  const costOf = (target: Target): Cost => {
    const at = targets.indexOf(target);
    const [first, last] = [before[at], after[at]];
    const requests = target.times.length * call.asked(target.place, {number: target.lane, turn: 0}).length;
    const sorted = target.times.toSorted((a, b) => a - b);
    const cpu = ((last?.cpu ?? 0) - (first?.cpu ?? 0)) / requests;
    return {p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), cpu, statements: statements.get(target) ?? 0};
  };
  return Object.fromEntries(pairs.map(({place, product, limit}) =>
    [placeName(place), {product: costOf(product), limit: limit === undefined ? null : costOf(limit)}]));
};
