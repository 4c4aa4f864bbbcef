// `npm run build`: builds the portal before the first start, for images and for hosts that serve it themselves.
import {relative} from 'node:path';
import {runAsCommand} from './command.ts';
import {loadConfig} from './commandInputs.ts';
import {buildPortal} from './portal/build.ts';

await runAsCommand(async () => {
  const folder = await buildPortal((await loadConfig()).portal);
  process.stdout.write(`Portal em ${relative(process.cwd(), folder)}\n`);
});
