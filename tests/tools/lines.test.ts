import {globSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';

const LIMIT = 140;
/** Beyond this a text in one piece (a sentence, an address, a pattern) is easier to find whole than broken; in tests alone. */
const WHOLE = /(['"`])(?:\\.|(?!\1).){90,}\1|\/(?:[^/\\]|\\.){90,}\//;

/** The numbers of the lines that are too long. */
const tooLong = (text: string, inTests: boolean): number[] =>
  text.split('\n').flatMap((line, index) => (line.length > LIMIT && !(inTests && WHOLE.test(line)) ? [index + 1] : []));

/** Files and folders whose lines are still to be broken. */
const NOT_YET: readonly string[] = [
  'tests/tools/lines.test.ts', 'tests/support/before.ts', 'tests/server/parts.test.ts', 'tests/server/versionBefore.test.ts',
  'resources.config.ts', 'src/server/tickets/', 'src/server/resources/', 'src/server/openapi/', 'src/server/db/', 'src/server/history/', 'src/server/files/',
  'src/schema/check/', 'src/schema/workflow.ts', 'src/schema/defineConfig.ts',
  'src/schema/kinds.ts', 'src/schema/query.ts', 'tests/e2e/process.test.ts', 'tests/faults/support/ledger.ts',
  'tests/faults/support/moments.ts', 'tests/portal/dialogs.test.tsx', 'tests/portal/kinds.test.tsx', 'tests/portal/tickets.test.tsx',
  'tests/schema/access.test.ts', 'tests/schema/check.test.ts', 'tests/schema/kinds.test.ts', 'tests/schema/query.test.ts',
  'tests/schema/support/mistakes.ts', 'tests/schema/support/tiny.ts', 'tests/schema/workflow.test.ts', 'tests/server/backup.test.ts',
  'tests/server/counts.test.ts', 'tests/server/dashboard.test.ts', 'tests/server/demo.test.ts', 'tests/server/lifeCycle.test.ts',
  'tests/server/openapi.test.ts', 'tests/server/tickets-open.test.ts', 'tests/server/workflow-table.test.ts',
  'tests/server/workflow.test.ts', 'tests/support/acceptance.ts', 'tests/support/database.ts', 'tests/support/document.ts',
  'tests/support/files.ts', 'tests/support/places.ts', 'tests/support/server.ts', 'tests/support/tickets.ts',
];

describe('lines', () => {
  it.each([
    ['x'.repeat(140), true, []],
    [`a\n${'x'.repeat(141)}\n`, true, [2]],
    [`expect(said).toBe('${'x'.repeat(120)}', 'what it says');`, true, []],
    [`expect(said).toBe('${'x'.repeat(120)}', 'what it says');`, false, [1]],
    [`const long = ['${'x'.repeat(60)}', '${'x'.repeat(60)}', 'y', 'z'];`, true, [1]],
  ])('of more than 140 characters are counted: %s', (text, inTests, expected) => {
    expect(tooLong(text, inTests)).toEqual(expected);
  });

  it('have at most 140 characters', () => {
    const files = [...globSync('{src,tests}/**/*.{ts,tsx,mjs,css}'), 'resources.config.ts'].map(file => file.replaceAll('\\', '/'));
    const places = files.filter(file => !NOT_YET.some(path => file.startsWith(path)))
      .flatMap(file => tooLong(readFileSync(file, 'utf8'), file.startsWith('tests/')).map(line => `${file}:${line}`));
    expect(places).toEqual([]);
  });

  it.each(NOT_YET)('are still to be broken in %s', path => {
    const files = [...globSync('{src,tests}/**/*.{ts,tsx}'), 'resources.config.ts'].filter(file => file.startsWith(path));
    expect(files.some(file => tooLong(readFileSync(file, 'utf8'), file.startsWith('tests/')).length > 0)).toBe(true);
  });
});
