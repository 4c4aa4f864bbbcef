/**
 * `npm run test:quick`: types, lint, the schema and rules of the repository, and of the API's and the portal's tests those nearest to what
 * differs from main, on the embedded database. Less than a minute for a change within one room; the rest is told, and is for `npm test`
 * and `npm run test:all`.
 */
import {execFileSync, spawnSync} from 'node:child_process';
import {globSync, readFileSync} from 'node:fs';
import {posix} from 'node:path';
import {importsOf} from './imports.ts';

/** Files of tests beside those that were changed themselves: as many as there is time for. */
const MOST = 10;

const git = (...args: readonly string[]): string[] => execFileSync('git', args, {encoding: 'utf8'}).split('\n').filter(line => line !== '');
const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main');
const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];

/** Who imports a file, by its path. */
const importers = new Map<string, string[]>();
for (const path of ['resources.config.ts', 'resources.demo.ts', ...globSync('{src,tests}/**/*.{ts,tsx,css}')]) {
  for (const name of importsOf(readFileSync(path, 'utf8')).filter(one => one.startsWith('.'))) {
    const imported = posix.join(posix.dirname(path), name);
    importers.set(imported, [...importers.get(imported) ?? [], path]);
  }
}

/** How many imports away what was changed is, by file. */
const distances = new Map(changed.map(path => [path, 0]));
for (const [path, distance] of distances) {
  for (const importer of importers.get(path) ?? []) if (!distances.has(importer)) distances.set(importer, distance + 1);
}

/** What a path is called by, but for what many are: `src/server/export/xlsx.ts` by 'export'. */
const COMMON = ['server', 'portal', 'schema', 'test', 'tests'];
const wordsOf = (path: string): string[] =>
  path.split(/[^a-zA-Z]+|(?=[A-Z])/).map(word => word.toLowerCase()).filter(word => word.length > 3 && !COMMON.includes(word));
const changedWords = new Set(changed.flatMap(wordsOf));
const hasName = (path: string): boolean => wordsOf(path).some(word => changedWords.has(word));
/** Threads and commands are reached by no import. */
const BY_NAME_ALONE = 5;
/** The smaller the nearer: a name in common counts for two imports. */
const far = (path: string): number => (distances.get(path) ?? BY_NAME_ALONE) - (hasName(path) ? 2 : 0);

const all = globSync('tests/{server,portal}/*.test.{ts,tsx}');
const reaching = all.filter(path => distances.has(path) || hasName(path)).toSorted((a, b) => far(a) - far(b));
const own = reaching.filter(path => changed.includes(path));
const chosen = [...own, ...reaching.filter(path => !changed.includes(path)).slice(0, MOST)];

process.stdout.write([
  `Changed since ${base.slice(0, 7)}: ${changed.length} files.`,
  `Left out: ${reaching.length - chosen.length} of ${reaching.length} files of API and portal that reach what was changed, everything on a`,
  'PostgreSQL server, the schema in another time zone, all that needs a browser, faults and random requests (npm test, npm run test:all).', '',
].join('\n'));

const {TEST_DATABASE_URL: _none, ...env} = process.env;
const projects = ['schema', 'tools', 'server', 'portal'].flatMap(name => ['--project', name]);
const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...projects, 'tests/schema/', 'tests/tools/', ...chosen];
const {status} = spawnSync(process.execPath, vitest, {stdio: 'inherit', env});
process.exitCode = status ?? 1;
