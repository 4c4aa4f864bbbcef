// `npm start`: the whole product in one process. Cheap checks first: a wrong environment or config is told at once,
// not after the portal is built, hence the imports in this order.
import {command} from './command.ts';
import {portalBuild} from './portal/build.ts';

await command(async () => {
  const {readEnv} = await import('../server/env.ts');
  const env = readEnv(process.env);
  const {default: config} = await import('../../resources.config.ts');
  const {demandConfig} = await import('../schema/check.ts');
  demandConfig(config);
  // The portal's files are read while the server's are.
  const [portalDir, {main}] = await Promise.all([portalBuild(), import('../server/main.ts')]);
  await main({config, env, portalDir});
});
