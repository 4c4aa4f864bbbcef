// `npm run build`: builds the portal before the first start, for images and for hosts that serve it themselves.
import {relative} from 'node:path';
import {command} from './command.ts';
import {givenConfig} from './given.ts';
import {portalBuild} from './portal/build.ts';

await command(async () => {
  const folder = await portalBuild((await givenConfig()).portal);
  process.stdout.write(`Portal em ${relative(process.cwd(), folder)}\n`);
});
