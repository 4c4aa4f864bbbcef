import english from 'ra-language-english';
import {expect, it} from 'vitest';
import {makeI18nProvider} from '../../src/portal/wire/providers/i18nProvider.ts';
import {messages} from '../../src/portal/wire/providers/messages.ts';
import {flat} from '../support/words.ts';
import {product} from './support/world.tsx';

const variables = (text: string): string[] => [...new Set([...text.matchAll(/%\{(\w+)\}/g)].map(match => match[1] ?? ''))].toSorted();

const theirs = new Map(flat(english));

// That it is all of what react-admin says here is held against what is built (tests/e2e/weight.test.ts).
it.each(flat(messages))('%s is a sentence of react-admin, and fills in nothing else: %s', (key, text) => {
  expect(theirs.has(key)).toBe(true);
  expect(variables(theirs.get(key) ?? '')).toEqual(expect.arrayContaining(variables(text)));
});

it('counts as Brazilians do', () => {
  const {translate} = makeI18nProvider(product);
  const name = (count: number) => translate('resources.empresas.name', {smart_count: count});
  expect([name(1), name(2), name(0)]).toEqual(['Empresa', 'Empresas', 'Empresas']);
});
