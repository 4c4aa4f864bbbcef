import {describe, expect, it} from 'vitest';
import config from '../../resources.config.ts';
import compras from '../../docs/examples/compras.config.ts';
import frota from '../../docs/examples/frota.config.ts';
import {checkConfig} from '../../src/schema/check.ts';
import {defineConfig} from '../../src/schema/config/defineConfig.ts';
import {fieldShapes} from '../../src/schema/shapes/fields.ts';
import {acceptance} from '../support/acceptance.ts';
import {planted} from './support/mistakes.ts';
import {several} from './support/mistakesOfSeveral.ts';
import {plant, TINY} from './support/tiny.ts';

/** What is said of a config as it is written: `defineConfig` completes it before it is checked. */
const saidOf = (text: string): string[] => checkConfig(defineConfig(JSON.parse(text)));
const said = (from: string, to: string): string[] => saidOf(plant(TINY, from, to).text);

describe('a config that can be started with', () => {
  it('says nothing of the product', () => {
    expect(checkConfig(config)).toEqual([]);
  });

  it('says nothing of a config with every part, declared without a dialect of its own', () => {
    expect(checkConfig(acceptance)).toEqual([]);
  });

  it('says nothing of the tiny one, which the mistakes below are planted in', () => {
    expect(checkConfig(JSON.parse(TINY))).toEqual([]);
  });
});

it.each(planted.map(({from, to, start}) => [from, to, start] as const))('%s → %s', (from, to, start) => {
  expect(said(from, to).toSorted()).toEqual([...start].toSorted());
});

it.each(several.map(({said, text, start}) => [said, text, start] as const))('%s', (_said, text, start) => {
  expect(saidOf(text).toSorted()).toEqual([...start].toSorted());
});

it('says every mistake at once, in one sentence each', () => {
  const twice =
    plant(plant(TINY, '"title": "nome"', '"title": "nomee"').text, '"minLength": 3, "required"', '"minLength": 3, "requird"').text;
  expect(saidOf(plant(twice, '"types": "cores"', '"types": "tipos"').text)).toEqual([
    'resources.empresas.fields.razaoSocial: "requird" não é uma opção de um campo texto (quis dizer "required"?).',
    'resources.pedidos.title: "nomee" não é um campo de pedidos (quis dizer "nome"?).',
    'resources.pedidos.files.types: "tipos" não é uma lista.',
  ]);
});

it.each([
  ['nothing', undefined, ['resources.config.ts: esperava um objeto.']],
  ['a list', [], ['resources.config.ts: esperava um objeto.']],
  ['an empty object', {}, ['product', 'profiles', 'menu', 'resources'].map(part => `resources.config.ts: falta "${part}".`)],
  ['what no JSON says', {...JSON.parse(TINY) as object, product: () => 1, profiles: 1n}, [
    'product: esperava um objeto, mas veio uma função.', 'profiles: esperava um objeto, mas veio outra coisa.',
  ]],
])('reads %s without falling over', (_name, raw, sentences) => {
  expect(checkConfig(raw)).toEqual(sentences);
});

