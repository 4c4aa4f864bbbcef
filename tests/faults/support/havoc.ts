/** What goes wrong on a bad day, by chance, sort by sort, until it is called off. */
import {setTimeout} from 'node:timers/promises';
import type {Dice} from '../../fuzz/support/dice.ts';
import type {Postgres} from '../../support/postgres.ts';
import type {Product} from '../../support/product.ts';
import type {Fault, S3Door} from '../../support/s3Door.ts';

const SECOND = 1000;
/** As a supervisor waits before it starts what ended. */
const RESTART = 2 * SECOND;
/** How long the store may be away. */
const AWAY = 4 * SECOND;
/** Calls of the store, one of which goes wrong some times. */
const CALLS = ['PutObject', 'GetObject', 'UploadPart', 'CreateMultipartUpload', 'CompleteMultipartUpload', 'DeleteObject'];
const FAULTS: readonly Fault[] = ['slow', 'busy', 'half', 'lost'];

export interface Havoc {
  /** What was broken, in order, from when until it was mended, in ms of `performance.now()`. */
  readonly broken: readonly {name: string; began: number; mended: number}[];
  /** Nothing is broken any more. Resolves when all is there again. */
  end(): Promise<void>;
}

/** @param apart milliseconds between two faults of a sort, at most */
export const wreak = (
  {products, postgres, door}: {products: readonly Product[]; postgres: Postgres; door: S3Door}, dice: Dice, apart: number,
): Havoc => {
  const over = new AbortController();
  const broken: {name: string; began: number; mended: number}[] = [];
  const pause = (most: number) => setTimeout(dice.below(most), undefined, {signal: over.signal}).catch(() => {});
  /** Until it is there again, whatever else is broken meanwhile. */
  const startAgain = async (product: Product): Promise<void> => {
    while (!product.running) await product.start().catch(() => setTimeout(SECOND / 5));
  };
  type Break = readonly [name: string, doIt: () => Promise<unknown>];
  const ofServer = (name: string, how: 'kill9' | 'stop'): Break => [name, async () => {
    const product = dice.pick(products);
    await product[how]();
    await pause(RESTART);
    await startAgain(product);
  }];
  const ofServers = [ofServer('server killed', 'kill9'), ofServer('server killed', 'kill9'), ofServer('server ended', 'stop')];
  const ofDatabase: Break[] = [
    ['database ended at once', () => postgres.restart('immediate')],
    ['database restarted', () => postgres.restart('fast')],
    ['database killed', async () => {
      await postgres.kill9();
      await pause(SECOND);
      await postgres.start();
    }],
    ['lines to the database cut', () =>
      postgres.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'balcao %'")],
  ];
  const ofStore: Break[] = [
    ['store away', async () => {
      door.away(true);
      await pause(AWAY);
      door.away(false);
    }],
    ['store at fault', async () => {
      for (const call of CALLS) door.breaks(call, ...Array.from({length: dice.below(4)}, () => dice.pick(FAULTS)));
    }],
  ];
  const going = Promise.all([ofServers, ofDatabase, ofStore].map(async breaks => {
    for (;;) {
      await pause(apart);
      if (over.signal.aborted) return;
      const [name, doIt] = dice.pick(breaks);
      const began = performance.now();
      await doIt();
      broken.push({name, began, mended: performance.now()});
    }
  }));
  // Told by `end`.
  going.catch(() => {});
  return {
    broken,
    end: async () => {
      over.abort();
      await going;
      for (const call of CALLS) door.breaks(call);
    },
  };
};
