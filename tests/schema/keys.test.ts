/** The words of the config's language, counted and named: one more is a decision, and shows here. */
import type * as z from 'zod';
import {expect, it} from 'vitest';
import {zodDefinition} from '../../src/schema/check/shape.ts';
import {rootShapes} from '../../src/schema/shapes/config.ts';
import {fieldShapes} from '../../src/schema/shapes/fields.ts';

/** What the product itself says: sentences by name, no words of the language. */
const SENTENCES = ['messages', 'files.messages'];

/** The keys of every object that may stand in a shape, by its place: `*` for a name, `[]` for one of a list. One shape is told once. */
const told = new Set<z.core.$ZodType>();
const keysOf = (schema: z.core.$ZodType, place: string, found = new Map<string, string[]>()): Map<string, string[]> => {
  const {innerType, options, shape, valueType, element, items} = zodDefinition(schema);
  const below = (key: string): string => (place === '' ? key : `${place}.${key}`);
  if (shape) {
    if (told.has(schema)) return found;
    told.add(schema);
    found.set(place, [...new Set([...found.get(place) ?? [], ...Object.keys(shape)])]);
    for (const [key, part] of Object.entries(shape)) keysOf(part, below(key), found);
  }
  for (const part of [innerType, ...options ?? [], ...items ?? []]) if (part) keysOf(part, place, found);
  if (valueType) keysOf(valueType, below('*'), found);
  if (element) keysOf(element, `${place}[]`, found);
  return found;
};

const wholeConfig = keysOf(rootShapes.resource, 'resources.*', keysOf(rootShapes.config, ''));
const language = new Map([...wholeConfig].filter(([place]) => !SENTENCES.includes(place)));
const count = (keys: ReadonlyMap<string, readonly string[]>): number => [...keys.values()].flat().length;
const said = (keys: ReadonlyMap<string, readonly string[]>) =>
  Object.fromEntries([...keys].map(([place, words]) => [place, words.join(' ')]));

it('the config has these keys', () => {
  expect(said(language)).toEqual({
    '': 'product profiles menu lists itemKinds namedItems files messages webhooks replies dashboards resources',
    'dashboards.*': 'of calls profiles periods cards sums bar chart by steps',
    'dashboards.*.calls': 'counts evolution summary',
    'dashboards.*.cards[]': 'tab icon tone',
    'dashboards.*.steps.*': 'label hint',
    files: 'forbiddenExtensions messages',
    'lists.*': 'call wire rows',
    'namedItems.*': 'field prefill',
    'namedItems.*.prefill': 'profiles value missing',
    product: 'name subtitle basename pageTitle key',
    'profiles.*': 'id name home first robot team',
    'profiles.*.home': 'list tab',
    'webhooks.*': 'on to secret fields',
    replies: 'profiles company',
    'resources.*': 'label icon was pageTitle formTitle route editRoute title api owner fields list form access conditions rules scope '
      + 'status since unique people tabs template files queue actions tells toggle children makes consequences duplicate order messages',
    'resources.*.access': 'list read create update delete',
    'resources.*.actions.*': 'label key many bulk icon tone call also profiles from to waits needs '
      + 'asks files confirm success sets does creates sends tells opens places',
    'resources.*.actions.*.does[]': 'on action',
    'resources.*.actions.*.tells.*': 'says when always',
    'resources.*.actions.*.to': 'when then else',
    'resources.*.api': 'list answer one create update delete history combo echo',
    'resources.*.children.*': 'by label title next preview',
    'resources.*.conditions.*': 'filled compare status is waits reason hides not any all through',
    'resources.*.consequences.*': 'of by where before refuses offers one many together',
    'resources.*.duplicate': 'confirm incomplete',
    'resources.*.files': 'as types photo required onePerType calls messages',
    'resources.*.files.calls': 'list check upload remove download record repeats',
    'resources.*.label': 'one many article',
    'resources.*.list': 'columns filters sort editLink actionsAt card marks createLabel goTo',
    'resources.*.list.filters.*': 'param label maxLength lastDays all names none below input optional',
    'resources.*.makes.*': 'label with',
    'resources.*.messages': 'created updated deleted confirmDelete empty none',
    'resources.*.owner': 'empresa filial through',
    'resources.*.people.*': 'field stamps attends reason',
    'resources.*.queue': 'waiting working failed done waits workflow as calls lease wait retries budget',
    'resources.*.queue.budget': 'of minutes',
    'resources.*.queue.calls': 'reserve counts record',
    'resources.*.tabs.*': 'label where sort profiles told',
    'resources.*.tells': 'create update',
    'resources.*.template': 'by items flag as summary keep keepItem version',
    'resources.*.toggle': 'field off refuses',
  });
  expect(count(language)).toBe(252);
});

it('and these sentences of the product', () => {
  expect(SENTENCES.map(place => wholeConfig.get(place)?.length)).toEqual([21, 22]);
});

it('a field has these words, whatever its kind', () => {
  const words = new Set(Object.values(fieldShapes).flatMap(({shape}) => Object.keys(shape)));
  expect([...words].join(' ')).toBe(
    'kind label help required visible editable whenOff readOnly see default unique was archived messages maxLength minLength '
    + 'multiline pattern case comment warnAbove invites only min max sequence decimals show stamps choices nameAs combo list to within '
    + 'shows names tree where through field product difference sum count of by money wire call warnNone',
  );
});