describe('a word that nothing reads is refused in every object, as defineConfig leaves it', () => {
  type Path = readonly (string | number)[];
  /** Objects whose keys are names: two of their values are objects of one kind. */
  const MAPS = new Set([
    'profiles', 'menu', 'lists', 'itemKinds', 'namedItems', 'dashboards', 'steps', 'resources', 'fields', 'filters', 'conditions', 'people',
    'tabs', 'actions', 'children', 'consequences', 'makes', 'asks', 'tells', 'from', 'scope', 'rules', 'is', 'through',
  ]);
  /** The first object of each kind: `resources.*.fields.*` for each kind of field. */
  const objectsIn = (raw: unknown): Path[] => {
    const first = new Map<string, Path>();
    const walk = (value: unknown, path: Path): void => {
      if (typeof value !== 'object' || value === null) return;
      const place = path.map((step, index) => (typeof step === 'number' || MAPS.has(String(path[index - 1])) ? '*' : step)).join('.');
      const kind = `${place} ${String((value as {kind?: unknown}).kind)}`;
      if (!Array.isArray(value) && !first.has(kind)) first.set(kind, path);
      for (const [key, one] of Object.entries(value)) walk(one, [...path, Array.isArray(value) ? Number(key) : key]);
    };
    walk(raw, []);
    return [...first.values()];
  };
  /** The same with one more word at a place; all that is not on the way there is shared. */
  const withWord = (value: unknown, [step, ...rest]: Path, word: string): unknown => {
    if (step === undefined) return {...value as object, [word]: 1};
    const below = withWord((value as Record<string | number, unknown>)[step], rest, word);
    return Array.isArray(value) ? value.with(Number(step), below) : {...value as object, [step]: below};
  };
  const silentIn = (raw: unknown): string[] => objectsIn(raw)
    .filter(path => !checkConfig(defineConfig(withWord(raw, path, 'zzz') as never)).some(sentence => sentence.includes('zzz')))
    .map(path => path.join('.'));

  it.each([['the product', config], ['frota', frota], ['compras', compras], ['the tiny one', JSON.parse(TINY)]])('%s', (_name, raw) => {
    expect(objectsIn(raw).length).toBeGreaterThan(60);
    expect(silentIn(raw)).toEqual([]);
  });

  it.each<[string, Path, string, string]>([
    ['access', ['resources', 'pedidos', 'access'], 'updat',
      'resources.pedidos.access: "updat" não é uma opção aqui (quis dizer "update"?).'],
    ['a list', ['lists', 'cores'], 'row', 'lists.cores: "row" não é uma opção aqui (quis dizer "rows"?).'],
    ['files', ['files'], 'message', 'files: "message" não é uma opção aqui (quis dizer "messages"?).'],
    ['where a profile begins', ['profiles', 'gestor', 'home'], 'aba', 'profiles.gestor.home: "aba" não é uma opção aqui.'],
  ])('tells a near word of %s', (_name, path, word, sentence) => {
    const raw = JSON.parse(plant(TINY, '"home": "/adm/empresa"', '"home": {"list": "empresas"}').text) as unknown;
    expect(checkConfig(defineConfig(withWord(raw, path, word) as never))).toContain(sentence);
  });
});

describe('whatever stands in any place, it answers sentences and never throws', () => {
  const places: (readonly (string | number)[])[] = [];
  const walk = (value: unknown, path: readonly (string | number)[]): void => {
    if (path.length > 0) places.push(path);
    if (Array.isArray(value)) value.forEach((one, index) => walk(one, [...path, index]));
    else if (typeof value === 'object' && value !== null) for (const [key, one] of Object.entries(value)) walk(one, [...path, key]);
  };
  walk(JSON.parse(TINY), []);

  it.each<[string, unknown, number]>([
    ['null', null, 0],
    ['a text', '\u0000{x}:y', 1],
    ['an empty list', [], 2],
    ['an empty object', {}, 3],
  ])('%s', (_name, wrong, turn) => {
    // Every fourth place for each: together they try them all.
    for (const path of places.filter((_path, index) => index % 4 === turn)) {
      const raw: unknown = JSON.parse(TINY);
      let at = raw as Record<string | number, unknown>;
      for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
      at[path.at(-1)!] = wrong;
      // What resources.config.ts itself does, before anything is checked.
      expect(() => defineConfig(raw as never)).not.toThrow();
      const sentences = checkConfig(raw);
      expect(sentences.every(sentence => /^[^\n]+: [^\n]+\.$/.test(sentence)), `${path.join('.')}: ${sentences.join(' | ')}`).toBe(true);
    }
  });
});

it('is told a mistake of each kind', () => {
  const told = planted.filter(({start}) => start.length > 0).map(({to}) => to);
  expect(Object.keys(fieldShapes).filter(kind => !told.some(to => to.includes(`"kind": "${kind}"`)))).toEqual([]);
});

it('has a field of nearly every kind in the tiny config, so that each one is tried', () => {
  const used = new Set([...TINY.matchAll(/"kind": "(\w+)"/g)].map(match => match[1]));
  expect(Object.keys(fieldShapes).filter(kind => !used.has(kind))).toEqual([
    'telefone', 'cep', 'decimal', 'moeda', 'data', 'hora', 'url', 'opcoes', 'arquivo', 'calculo',
  ]);
});
