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
  'tests/schema/support/tiny.ts', 'tests/server/constraints.test.ts', 'tests/server/counts.test.ts', 'tests/server/dashboard.test.ts',
  'tests/server/demo.test.ts', 'tests/server/order.test.ts', 'tests/server/parts.test.ts', 'tests/support/files.ts',
  'tests/support/product.ts',
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

  const files = [...globSync('{src,tests,docs/examples}/**/*.{ts,tsx,mjs,css}'), 'resources.config.ts', 'resources.demo.ts'];
  const places = files.flatMap(file =>
    tooLong(readFileSync(file, 'utf8'), file.startsWith('tests')).map(line => `${file.replaceAll('\\', '/')}:${line}`));

  it('have at most 140 characters', () => {
    expect(places.filter(place => !NOT_YET.some(path => place.startsWith(path)))).toEqual([]);
  });

  it.each(NOT_YET)('are still to be broken in %s', path => {
    expect(places.some(place => place.startsWith(path))).toBe(true);
  });
});
