// A regular expression that takes the square of a text's length, or worse, lets one call hold the server: all of ours take as long as the
// text is long.
import {globSync, readFileSync} from 'node:fs';
import {check} from 'recheck';
import {describe, expect, it} from 'vitest';
import {parseSync, Visitor} from 'vite';

/** Whose texts nobody sends. */
const OWN: Readonly<Record<string, string>> = {
  'src/server/http/headers.ts': 'the portal\'s own pages',
  'src/server/db/structure/': 'statements that the server itself makes',
};

interface Expression {
  pattern: string;
  flags: string;
}
const expressionsIn = (file: string, text: string): Expression[] => {
  const found: Expression[] = [];
  new Visitor({
    Literal: node => {
      if ('regex' in node && node.regex !== undefined) found.push(node.regex);
    },
  }).visit(parseSync(file, text).program);
  return found;
};

/** Those that can take longer than a text is long, each with the text that shows it. */
const slow = async (expressions: readonly Expression[]): Promise<string[]> => {
  const wrong: string[] = [];
  for (const {pattern, flags} of expressions) {
    // Steps are counted, not milliseconds: of a busy machine the same is told.
    const result = await check(pattern, flags, {
      randomSeed: 1, timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null, maxRepeatCount: 100,
    });
    const attack = result.status === 'vulnerable' ? result.attack.pattern : result.status;
    if (result.status !== 'safe') wrong.push(`/${pattern}/${flags}: ${attack}`);
  }
  return wrong;
};

describe('regular expressions take as long as their text is long', () => {
  it.each(['/\\s+$/', '/^(a+)+$/', '/^\\w*\\d*x/'])('finds %s', async source => {
    expect(await slow(expressionsIn('x.ts', `export const x = ${source};`))).toHaveLength(1);
  });

  it('in all that judges or changes what somebody sends', async () => {
    const files = globSync('src/{schema,server,portal}/**/*.{ts,tsx}').filter(file => !Object.keys(OWN).some(own => file.startsWith(own)));
    const all = new Map(files.flatMap(file => expressionsIn(file, readFileSync(file, 'utf8')))
      .map(one => [`/${one.pattern}/${one.flags}`, one]));
    expect(all.size).toBeGreaterThan(100);
    expect(await slow([...all.values()])).toEqual([]);
  });
});
