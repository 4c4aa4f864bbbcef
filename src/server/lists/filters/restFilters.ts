/**
 * Reads `filter` of react-admin's own dialect: fields by name, range parameters besides `{from, to}`, `id`, `ids`, the tab, and `q` for
 * search.
 */
import * as z from 'zod';
import type {Resource} from '../../../schema/shapes/config.ts';
import type {Field} from '../../../schema/shapes/fields.ts';
import {goToFields, SEARCH_PARAM} from '../../../schema/lists/goTo.ts';
import {MAX_SEARCH_TEXT_LENGTH} from '../../../schema/lists/options.ts';
import {toFilterField, kindRuleOf, valueSchemaOf, normaliseSearchText} from '../../../schema/fields/kinds.ts';
import {fillPlaceholders, formMessages} from '../../../schema/words/messages.ts';
import {filterMaxLength, listFilters, NO_REFERENCE} from '../../../schema/lists/listRequest.ts';
import {
  RANGE_ENDS, isRangeFilter, parseRange, filterOperatorRowOf, type RangeEnd, type FilterRange,
} from '../../../schema/fields/filterOperators.ts';
import {isTabOfList, TAB_PARAM} from '../../../schema/lifeCycle/tabs.ts';
import {isDeclaredTab, UNKNOWN_TAB_MESSAGE} from '../../../schema/lists/parseListRequest.ts';
import {hasForbiddenCharacters, normaliseTextOrEmpty} from '../../../schema/fields/text.ts';
import {idInput} from '../../../schema/apiShapes.ts';
import {invalidParam} from '../../errors.ts';
import type {ListQuery} from '../planner/list.ts';

type RestFilter = Readonly<Record<string, unknown>>;

const isEmptyValue = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Highest number of records in one answer. */
export const MAX_LIST_ROWS = 1000;
/** React-admin reads many records at once by a list of ids. */
const idsShape = z.array(idInput).max(MAX_LIST_ROWS);

/** A search text. @throws Refusal 400 for other types and control characters */
const searchText = (name: string, value: unknown): string => {
  if ((typeof value !== 'string' && typeof value !== 'number') || hasForbiddenCharacters(String(value))) throw invalidParam(name);
  return String(value);
};

const readSearch = (value: unknown): string | undefined => {
  const text = normaliseTextOrEmpty(searchText(SEARCH_PARAM, value));
  if (text.length > MAX_SEARCH_TEXT_LENGTH) throw invalidParam(
    SEARCH_PARAM, fillPlaceholders(formMessages.tooLong, {max: MAX_SEARCH_TEXT_LENGTH}),
  );
  return text || undefined;
};

/** Ends of a range, with the parameters that they came from. */
type RangeEnds = Partial<Record<RangeEnd, {param: string; value: unknown}>>;

const endShape = z.union([z.string(), z.number()]).nullish();
/** A day or number, or a range of them with both ends included. */
const rangeShape = z.union([
  z.union([z.string(), z.number()]).transform(value => ({from: value, to: value})), z.strictObject({from: endShape, to: endShape}),
]);

const readEnds = (param: string, value: unknown): RangeEnds => {
  const parsed = rangeShape.safeParse(value);
  if (!parsed.success) throw invalidParam(param);
  return Object.fromEntries(RANGE_ENDS.map(side => [side, {param, value: parsed.data[side]}]));
};
const readEnd = (param: string, value: unknown): {param: string; value: unknown} => {
  if (!endShape.safeParse(value).success) throw invalidParam(param);
  return {param, value};
};

/** Bare ends of a range; undefined: both are empty. */
const readRangeFilter = (resource: Resource, name: string, field: Field, ends: RangeEnds): FilterRange | undefined => {
  const input = {from: ends.from?.value, to: ends.to?.value};
  const result = parseRange({field, filter: resource.list.filters?.[name] ?? {}}, input);
  for (const side of RANGE_ENDS) {
    const mensagem = result.mistakes[side];
    if (mensagem !== undefined) throw invalidParam(ends[side]?.param ?? name, mensagem);
  }
  return isEmptyValue(result.range.from) && isEmptyValue(result.range.to) ? undefined : result.range;
};

const readFilterValue = ({list}: Resource, name: string, field: Field, value: unknown): unknown => {
  const comparedField = toFilterField(field);
  const {unfilterable, searched} = filterOperatorRowOf(comparedField);
  if (unfilterable) throw invalidParam(name);
  if (searched) {
    const text = searchText(name, value);
    const max = filterMaxLength({field, filter: list.filters?.[name] ?? {}});
    if (text.length > max) throw invalidParam(name, fillPlaceholders(formMessages.tooLong, {max}));
    return normaliseSearchText(comparedField, text);
  }
  const bare = kindRuleOf(comparedField).bare(value, comparedField);
  if (bare !== null && !valueSchemaOf(comparedField, formMessages).safeParse(bare).success) throw invalidParam(name);
  return bare;
};

/** Range and end of each declared range parameter. */
const endsByParam = (resource: Resource): Map<string, {name: string; end: RangeEnd}> =>
  new Map(listFilters(resource).filter(({params}) => params.length > 1).flatMap(({name, params}) =>
    RANGE_ENDS.map((side, index) => [params[index] ?? name, {name, end: side}] as const)));

/** @throws Refusal 400 for an unknown name, or a value that its field cannot have */
export const restFilters = (resource: Resource, input: RestFilter): Pick<ListQuery, 'filter' | 'search'> => {
  const byParam = endsByParam(resource);
  const filter: Record<string, unknown> = {};
  const ranges = new Map<string, RangeEnds>();
  let search: string | undefined;
  for (const [name, value] of Object.entries(input)) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    const rangeParam = field === undefined ? byParam.get(name) : undefined;
    if (name === 'id' || name === 'ids') {
      const parsed = idsShape.safeParse(Array.isArray(value) ? value : [value]);
      if (!parsed.success) throw invalidParam(name);
      filter['id'] = parsed.data;
    } else if (name === TAB_PARAM && isTabOfList(resource, value)) {
      if (isEmptyValue(value)) continue;
      if (!isDeclaredTab(resource, value)) throw invalidParam(TAB_PARAM, UNKNOWN_TAB_MESSAGE);
      filter[TAB_PARAM] = value;
    } else if (field === undefined && rangeParam === undefined && !(name === SEARCH_PARAM && goToFields(resource).length > 0)) {
      throw invalidParam(name);
    } else if (isEmptyValue(value)) {
      continue;
    } else if (rangeParam !== undefined) {
      ranges.set(rangeParam.name, {...ranges.get(rangeParam.name), [rangeParam.end]: readEnd(name, value)});
    } else if (field === undefined) {
      search = readSearch(value);
    } else if (isRangeFilter(field)) {
      ranges.set(name, {...readEnds(name, value), ...ranges.get(name)});
    } else if (resource.list.filters?.[name]?.none !== undefined && String(value) === String(NO_REFERENCE)) {
      filter[name] = NO_REFERENCE;
    } else {
      const bare = readFilterValue(resource, name, field, value);
      if (bare !== null) filter[name] = bare;
    }
  }
  for (const [name, ends] of ranges) {
    const field = resource.fields[name];
    const bareRange = field === undefined ? undefined : readRangeFilter(resource, name, field, ends);
    if (bareRange !== undefined) filter[name] = bareRange;
  }
  return {filter, search};
};
