/** How long the product takes from its start to its first answer: on nothing at all, and on what it made there. */
import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {PRODUCT, startMeasured} from './measured.ts';
import type {Server} from './server.ts';

const TIMES = 3;

/** @returns milliseconds by kind of start, the middle of some */
export const measureStarts = async (folder: string, server: Server): Promise<Record<string, number>> => {
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
  return Object.fromEntries([...times].map(([name, all]) => [name, all.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0]));
};
