// What each command runs: no file is in none of them, and no name in the lists is a file's of before.
import {globSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {OF_A_SERVER, projectsOf, SUITES} from '../support/suites.ts';

const NPM_TEST = 'test';

const filesOf = (mode: string, hasServer: boolean): string[] =>
  [...new Set(projectsOf(mode, hasServer).flatMap(({include, exclude = []}) => {
    const without = new Set(globSync(exclude));
    return globSync(include).filter(path => !without.has(path));
  }))].toSorted();

const all = globSync('tests/**/*.test.{ts,tsx}').toSorted();
/** Those of a command of their own. */
const isApart = (path: string): boolean => path.startsWith('tests/fuzz/') || path.startsWith('tests/faults/');

describe.each([['with a PostgreSQL server', true], ['without one', false]] as const)('%s', (_where, hasServer) => {
  // What only a server decides is asked of a server.
  const possible = all.filter(path => hasServer || path !== `tests/server/${OF_A_SERVER}.test.ts`);

  it('npm run test:all runs every file but the faults and the random calls', () => {
    expect(filesOf(SUITES.all, hasServer).filter(path => !isApart(path))).toEqual(possible.filter(path => !isApart(path)));
  });

  it('npm test runs nothing that npm run test:all does not', () => {
    const everything = new Set(filesOf(SUITES.all, hasServer));
    const some = filesOf(NPM_TEST, hasServer);
    expect(some.length).toBeGreaterThan(0);
    expect(some.filter(path => !everything.has(path))).toEqual([]);
  });
});

it('npm run test:faults and npm run test:fuzz run the rest', () => {
  expect([...new Set([...filesOf(SUITES.faults, false), ...filesOf(SUITES.fuzz, false)])].toSorted()).toEqual(all.filter(isApart));
});

it('every file named in the lists exists', () => {
  const named = [NPM_TEST, ...Object.values(SUITES)].flatMap(mode => projectsOf(mode, true))
    .flatMap(({include, exclude = []}) => [...include, ...exclude]).filter(path => !path.includes('*'));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(path => !all.includes(path))).toEqual([]);
});
