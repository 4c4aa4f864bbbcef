// `npm run test:fuzz`: random requests over every call of the OpenAPI document as every profile, and as nobody.
// FUZZ_REQUESTS and FUZZ_SEED choose others; what fails names its seed and number.
import {expect, it} from 'vitest';
import config from '../../resources.config.ts';
import {fuzz} from './support/run.ts';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] || 100_000);
const SEED = Number(process.env['FUZZ_SEED'] || 20_261_121);
const MIB = 1024 * 1024;

it(`${REQUESTS} requests find no error of ours, nothing that should not be told, and memory as it was`, async () => {
  const start = performance.now();
  const {faults, statuses, heap} = await fuzz({
    config, requests: REQUESTS, seed: SEED,
    progress: done => {
      if (done % 5000 === 0) process.stderr.write(`${done} (${Math.round((performance.now() - start) / 1000)} s)\n`);
    },
  });
  const [before, after] = [heap.before, heap.after].map(bytes => Math.round(bytes / MIB));
  process.stderr.write(`answers ${JSON.stringify(statuses)}, heap ${before} → ${after} MiB\n`);
  expect(faults.slice(0, 20)).toEqual([]);
  // Some requests are right: otherwise only the door was tried.
  expect(statuses[200] ?? 0).toBeGreaterThan(REQUESTS / 50);
  expect(statuses[201] ?? 0).toBeGreaterThan(0);
  expect(heap.after - heap.before).toBeLessThan(32 * MIB);
});
