// `npm run test:fuzz`: random calls over sockets to the product in a process of its own, as every profile and as nobody.
// SEED and CALLS choose others; what fails names its seed and number.
import {execFileSync} from 'node:child_process';
import {expect, it, onTestFinished} from 'vitest';
import config from '../../resources.config.ts';
import {verifyFiles, areConsistent} from '../../src/server/backup/verifyFiles.ts';
import {withEmbedded} from '../../src/server/backup/embeddedDatabase.ts';
import {ADM, openProduct} from '../support/product.ts';
import {fuzz} from './support/run.ts';
import {brokenIn} from './support/whole.ts';

const CALLS = Number(process.env['CALLS'] || 10_000);
const SEED = Number(process.env['SEED'] || Math.floor(Math.random() * 1_000_000));
/** Memory has settled when a fifth of the calls was made; what grows from there on is what stays of each. */
const WARM = Math.floor(CALLS / 5);
const MOST_GROWTH = 1.5;

const say = (line: string): void => void process.stderr.write(`${line}\n`);
/** Of a process, in MiB, all that it holds. */
const rssOf = (pid: number): number => Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024);

it(`${CALLS} calls find no error of ours, nobody is told what is not theirs, and what was done is whole`, async () => {
  say(`SEED=${SEED}`);
  const product = await openProduct({embedded: true, brief: false, env: {TRUST_PROXY: '127.0.0.1'}});
  onTestFinished(() => product.dispose());
  let warm = 0;
  const {faults, statuses, answered, written, refused, steps} = await fuzz({
    config, url: product.url, adm: ADM, calls: CALLS, seed: SEED,
    progress: done => {
      if (done === WARM) warm = rssOf(product.pid);
      if (done % 1000 === 0) say(`${done} calls, ${rssOf(product.pid)} MiB`);
    },
  });
  const rss = rssOf(product.pid);
  await product.stop();
  say(`answers ${JSON.stringify(statuses)}, ${written} written; RSS ${warm} → ${rss} MiB`);
  say([...refused].toSorted((a, b) => b[1] - a[1]).slice(0, 10).map(([why, times]) => `  ${times} × ${why}`).join('\n'));

  expect(faults.slice(0, 20)).toEqual([]);
  expect(written).toBeGreaterThan(answered / 3);
  expect(rss / warm).toBeLessThan(MOST_GROWTH);
  expect(await withEmbedded(product.dataDir, db => brokenIn(db, config, steps))).toEqual([]);
  const course = {progress: () => {}, signal: new AbortController().signal};
  const files = await verifyFiles({DATA_DIR: product.dataDir, DATABASE_URL: undefined}, true, course);
  expect(files).toSatisfy(areConsistent);
  // What was cut on its way is in the folder of arriving files, and no other place.
  expect(files.recent).toEqual({files: 0, bytes: 0});
});
