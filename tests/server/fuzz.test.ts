// A slice of what `npm run test:fuzz` does, the same each time.
import {expect, it} from 'vitest';
import config from '../../resources.config.ts';
import {fuzz} from '../fuzz/support/run.ts';
import {brokenIn} from '../fuzz/support/whole.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {addressOf} from '../support/eventStream.ts';
import {openTestApp} from '../support/server.ts';

const server = beforeTests(() => openTestApp({env: {TRUST_PROXY: ['127.0.0.1']}}));

it('random calls over sockets, as every profile: no error, nobody is told what is not theirs, and what was done is whole', async () => {
  const {faults, answered, written, steps} = await fuzz({config, url: await addressOf(server.app), adm: server.adm, calls: 300, seed: 3});
  expect(faults).toEqual([]);
  expect(written).toBeGreaterThan(answered / 3);
  expect(await brokenIn(server.context.db, config, steps)).toEqual([]);
});
