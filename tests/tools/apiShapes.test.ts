// What both sides say to each other is written as shapes of the validation library: the portal, and what it carries of the
// schema, take the types alone, or the library would come along.
import {globSync, readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {PUBLIC_SCREEN_MESSAGE_NAMES} from '../../src/schema/shapes/productMessages.ts';

const VALUES = /^[ \t]*(?:import|export)\b(?!\s+type\b)[^'"`;]*?\bfrom\s*['"](?:\.{1,2}\/)+(?:schema\/)?(?:apiShapes|(?:lists\/)?savedFiltersAndReplies)\.ts['"]/gm;
const valuesOf = (source: string): string[] => [...source.matchAll(VALUES)].map(([found]) => found);

it.each([
  ["import {savedFilter} from '../../schema/lists/savedFiltersAndReplies.ts';", 1],
  ["import {savedFilter, type SavedFilter} from './savedFiltersAndReplies.ts';", 1],
  ["import {textLine, type FieldError} from '../schema/apiShapes.ts';", 1],
  ["import {type SavedFilter} from './apiShapes.ts';", 1],
  ["import * as shapes from '../schema/apiShapes.ts';", 1],
  ["export * from './apiShapes.ts';", 1],
  ["import {\n  a,\n} from './apiShapes.ts';", 1],
  ["import type {SavedFilter} from './apiShapes.ts';", 0],
  ["import type * as shapes from '../../schema/apiShapes.ts';", 0],
  ["export type {FieldError} from './apiShapes.ts';", 0],
  ["import {request} from '../api/http.ts';", 0],
])('%s', (source, values) => {
  expect(valuesOf(source)).toHaveLength(values);
});

const SAVED = 'src/schema/lists/savedFiltersAndReplies.ts';

it(`nothing that the portal carries takes a value of src/schema/apiShapes.ts or ${SAVED}`, () => {
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
