// The child process of `build.ts`: `node bundle.ts {project root} {output folder} {config}`.
import {readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {brotliCompress, constants, gzip} from 'node:zlib';
import {build, type Rolldown} from 'vite';
import {command} from '../command.ts';
import {ofConfig, plainData} from './plainData.ts';

/** What follows the portal's bundle: a page that asks for the shell's files ahead, and every file compressed once and for all. */
type Output = Rolldown.RolldownOutput['output'];

/** The page for addresses of the shell (`server/http/portal.ts`). */
const SHELL_PAGE = 'shell.html';
const SHELL_CHUNK = 'shell';
const TEXT = /\.(?:m?js|css|svg|wasm)$/;
/** What packages bring along as it is, for few to fetch: nine tenths of the effect for a twentieth of the time. */
const AS_IT_IS = /\.(?:mjs|wasm)$/;
const QUICK = 9;
/** Bytes; a smaller file is not worth a second one. */
const WORTH = 1024;

/** The scripts that the chunk brings along, its own first. */
const withImports = (fileName: string, output: Output, seen = new Set<string>()): string[] => {
  const chunk = output.find(one => one.fileName === fileName);
  if (seen.has(fileName) || chunk?.type !== 'chunk') return [];
  seen.add(fileName);
  return [fileName, ...chunk.imports.flatMap(name => withImports(name, output, seen))];
};

/**
 * Writes `shell.html` beside `index.html`: the same page, whose browser asks for the shell's scripts and styles at once instead of after
 * the first script has run. Nothing is written for a bundle without a shell.
 */
const writeShellPage = async (folder: string, output: Output): Promise<void> => {
  const shell = output.find(one => one.type === 'chunk' && one.name === SHELL_CHUNK);
  if (shell === undefined) return;
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const scripts = withImports(shell.fileName, output);
  const styles = output.flatMap(one =>
    (one.type === 'chunk' && scripts.includes(one.fileName) ? [...(one.viteMetadata?.importedCss ?? [])] : []));
  const links = [
    ...scripts.map(name => `<link rel="modulepreload" href="/${name}">`),
    ...styles.filter(name => !page.includes(name)).map(name => `<link rel="stylesheet" href="/${name}">`),
  ].join('\n    ');
  await writeFile(join(folder, SHELL_PAGE), page.replace('</head>', `  ${links}\n  </head>`));
};

/** Writes `{file}.br` and `{file}.gz` beside every text the portal is made of but its pages, which the server fills in. */
const compressFiles = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, {recursive: true, withFileTypes: true});
  await Promise.all(entries.filter(entry => entry.isFile() && TEXT.test(entry.name)).map(async entry => {
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    if (bytes.length < WORTH) return;
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: AS_IT_IS.test(entry.name) ? QUICK : constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
      promisify(gzip)(bytes, {level: constants.Z_BEST_COMPRESSION}),
    ]);
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
  }));
};

await command(async () => {
  const [, , root, outDir, config] = process.argv;
  if (root === undefined || outDir === undefined || config === undefined) {
    throw new Error('The bundle needs the project root, an output folder and a config.');
  }
  const plugins = [ofConfig(root, config), plainData(root, config)];
  const built = await build({root, plugins, build: {outDir, emptyOutDir: true}, logLevel: 'warn'});
  if (Array.isArray(built) || !('output' in built)) throw new Error('The portal is one bundle.');
  await writeShellPage(outDir, built.output);
  await compressFiles(outDir);
});
