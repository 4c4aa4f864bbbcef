// Starts the API alone, for `npm run dev`, where Vite serves the portal.
import {runAsCommand} from './command.ts';
import {findDemoLoader, loadConfig, loadEnv} from './commandInputs.ts';

await runAsCommand(async () => {
  const env = await loadEnv();
  const {config} = await loadConfig();
  const {main} = await import('../server/main.ts');
  await main({config, env, portalDir: undefined, loadDemo: findDemoLoader(env)});
});
