/** What many cost who look on, while records move at a steady pace, and how late they hear of it. */
import {request} from 'node:http';
import {setTimeout} from 'node:timers/promises';
import {EVENTS_CALL} from '../../src/schema/events.ts';
import {parseEndpoint} from '../../src/schema/paths.ts';
import {loadSigningKey} from '../../src/server/accounts/signingKey.ts';
import {createTokens} from '../../src/server/accounts/tokens.ts';
import {ask} from './ask.ts';
import {percentile} from './latency.ts';
import {JWT_SECRET, type Measured} from './measured.ts';
import type {Place} from './place.ts';
import type {Watched} from './results.ts';

/** Changes in a second. */
export const PACE = 50;
const SECOND = 1000;
/** How often all that are watched are moved. */
const ROUNDS = 5;
/** How long the last change may take to be heard of: a run of many minutes does not end for a machine that is busy. */
const PATIENCE = 60 * SECOND;
/** Streams that are opened at once. */
const AT_ONCE = 50;
const KILOBYTE = 1024;
/** Bytes less than before that are no more given back. */
const STILL = 256 * KILOBYTE;

/** A record that changed, as it was sent or as it was heard; `at` in milliseconds. */
interface Change {
  id: number;
  versao: number;
  at: number;
}

interface Stream {
  heard: readonly Change[];
  leave: () => void;
}

/** @returns what is heard, as it comes, and what ends it */
const listen = (port: number, token: string): Promise<Stream> => new Promise((resolve, reject) => {
  const heard: Change[] = [];
  const headers = {authorization: `Bearer ${token}`};
  const sent = request({host: '127.0.0.1', port, path: `/api/${parseEndpoint(EVENTS_CALL).path}`, headers}, answer => {
    answer.setEncoding('utf8').on('data', (text: string) => {
      for (const [, id, versao] of text.matchAll(/"id":(\d+),"versao":(\d+)/g)) {
        heard.push({id: Number(id), versao: Number(versao), at: performance.now()});
      }
    });
    if (answer.statusCode === 200) resolve({heard, leave: () => sent.destroy()});
    else reject(new Error(`Um fluxo de eventos respondeu ${answer.statusCode}.`));
  });
  sent.once('error', reject);
  sent.end();
});

/** @returns bytes that a process holds, once it has given back what other work left behind: of that there is more than streams take */
const settled = async ({used}: Measured): Promise<number> => {
  for (let before = Infinity, end = performance.now() + PATIENCE; ;) {
    const {held = 0} = await used('held');
    if (before - held < STILL || performance.now() > end) return held;
    before = held;
    await setTimeout(2 * SECOND);
  }
};

const openAll = async (port: number, tokens: readonly string[]): Promise<readonly Stream[]> => {
  const streams: Stream[] = [];
  for (let at = 0; at < tokens.length; at += AT_ONCE) {
    streams.push(...await Promise.all(tokens.slice(at, at + AT_ONCE).map(token => listen(port, token))));
  }
  return streams;
};

/** @returns the bytes that a process holds for each of them: more than before, and than after, for what it takes and gives back besides */
const weighed = async (process: Measured, tokens: readonly string[]): Promise<number> => {
  // What the first of all brings along is no other's.
  const first = await listen(process.port, tokens[0] ?? '');
  const before = await settled(process);
  const streams = await openAll(process.port, tokens);
  const held = await settled(process);
  for (const {leave} of streams) leave();
  const after = await settled(process);
  first.leave();
  return (held - (before + after) / 2) / tokens.length;
};

type Signed = ReturnType<typeof createTokens>;

/** Moves what is watched at {@link PACE}, there and back. @returns milliseconds of CPU a second, and what was changed when */
const move = async ({product, watched}: Place, signed: Signed): Promise<{cpu: number; made: readonly Change[]}> => {
  const tokens = await Promise.all(watched.map(user => signed.issue(user)));
  const changes: Promise<Change>[] = [];
  const change = async (way: string, id: number, token: string, before: Promise<unknown> | undefined): Promise<Change> => {
    await before;
    const at = performance.now();
    const answer = await ask(product.port, {method: 'PUT', path: `/api/tickets/${way}/${id}`, token});
    return {at, ...JSON.parse(answer.toString()) as Omit<Change, 'at'>};
  };
  const [begun, {cpu: before}] = [performance.now(), await product.used()];
  for (let round = 0; round < ROUNDS * 2; round++) {
    for (const [place, {idTicket: id}] of watched.entries()) {
      changes.push(change(round % 2 === 0 ? 'iniciar-atendimento' : 'devolver', id, tokens[place] ?? '', changes.at(-watched.length)));
      // By the clock, not by what sending takes.
      await setTimeout(Math.max(0, begun + changes.length * SECOND / PACE - performance.now()));
    }
  }
  const made = await Promise.all(changes);
  const {cpu} = await product.used();
  return {made, cpu: (cpu - before) / (performance.now() - begun)};
};

/** Who hears of a newer version has heard of those before it. @returns milliseconds of each who heard of each change, sorted */
const delaysOf = (made: readonly Change[], streams: readonly Stream[]): number[] => made.flatMap(change => streams.flatMap(({heard}) => {
  const first = heard.find(({id, versao}) => id === change.id && versao >= change.versao);
  return first === undefined ? [] : [first.at - change.at];
})).toSorted((a, b) => a - b);

/** From asking for a change until somebody hears of it, and what all who listen take. */
export const measureEvents = async (place: Place): Promise<Watched> => {
  const signed = createTokens(await loadSigningKey({JWT_SECRET, DATA_DIR: ''}));
  const tokens = await Promise.all(place.listeners.map(user => signed.issue(user)));
  const [own, bare] = [await weighed(place.product, tokens), place.limit === undefined ? undefined : await weighed(place.limit, tokens)];
  const unheard = await move(place, signed);
  const streams = await openAll(place.product.port, tokens);
  const {made, cpu} = await move(place, signed);
  const all = made.length * place.listeners.length / place.watched.length;
  let delays = delaysOf(made, streams);
  for (const end = performance.now() + PATIENCE; delays.length < all && performance.now() < end; delays = delaysOf(made, streams)) {
    await setTimeout(SECOND);
  }
  for (const {leave} of streams) leave();
  if (delays.length < all) throw new Error('Somebody did not hear of a change.');
  return {
    p50: percentile(delays, 0.5), p95: percentile(delays, 0.95), cpu: cpu - unheard.cpu,
    memory: bare === undefined ? null : (own - bare) / KILOBYTE,
  };
};
