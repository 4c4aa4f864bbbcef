/** How late those who look on hear of it, while records move at a steady pace. */
import {request} from 'node:http';
import {setTimeout} from 'node:timers/promises';
import {EVENTS} from '../../schema/events.ts';
import {parseEndpoint} from '../../schema/paths.ts';
import {signingKey} from '../../server/accounts/key.ts';
import {createTokens} from '../../server/accounts/tokens.ts';
import {ask} from './ask.ts';
import {percentile} from './latency.ts';
import {JWT_SECRET} from './measured.ts';
import type {Place} from './place.ts';
import type {Delay} from './results.ts';

/** Changes in a second. */
export const PACE = 50;
const SECOND = 1000;
/** How long the last change may take to be heard of, in milliseconds. */
const PATIENCE = 5 * SECOND;

/** A record that changed, as it was sent or as it was heard; `at` in milliseconds. */
interface Change {
  id: number;
  versao: number;
  at: number;
}

/** @returns what is heard, as it comes, and what ends it */
const listen = (port: number, token: string): Promise<{heard: readonly Change[]; leave: () => void}> => new Promise((resolve, reject) => {
  const heard: Change[] = [];
  const headers = {authorization: `Bearer ${token}`};
  const sent = request({host: '127.0.0.1', port, path: `/api/${parseEndpoint(EVENTS).path}`, headers}, answer => {
    answer.setEncoding('utf8').on('data', (text: string) => {
      for (const [, id, versao] of text.matchAll(/"id":(\d+),"versao":(\d+)/g)) {
        heard.push({id: Number(id), versao: Number(versao), at: performance.now()});
      }
    });
    resolve({heard, leave: () => sent.destroy()});
  });
  sent.once('error', reject);
  sent.end();
});

/** From asking for a change until somebody hears of it, with all who listen and {@link PACE}. */
export const measureEvents = async ({product: {port}, tokens, listeners, open}: Place): Promise<Delay> => {
  const signed = createTokens(await signingKey({JWT_SECRET, DATA_DIR: ''}));
  const streams = await Promise.all(listeners.map(async user => listen(port, await signed.issue(user))));
  const changes: Promise<Change>[] = [];
  for (const way of ['iniciar-atendimento', 'devolver']) {
    for (const id of open) {
      const at = performance.now();
      changes.push(ask(port, {method: 'PUT', path: `/api/tickets/${way}/${id}`, token: tokens.gestor})
        .then(answer => ({at, ...JSON.parse(answer.toString()) as Omit<Change, 'at'>})));
      await setTimeout(SECOND / PACE);
    }
  }
  const made = await Promise.all(changes);
  await setTimeout(PATIENCE);
  for (const {leave} of streams) leave();
  // Who hears of a newer version has heard of those before it.
  const delays = made.flatMap(change => streams.flatMap(({heard}) => {
    const first = heard.find(({id, versao}) => id === change.id && versao >= change.versao);
    return first === undefined ? [] : [first.at - change.at];
  })).toSorted((a, b) => a - b);
  if (delays.length === 0) throw new Error('Nobody heard of a change.');
  return {p50: percentile(delays, 0.5), p95: percentile(delays, 0.95)};
};
