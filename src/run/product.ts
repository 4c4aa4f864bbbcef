/** Starts server and portal in one process. Environment and config are checked before the slow build of the portal. */
import {runAsCommand} from './command.ts';
import {findDemoLoader, loadConfig, loadEnv, loadOwn} from './commandInputs.ts';
import {buildPortal} from './portal/build.ts';
import type {StartCompanion} from '../server/main.ts';

/** @param beside background task, started once the server listens */
export const startProduct = (beside?: StartCompanion): Promise<void> => runAsCommand(async () => {
  const env = await loadEnv();
  const {config, portal} = await loadConfig();
  const own = await loadOwn(config);
  const {readWebhookTargets} = await import('../server/deliveries/webhook.ts');
  readWebhookTargets(config, env);
  const loadDemo = findDemoLoader(env);
  // The portal is built while the server's modules load.
  const [portalDir, {main}] = await Promise.all([buildPortal(portal), import('../server/main.ts')]);
  await main({config, own, env, portalDir, loadDemo, startCompanion: beside});
});
