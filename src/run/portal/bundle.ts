// Child process of `build.ts`: `node bundle.ts {project root} {output folder} {config}`.
import {readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {brotliCompress, constants, gzip} from 'node:zlib';
import {build, type Rolldown} from 'vite';
import {runAsCommand} from '../command.ts';
import {findOwnScreens} from '../filesBeside.ts';
import {assertValidOwnScreens} from './ownScreensCheck.ts';
import {configPlugin, ownScreensPlugin, plainDataPlugin} from './plainData.ts';

/** Bundles the portal, writes a page that preloads the shell's files, and compresses every file. */
type Output = Rolldown.RolldownOutput['output'];

const SHELL_PAGE = 'shell.html';
const SHELL_CHUNK = 'shell';
const COMPRESSIBLE = /\.(?:m?js|css|svg|wasm)$/;
/** Unbundled files of packages, which few users fetch: nine tenths of the effect for a twentieth of the time. */
const UNBUNDLED = /\.(?:mjs|wasm)$/;
const FAST_BROTLI_QUALITY = 9;
const MIN_COMPRESSED_BYTES = 1024;

const withImports = (fileName: string, output: Output, visited = new Set<string>()): string[] => {
  const chunk = output.find(file => file.fileName === fileName);
  if (visited.has(fileName) || chunk?.type !== 'chunk') return [];
  visited.add(fileName);
  return [fileName, ...chunk.imports.flatMap(name => withImports(name, output, visited))];
};

/**
 * Writes `shell.html` beside `index.html`: the same page, preloading the shell's scripts and styles instead of requesting them after the
 * first script has run. Skipped for a bundle without a shell.
 */
const writeShellPage = async (folder: string, output: Output): Promise<void> => {
  const shell = output.find(file => file.type === 'chunk' && file.name === SHELL_CHUNK);
  if (shell === undefined) return;
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const scripts = withImports(shell.fileName, output);
  const styles = output.flatMap(file =>
    (file.type === 'chunk' && scripts.includes(file.fileName) ? [...(file.viteMetadata?.importedCss ?? [])] : []));
  const links = [
    ...scripts.map(name => `<link rel="modulepreload" href="/${name}">`),
    ...styles.filter(name => !page.includes(name)).map(name => `<link rel="stylesheet" href="/${name}">`),
  ].join('\n    ');
  await writeFile(join(folder, SHELL_PAGE), page.replace('</head>', `  ${links}\n  </head>`));
};

/** Writes `{file}.br` and `{file}.gz` beside every text file except the pages, which the server fills in. */
const compressFiles = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, {recursive: true, withFileTypes: true});
  await Promise.all(entries.filter(entry => entry.isFile() && COMPRESSIBLE.test(entry.name)).map(async entry => {
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    if (bytes.length < MIN_COMPRESSED_BYTES) return;
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: UNBUNDLED.test(entry.name) ? FAST_BROTLI_QUALITY : constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
      promisify(gzip)(bytes, {level: constants.Z_BEST_COMPRESSION}),
    ]);
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
  }));
};

await runAsCommand(async () => {
  const [, , root, outDir, config] = process.argv;
  if (root === undefined || outDir === undefined || config === undefined) {
    throw new Error('The bundle needs the project root, an output folder and a config.');
  }
  await assertValidOwnScreens(root, config);
  const plugins = [configPlugin(root, config), plainDataPlugin(root, config), ownScreensPlugin(root, findOwnScreens(config))];
  const buildResult = await build({root, plugins, build: {outDir, emptyOutDir: true}, logLevel: 'warn'});
  if (Array.isArray(buildResult) || !('output' in buildResult)) throw new Error('The portal is one bundle.');
  await writeShellPage(outDir, buildResult.output);
  await compressFiles(outDir);
});
