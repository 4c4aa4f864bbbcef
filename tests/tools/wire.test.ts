// What both sides say to each other is written as shapes of the validation library: the portal, and what it carries of the
// schema, take the types alone, or the library would come along.
import {globSync, readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {PUBLIC_SCREEN_MESSAGE_NAMES} from '../../src/schema/shapes/productMessages.ts';

const VALUES = /^[ \t]*(?:import|export)\b(?!\s+type\b)[^'"`;]*?\bfrom\s*['"](?:\.{1,2}\/)+(?:schema\/)?(?:wire|(?:lists\/)?saved)\.ts['"]/gm;
const valuesOf = (source: string): string[] => [...source.matchAll(VALUES)].map(([found]) => found);

it.each([
  ["import {savedFilter} from '../../schema/lists/saved.ts';", 1],
  ["import {savedFilter, type SavedFilter} from './saved.ts';", 1],
  ["import {textLine, type FieldError} from '../schema/wire.ts';", 1],
  ["import {type SavedFilter} from './wire.ts';", 1],
  ["import * as wire from '../schema/wire.ts';", 1],
  ["export * from './wire.ts';", 1],
  ["import {\n  a,\n} from './wire.ts';", 1],
  ["import type {SavedFilter} from './wire.ts';", 0],
  ["import type * as wire from '../../schema/wire.ts';", 0],
  ["export type {FieldError} from './wire.ts';", 0],
  ["import {request} from '../wire/http.ts';", 0],
])('%s', (source, values) => {
  expect(valuesOf(source)).toHaveLength(values);
});

const SAVED = 'src/schema/lists/saved.ts';

it(`nothing that the portal carries takes a value of src/schema/wire.ts or ${SAVED}`, () => {
  const files = globSync('src/{portal,schema}/**/*.{ts,tsx}').filter(file => file !== SAVED);
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(file => valuesOf(readFileSync(file, 'utf8')).map(found => `${file}: ${found}`))).toEqual([]);
});

it('what the public screens alone say, without which the administration is built, nothing else of the portal says', () => {
  const files = globSync('src/portal/**/*.{ts,tsx}').filter(file => !/pages\/(?:login\/|password\/ResetForm)/.test(file));
  expect(
    files.flatMap(file => PUBLIC_SCREEN_MESSAGE_NAMES.filter(name => readFileSync(file, 'utf8').includes(`messages.${name}`)))
  ).toEqual([]);
});
