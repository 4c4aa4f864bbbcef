/** How the compiler, and the lint that asks it for types, are run: for little of the processor. */
import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

/**
 * Added to their environment. They are over before a collection of memory pays: without any they take three quarters of the time, and a
 * quarter more memory. It is collected when there is that much of it.
 */
export const COMPILING = {GOGC: 'off', GOMEMLIMIT: '2GiB'};

/** In one thread: several check much of the same, each for itself. */
export const IN_ONE_THREAD = '--singleThreaded';

/** The sooner with several threads where each has a processor that nothing else needs. */
export const threading = (): readonly string[] => (availableParallelism() < 4 ? [IN_ONE_THREAD] : []);

const TYPES = ['tsc', '--pretty', ...threading()].join(' ');
const LINT = 'oxlint --format=default';

/** For the shell, which is another one on each system: a path may have blanks. */
const quoted = (path: string): string => `"${path}"`;

/** What `npm run check` runs of the project: command lines, by what each says is in order. */
export const projectChecks: Readonly<Record<string, string>> = {tipos: TYPES, lint: LINT};

/**
 * Of a config that `--config` names, wherever it lies: the project's own say nothing of files beside it.
 *
 * @returns the command lines, and the folder that they need meanwhile
 */
export const configChecks = (file: string): {lines: Readonly<Record<string, string>>; folder: string} => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  mkdirSync(join(root, 'dist'), {recursive: true});
  // Inside of the project, whose packages are then found.
  const folder = mkdtempSync(join(root, 'dist', 'verificacao-'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({
    // A file beside no package.json is read as what it is, as Node does.
    extends: join(root, 'tsconfig.json'), compilerOptions: {module: 'preserve', moduleResolution: 'bundler'}, include: [], files: [file],
  }));
  return {
    folder,
    lines: {
      'tipos da configuração': `${TYPES} -p ${quoted(folder)}`,
      // From another place an absolute path may be the only one to Balcão.
      'lint da configuração': `${LINT} -A import/no-absolute-path -c ${quoted(join(root, '.oxlintrc.json'))} ${quoted(file)}`,
    },
  };
};
