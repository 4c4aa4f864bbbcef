// A few thousand of the random requests that `npm run test:fuzz` makes, the same ones each time.
import {expect, it} from 'vitest';
import config from '../../resources.config.ts';
import {fuzz} from '../fuzz/support/run.ts';

it('random requests to every call, as every profile, meet no error of ours and nothing that should not be told', async () => {
  const {faults, statuses} = await fuzz({config, requests: 3000, seed: 3});
  expect(faults).toEqual([]);
  // Some got past the door.
  expect(statuses[200] ?? 0).toBeGreaterThan(100);
  expect(statuses[201] ?? 0).toBeGreaterThan(0);
});
