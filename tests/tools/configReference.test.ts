import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import type * as z from 'zod';
import {builtInNames} from '../../src/schema/conditions/builtIn.ts';
import {resolveTime} from '../../src/schema/fields/moments.ts';
import {fieldShapes, type Field, type Kind} from '../../src/schema/shapes/fields.ts';
import {isFieldShape} from '../../src/schema/shapes/nameShapes.ts';
import {PRODUCT_USER_FIELDS, PRODUCT_TABLES} from '../../src/schema/check/tables.ts';
import {pagePaths} from '../../src/schema/pages.ts';
import {systemFields} from '../../src/schema/systemFields.ts';
import {screenKeys} from '../../src/schema/words/keys.ts';
import {
  countUnknownObjects, countUses, GENERATED, isRare, keyOf, kindDocs, listOptionUses, options, writeReference, type Option,
} from '../support/configReference.ts';
import {rareEntryOf, rareOptions} from '../support/rareOptions.ts';
import {parseDocstring, readExample} from '../support/shapeDocs.ts';
import {completedSample, defaults, sample} from './support/configDefaults.ts';

const FILE = 'docs/config.md';
const text = readFileSync(FILE, 'utf8');
const [prose = ''] = text.split(GENERATED);

/** First cells of a table of the handwritten part, without code marks. */
const rowsOf = (heading: string): string[] => {
  const section = prose.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, word = '']) => word);
};

/** A sentence has a capital, or the option's value, at its start, and ends with a full stop. */
const isSentence = (docs: string): boolean => /^[A-Z`'].*[.)]$/.test(docs);

const isField = (value: unknown): boolean => {
  const field = value as Field;
  return fieldShapes[field.kind].safeParse(Object.assign({label: 'Rótulo'}, field)).success;
};

/** Describes what is wrong with the example of an option; undefined for a right one. */
const mistakeIn = ({name, schema, docs: {example}}: Option): string | undefined => {
  if (example === undefined) return 'has no example';
  const written = readExample(example);
  if (Object.keys(written).join() !== name) return `has an example of ${Object.keys(written).join()}`;
  const value = written[name];
  if (isFieldShape(schema)) return isField(value) ? undefined : 'has an example that is no field';
  if (['fields', 'asks', 'itemKinds'].includes(name) && !Array.isArray(value)) {
    return Object.values(value as object).every(isField) ? undefined : 'has an example with a wrong field';
  }
  const {error} = (schema as z.ZodType).safeParse(value);
  return error === undefined ? undefined : `has a wrong example: ${error.message}`;
};

describe('docstrings of the shapes', () => {
  it.each([
    ['* A sentence. @example a: 1 ', {text: 'A sentence.', default: undefined, example: 'a: 1'}],
    ['*\n * In\n * two.\n *\n * @default `b`\n * @example a: {\n *   c: 2}\n ', {text: 'In two.', default: '`b`', example: 'a: { c: 2}'}],
  ])('are read: %j', (comment, expected) => {
    expect(parseDocstring(comment)).toEqual(expected);
  });

  it('cover every object of the config', () => {
    expect(options.length).toBeGreaterThan(250);
    expect(countUnknownObjects()).toBe(0);
  });

  it('have a sentence for every option', () => {
    expect(options.filter(({docs}) => !isSentence(docs.text)).map(option => `${keyOf(option)}: ${option.docs.text}`)).toEqual([]);
    expect(Object.entries(kindDocs()).filter(([, docs]) => !isSentence(docs?.text ?? '')).map(([kind]) => kind)).toEqual([]);
  });

  it('have an example for every option, which names it and has its type', () => {
    const wrong = options.filter(({place}) => place.messages === undefined)
      .flatMap(option => mistakeIn(option)?.replace(/^/, `${keyOf(option)} `) ?? []);
    expect(wrong).toEqual([]);
    const kinds = Object.entries(kindDocs()).map(([kind, docs]) => [kind, Object.values(readExample(docs?.example ?? ''))[0]] as const);
    expect(kinds.filter(([kind, field]) => (field as {kind?: Kind} | undefined)?.kind !== kind || !isField(field))).toEqual([]);
  });
});

describe('defaults in the docstrings', () => {
  it('stand at every option that is filled in', () => {
    const written = countUses(sample);
    const filledIn = [...countUses(completedSample).keys()].filter(key => !written.has(key));
    expect(filledIn.length).toBeGreaterThan(20);
    const silent = options.filter(({docs, isRequired, place}) => docs.default === undefined && !isRequired && place.messages === undefined);
    expect(silent.map(keyOf).filter(key => filledIn.includes(key))).toEqual([]);
  });

  it.each(defaults)('%s: %s', (key, value) => {
    expect(options.find(option => keyOf(option) === key)?.docs.default).toContain(`\`${String(value)}\``);
  });
});

describe('options that hardly anybody uses', () => {
  const rareKeys = listOptionUses().filter(isRare).map(({key}) => key);

  it('have a reason to stay', () => {
    expect(rareKeys.filter(key => rareEntryOf(key) === undefined)).toEqual([]);
  });

  it('lose their reason once they are used', () => {
    const neededEntries = new Set(rareKeys.map(rareEntryOf));
    expect(Object.keys(rareOptions).filter(entry => !neededEntries.has(entry))).toEqual([]);
  });
});

describe('the handwritten part', () => {
  it('names the built-in conditions', () => {
    expect(rowsOf('Built-in conditions')).toEqual(builtInNames);
  });

  it('names dates that are read', () => {
    expect(rowsOf('Dates').length).toBeGreaterThan(4);
    expect(rowsOf('Dates').filter(word => resolveTime(word) === undefined)).toEqual([]);
  });

  it('names what is reserved', () => {
    const reserved = [
      ...PRODUCT_TABLES, ...PRODUCT_USER_FIELDS, ...Object.values(screenKeys), ...pagePaths, ...Object.keys(systemFields.usuarios),
    ];
    expect(reserved.filter(name => !prose.includes(`\`${name}\``))).toEqual([]);
  });
});

it('docs/config.md is what the shapes say (`npm run docs` writes it)', async () => {
  await expect(`${prose}${writeReference()}`).toMatchFileSnapshot(`../../${FILE}`);
});
