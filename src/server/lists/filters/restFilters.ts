/**
 * `filter` of react-admin's own dialect: fields by their names, the declared parameters of a period or range (which is
 * what a stock client's two inputs are called) beside `{from, to}`, `id` and `ids`, the tab, and `q`, a text to look for.
 */
import * as z from 'zod';
import type {Resource} from '../../../schema/config/config.ts';
import type {Field} from '../../../schema/config/fields.ts';
import {goToFields, SEARCH} from '../../../schema/lists/goTo.ts';
import {GO_TO_LENGTH} from '../../../schema/lists/options.ts';
import {filteredField, ruleOf, schemaOf, soughtOf} from '../../../schema/fields/kinds.ts';
import {fill, formWords} from '../../../schema/words/messages.ts';
import {filterMaxLength, filtersOf, NONE} from '../../../schema/lists/query.ts';
import {ENDS, isRanged, readRange, wayOf, type End, type Range} from '../../../schema/fields/filterWays.ts';
import {asksTab, TAB} from '../../../schema/lifeCycle/tabs.ts';
import {isTab, UNKNOWN_TAB} from '../../../schema/lists/fromQuery.ts';
import {hasControl, keptText} from '../../../schema/fields/text.ts';
import {sentId} from '../../../schema/wire.ts';
import {invalidParam} from '../../errors.ts';
import type {ListQuery} from '../planner/list.ts';

type Given = Readonly<Record<string, unknown>>;

const isNone = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Records in one answer. */
export const MOST = 1000;
/** Lists of ids are how react-admin reads many records at once. */
const ids = z.array(sentId).max(MOST);

/** A text as it is looked for. @throws Refusal 400 for what can be none */
const textOf = (name: string, value: unknown): string => {
  if ((typeof value !== 'string' && typeof value !== 'number') || hasControl(String(value))) throw invalidParam(name);
  return String(value);
};

const searchOf = (value: unknown): string | undefined => {
  const text = keptText(textOf(SEARCH, value));
  if (text.length > GO_TO_LENGTH) throw invalidParam(SEARCH, fill(formWords.tooLong, {max: GO_TO_LENGTH}));
  return text || undefined;
};

/** The ends of a range, each with the parameter it was given by. */
type Ends = Partial<Record<End, {param: string; value: unknown}>>;

const end = z.union([z.string(), z.number()]).nullish();
/** One day or number, or those from one to another, both inclusive. */
const range = z.union([z.union([z.string(), z.number()]).transform(one => ({from: one, to: one})), z.strictObject({from: end, to: end})]);

const endsGiven = (param: string, value: unknown): Ends => {
  const read = range.safeParse(value);
  if (!read.success) throw invalidParam(param);
  return Object.fromEntries(ENDS.map(one => [one, {param, value: read.data[one]}]));
};
const endGiven = (param: string, value: unknown): {param: string; value: unknown} => {
  if (!end.safeParse(value).success) throw invalidParam(param);
  return {param, value};
};

/** A range's bare ends; undefined for none. */
const rangeOf = (resource: Resource, name: string, field: Field, ends: Ends): Range | undefined => {
  const given = {from: ends.from?.value, to: ends.to?.value};
  const read = readRange({field, filter: resource.list.filters?.[name] ?? {}}, given);
  for (const one of ENDS) {
    const mensagem = read.mistakes[one];
    if (mensagem !== undefined) throw invalidParam(ends[one]?.param ?? name, mensagem);
  }
  return isNone(read.range.from) && isNone(read.range.to) ? undefined : read.range;
};

/** The bare value of what is not filtered from one value to another. */
const valueOf = ({list}: Resource, name: string, field: Field, value: unknown): unknown => {
  const asked = filteredField(field);
  const {barred, searched} = wayOf(asked);
  if (barred) throw invalidParam(name);
  if (searched) {
    const text = textOf(name, value);
    const max = filterMaxLength({field, filter: list.filters?.[name] ?? {}});
    if (text.length > max) throw invalidParam(name, fill(formWords.tooLong, {max}));
    return soughtOf(asked, text);
  }
  const bare = ruleOf(asked).bare(value, asked);
  if (bare !== null && !schemaOf(asked, formWords).safeParse(bare).success) throw invalidParam(name);
  return bare;
};

/** The end of a range that a declared parameter is, by its name. */
const endsByParam = (resource: Resource): Map<string, {name: string; end: End}> =>
  new Map(filtersOf(resource).filter(({params}) => params.length > 1).flatMap(({name, params}) =>
    ENDS.map((one, index) => [params[index] ?? name, {name, end: one}] as const)));

/** @throws Refusal 400 for a name that is none, and for a value that its field cannot have */
export const restFilters = (resource: Resource, given: Given): Pick<ListQuery, 'filter' | 'search'> => {
  const byParam = endsByParam(resource);
  const filter: Record<string, unknown> = {};
  const ranges = new Map<string, Ends>();
  let search: string | undefined;
  for (const [name, value] of Object.entries(given)) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    const ofRange = field === undefined ? byParam.get(name) : undefined;
    if (name === 'id' || name === 'ids') {
      const parsed = ids.safeParse(Array.isArray(value) ? value : [value]);
      if (!parsed.success) throw invalidParam(name);
      filter['id'] = parsed.data;
    } else if (name === TAB && asksTab(resource, value)) {
      if (isNone(value)) continue;
      if (!isTab(resource, value)) throw invalidParam(TAB, UNKNOWN_TAB);
      filter[TAB] = value;
    } else if (field === undefined && ofRange === undefined && !(name === SEARCH && goToFields(resource).length > 0)) {
      throw invalidParam(name);
    } else if (isNone(value)) {
      continue;
    } else if (ofRange !== undefined) {
      ranges.set(ofRange.name, {...ranges.get(ofRange.name), [ofRange.end]: endGiven(name, value)});
    } else if (field === undefined) {
      search = searchOf(value);
    } else if (isRanged(field)) {
      ranges.set(name, {...endsGiven(name, value), ...ranges.get(name)});
    } else if (resource.list.filters?.[name]?.none !== undefined && String(value) === String(NONE)) {
      filter[name] = NONE;
    } else {
      const bare = valueOf(resource, name, field, value);
      if (bare !== null) filter[name] = bare;
    }
  }
  for (const [name, ends] of ranges) {
    const field = resource.fields[name];
    const read = field === undefined ? undefined : rangeOf(resource, name, field, ends);
    if (read !== undefined) filter[name] = read;
  }
  return {filter, search};
};
