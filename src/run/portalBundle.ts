// The child process of portalBuild: `node portalBundle.ts {project root} {output folder}`.
import {build} from 'vite';
import {command} from './command.ts';

await command(async () => {
  const [, , root, outDir] = process.argv;
  if (root === undefined || outDir === undefined) throw new Error('portalBundle needs the project root and an output folder.');
  await build({root, build: {outDir, emptyOutDir: true}, logLevel: 'warn'});
});
