// Starts the API alone, for `npm run dev`, where Vite serves the portal.
import {runAsCommand} from './command.ts';
import {findDemoLoader, loadConfig, loadEnv, loadOwn} from './commandInputs.ts';

await runAsCommand(async () => {
  const env = await loadEnv();
  const {config} = await loadConfig();
  const own = await loadOwn(config);
  const {main} = await import('../server/main.ts');
  await main({config, own, env, portalDir: undefined, loadDemo: findDemoLoader(env)});
});
