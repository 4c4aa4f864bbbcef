/** The whole product in one process. Cheap checks first: a wrong environment or config is told at once, not after the portal is built. */
import {command} from './command.ts';
import {givenConfig, givenDemo, givenEnv} from './given.ts';
import {portalBuild} from './portal/build.ts';
import type {Beside} from '../server/main.ts';

/** @param beside what runs beside it, once it listens */
export const start = (beside?: Beside): Promise<void> => command(async () => {
  const env = await givenEnv();
  const {config, portal} = await givenConfig();
  const loadDemo = givenDemo(env);
  // The portal's files are read while the server's are.
  const [portalDir, {main}] = await Promise.all([portalBuild(portal), import('../server/main.ts')]);
  await main({config, env, portalDir, loadDemo, beside});
});
