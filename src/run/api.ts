// The API without a portal, for `npm run dev`, where Vite serves the portal.
import {command} from './command.ts';

await command(async () => {
  const {readEnv} = await import('../server/env.ts');
  const env = readEnv(process.env);
  const {default: config} = await import('../../resources.config.ts');
  const {main} = await import('../server/main.ts');
  await main({config, env, portalDir: undefined});
});
