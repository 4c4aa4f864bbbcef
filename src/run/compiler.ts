/** Command lines of the compiler and of the type-aware lint, tuned for few processors. */
import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {findOwnFile, findOwnScreens} from './filesBeside.ts';

/**
 * Go runtime settings for both. Without garbage collection they take three quarters of the time and a quarter more memory; GOMEMLIMIT
 * starts collection at that size.
 */
export const COMPILER_ENV = {GOGC: 'off', GOMEMLIMIT: '2GiB'};

/** Single thread, because several threads check much of the same work twice. */
export const SINGLE_THREAD_OPTION = '--singleThreaded';

/** Several threads are faster only with idle processors. */
export const threadOptions = (): readonly string[] => (availableParallelism() < 4 ? [SINGLE_THREAD_OPTION] : []);

const TYPE_CHECK = ['tsc', '--pretty', ...threadOptions()].join(' ');
const LINT = 'oxlint --format=default';

/** Quotes a path for any system's shell, because it may contain blanks. */
const quoted = (path: string): string => `"${path}"`;

export const projectChecks: Readonly<Record<string, string>> = {tipos: TYPE_CHECK, lint: LINT};

/**
 * Checks of a config outside the project and of the own code beside it, which the project's own checks do not cover.
 *
 * @returns command lines, and the temporary folder that they need
 */
export const configChecks = (file: string): {lines: Readonly<Record<string, string>>; folder: string} => {
  const checkedFiles = [file, findOwnFile(file), findOwnScreens(file)].filter(path => path !== undefined);
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const lintOptions = ['-A import/no-absolute-path', '-c', quoted(join(root, '.oxlintrc.json'))];
  mkdirSync(join(root, 'dist'), {recursive: true});
  // Inside the project, to resolve its packages.
  const folder = mkdtempSync(join(root, 'dist', 'verificacao-'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({
    // A file without a package.json resolves by its own syntax, as in Node.
    extends: join(root, 'tsconfig.json'), compilerOptions: {module: 'preserve', moduleResolution: 'bundler'}, include: [],
    files: checkedFiles,
  }));
  return {
    folder,
    lines: {
      'tipos da configuração': `${TYPE_CHECK} -p ${quoted(folder)}`,
      // A config elsewhere may need an absolute path to Balcão.
      'lint da configuração': [LINT, ...lintOptions, ...checkedFiles.map(quoted)].join(' '),
    },
  };
};
