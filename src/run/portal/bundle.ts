// The child process of `build.ts`: `node bundle.ts {project root} {output folder}`.
import {build} from 'vite';
import {command} from '../command.ts';
import {compressFiles, writeShellPage} from './pages.ts';

await command(async () => {
  const [, , root, outDir] = process.argv;
  if (root === undefined || outDir === undefined) throw new Error('The bundle needs the project root and an output folder.');
  const built = await build({root, build: {outDir, emptyOutDir: true}, logLevel: 'warn'});
  if (Array.isArray(built) || !('output' in built)) throw new Error('The portal is one bundle.');
  await writeShellPage(outDir, built.output);
  await compressFiles(outDir);
});
