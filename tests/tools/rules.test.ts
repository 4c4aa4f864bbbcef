import {globSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';

/** `Files 3` for each rule that a text cites (`rules: Files 3, 5, Items 2`), also where a comment breaks its line in between. */
const citedIn = (text: string): string[] => {
  const flowing = text.replaceAll(/\n\s*(?:\*|\/\/) /g, ' ');
  return [...flowing.matchAll(/\brules: ([A-Z][a-z]+ \d+(?:, (?:[A-Z][a-z]+ )?\d+)*)/g)].flatMap(([, list = '']) => {
    let chapter = '';
    return list.split(', ').map(entry => {
      const [, named, number] = /^(?:([A-Z][a-z]+) )?(\d+)$/.exec(entry) ?? [];
      chapter = named ?? chapter;
      return `${chapter} ${number}`;
    });
  });
};

/** What nobody can look up who has this repository alone: chapters of the specification and of notes, and issues. */
const ELSEWHERE = /\u00a7|\bdecisions(?: \u00a7|:)|\(issue \d|\bissue \d+\)/i;

const OWN = 'tests/tools/rules.test.ts';
const SOURCES = [
  ...globSync('{src,tests}/**/*.{ts,tsx,mjs,css,sql}'), 'resources.config.ts', 'resources.demo.ts', 'README.md',
].filter(file => file !== OWN);
const textOf = (file: string): string => readFileSync(file, 'utf8');

const rules = textOf('docs/rules.md');
const RULE = /<a id="([a-z]+)-(\d+)"><\/a>\*\*([A-Z][a-z]+) (\d+)\.\*\*/g;
const numbers = [...rules.matchAll(RULE)].map(([, word, place, chapter, number]) =>
  ({id: `${word}-${place}`, name: `${chapter} ${number}`}));

describe('rules are cited', () => {
  it.each([
    ['(rules: Files 3)', ['Files 3']],
    ['`0` (rules: Session 9, 10, Items 2): once', ['Session 9', 'Session 10', 'Items 2']],
    ['(rules: Access 8: only Adm makes an Adm)', ['Access 8']],
    ['/**\n * Kept bare (rules:\n * Fields 1,\n * 2).\n */', ['Fields 1', 'Fields 2']],
    ['const rules: Rule[] = []; // four rules: one', []],
  ])('as %s', (text, expected) => {
    expect(citedIn(text)).toEqual(expected);
  });

  it('by an anchor each, which is what they are called, and never twice', () => {
    expect(numbers.length).toBeGreaterThan(100);
    expect(rules.match(/<a id=/g)).toHaveLength(numbers.length);
    expect(numbers.filter(({id, name}) => id !== name.toLowerCase().replace(' ', '-'))).toEqual([]);
    expect(numbers.map(({id}) => id).filter((id, index, all) => all.indexOf(id) !== index)).toEqual([]);
  });

  it('where they exist', () => {
    const known = new Set(numbers.map(({name}) => name));
    const unknown = [...SOURCES, ...globSync('docs/*.md')]
      .flatMap(file => citedIn(textOf(file)).filter(name => !known.has(name)).map(name => `${file}: ${name}`));
    expect(unknown).toEqual([]);
  });
});

describe('nothing is cited that is not here', () => {
  it.each([
    '\u00a75 asks',
    'Decisions \u00a72',
    '(decisions: empty text)',
    'as people do (issue 2)',
    'each address; issue 7)',
  ])('%s', text => {
    expect(text).toMatch(ELSEWHERE);
  });

  it('in this project', () => {
    const places = SOURCES.flatMap(file =>
      textOf(file).split('\n').flatMap((line, index) => (ELSEWHERE.test(line) ? [`${file}:${index + 1}`] : [])));
    expect(places).toEqual([]);
  });
});
