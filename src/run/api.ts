// The API without a portal, for `npm run dev`, where Vite serves the portal.
import {command} from './command.ts';
import {givenConfig, givenDemo, givenEnv} from './given.ts';

await command(async () => {
  const env = await givenEnv();
  const {config} = await givenConfig();
  const {main} = await import('../server/main.ts');
  await main({config, env, portalDir: undefined, loadDemo: givenDemo(env)});
});
