/** Starts server and portal in one process. Environment and config are checked before the slow build of the portal. */
import {command} from './command.ts';
import {givenConfig, givenDemo, givenEnv} from './given.ts';
import {portalBuild} from './portal/build.ts';
import type {Beside} from '../server/main.ts';

/** @param beside background task, started once the server listens */
export const start = (beside?: Beside): Promise<void> => command(async () => {
  const env = await givenEnv();
  const {config, portal} = await givenConfig();
  const demonstration = await givenDemo(config, env);
  // The portal is built while the server's modules load.
  const [portalDir, {main}] = await Promise.all([portalBuild(portal), import('../server/main.ts')]);
  await main({config, env, portalDir, demonstration, beside});
});
