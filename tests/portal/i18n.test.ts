import english from 'ra-language-english';
import {expect, it} from 'vitest';
import {makeI18nProvider} from '../../src/portal/wire/providers/i18nProvider.ts';
import {messages} from '../../src/portal/wire/providers/messages.ts';
import {product} from './support/world.tsx';

type Tree = {[key: string]: string | Tree};
const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    (typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`)));
const variables = (text: string): string[] => [...new Set([...text.matchAll(/%\{(\w+)\}/g)].map(match => match[1] ?? ''))].toSorted();

const ours = new Map(flat(messages as unknown as Tree));

it('says in Portuguese whatever react-admin says in English', () => {
  expect(flat(english as unknown as Tree).map(([key]) => key).filter(key => !ours.has(key))).toEqual([]);
});

it('fills in the same variables', () => {
  // Plural forms and names may be left out, nothing may be asked for that react-admin does not give.
  const asksTooMuch = flat(english as unknown as Tree).filter(([key, text]) =>
    variables(ours.get(key) ?? '').some(name => !variables(text).includes(name)));
  expect(asksTooMuch.map(([key]) => key)).toEqual([]);
});

it('counts as Brazilians do', () => {
  const {translate} = makeI18nProvider(product);
  const name = (count: number) => translate('resources.empresas.name', {smart_count: count});
  expect([name(1), name(2), name(0)]).toEqual(['Empresa', 'Empresas', 'Empresas']);
});
