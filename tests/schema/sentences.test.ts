// Nothing that a config is refused with goes untried: what the check can say is held against what it said of the planted mistakes.
import {globSync, readFileSync} from 'node:fs';
import {parseSync, Visitor} from 'vite';
import {expect, it} from 'vitest';
import {planted} from './support/mistakes.ts';
import {several} from './support/mistakesOfSeveral.ts';

const said = [...planted, ...several].flatMap(({start}) => start);

/** The texts of a file of more than one word, where something stands between them as `…`; calls are no sentences. */
const textsOf = (file: string): string[] => {
  const texts: string[] = [];
  new Visitor({
    Literal: ({value}) => void (typeof value === 'string' && texts.push(value)),
    TemplateLiteral: ({quasis}) => void texts.push(quasis.map(({value}) => value.cooked).join('…')),
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return texts.filter(text => /\p{Ll}.* | .*\p{Ll}/u.test(text) && !/^(?:GET|POST|PUT|DELETE) \S+$/.test(text));
};
/** Whether some sentence has all of its parts, one after the other. */
const isSaid = (text: string): boolean => said.some(sentence => {
  let at = 0;
  return text.split('…').every(part => (at = sentence.indexOf(part, at) + part.length) >= part.length);
});

/** Of what a table of JSON cannot hold (`check.test.ts`). */
const NO_JSON = ['uma função', 'outra coisa'];

it('every sentence that the check can say is said of a planted mistake', () => {
  const texts = globSync('src/schema/check/**/*.ts').flatMap(file => textsOf(file).map(text => `${file}: ${text}`));
  expect(texts.length).toBeGreaterThan(250);
  expect(texts.filter(text => !isSaid(text.slice(text.indexOf(': ') + 2)) && !NO_JSON.some(one => text.endsWith(`: ${one}`)))).toEqual([]);
});
