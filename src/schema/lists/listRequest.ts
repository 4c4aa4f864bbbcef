/** List query and its serialisation. `fromQuery.ts` parses it (rules: Lists 2, 4). */
import {RECORD_NUMBER_COLUMN} from './columns.ts';
import type {FilterConfig, Resource} from '../shapes/config.ts';
import {dayFromToday} from '../fields/dates.ts';
import type {Field} from '../shapes/fields.ts';
import {toFilterField, kindRuleOf} from '../fields/kinds.ts';
import {RANGE_ENDS, splitRange, parseRange, filterOperatorRowOf, type RangeEnd} from '../fields/filterOperators.ts';
import {isTabOfList, TAB_PARAM} from '../lifeCycle/tabs.ts';

export const PAGE_SIZES = [5, 10, 20, 50] as const;
export const DEFAULT_PAGE_SIZE = 20;

export interface ListRequest {
  /** Counts from 1; undefined for the whole list, where the resource answers without pages. */
  page?: number | undefined;
  pageSize: number;
  sort: {field: string; order: 'asc' | 'desc'};
  /** Filter values by field: text, number, boolean, a range, or {@link NO_REFERENCE}. `aba` is the tab. */
  filter: Readonly<Record<string, unknown>>;
}

export interface ListFilter {
  name: string;
  field: Field;
  filter: FilterConfig;
  /** One query parameter, or two for a range. */
  params: readonly string[];
}

const defaultParams = (name: string, field: Field): readonly string[] =>
  (field === RECORD_NUMBER_COLUMN ? undefined : filterOperatorRowOf(field).params?.(name)) ?? [name];

/** Lists the filters with their fields; `id` is the record's number. */
export const listFilters = (resource: Resource): ListFilter[] =>
  Object.entries(resource.list.filters ?? {}).flatMap(([name, filter]) => {
    const field = name === 'id' ? RECORD_NUMBER_COLUMN : resource.fields[name];
    if (field === undefined) return [];
    const params = filter.param === undefined
      ? defaultParams(name, field)
      : typeof filter.param === 'string' ? [filter.param] : filter.param;
    return [{name, field, filter, params}];
  });

/** Maximum length of a filter text: the filter's own limit, else the field's. */
export const filterMaxLength = ({field, filter}: Pick<ListFilter, 'field' | 'filter'>): number =>
  filter.maxLength ?? ('maxLength' in field ? field.maxLength : 100);

/** Filter value of a reference: records without one. */
export const NO_REFERENCE = -1;

const asText = (value: unknown): string =>
  (['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value) ? String(value) : '');
/** Query value for no filter: `0` for ids and statuses (unless 0 is one), `''` for others (rules: Lists 4). */
export const noFilterValue = (field: Field): string => {
  const filterField = toFilterField(field);
  return kindRuleOf(filterField).isZeroNone?.(filterField) === true ? '0' : '';
};

/** Serialises a list query. Every filter with an input is a parameter, an empty one with its empty value. */
export const serializeListRequest = (resource: Resource, request: ListRequest): URLSearchParams => {
  const query = new URLSearchParams();
  if (request.page !== undefined) query.set('page', String(request.page));
  if (request.pageSize !== DEFAULT_PAGE_SIZE) query.set('pageSize', String(request.pageSize));
  const [field, order] = resource.list.sort;
  if (request.sort.field !== field || request.sort.order !== order) {
    query.set('sort', request.sort.field);
    query.set('order', request.sort.order);
  }
  for (const listFilter of listFilters(resource)) {
    const value = request.filter[listFilter.name];
    const [first = listFilter.name, second] = listFilter.params;
    if ((listFilter.filter.input === 'none' || listFilter.filter.optional === true)
      && (value === undefined || value === null || value === '')) continue;
    if (second !== undefined) {
      const {from, to} = splitRange(listFilter.field, value);
      query.set(first, from);
      query.set(second, to);
    } else query.set(first, asText(value) || noFilterValue(listFilter.field));
  }
  const tab = request.filter[TAB_PARAM];
  if (isTabOfList(resource, tab) && typeof tab === 'string' && tab !== '') query.set(TAB_PARAM, tab);
  return query;
};

export interface RangeMistake {
  /** Name of the filter. */
  name: string;
  end: RangeEnd;
  param: string;
  mensagem: string;
}

/** Validates the ranges among a list's filters. */
export const listRangeMistakes = (resource: Resource, filter: Readonly<Record<string, unknown>>): RangeMistake[] =>
  listFilters(resource).filter(({params}) => params.length > 1).flatMap(listFilter => {
    const {name, params: [from = name, to = name]} = listFilter;
    const {mistakes} = parseRange(listFilter, filter[name]);
    return RANGE_ENDS.flatMap(end => {
      const mensagem = mistakes[end];
      return mensagem === undefined ? [] : [{name, end, param: end === 'from' ? from : to, mensagem}];
    });
  });

/** Initial filters of a list: its default period (rules: Lists 5). */
export const defaultPeriodFilter = (resource: Resource): Record<string, unknown> =>
  Object.fromEntries(
    listFilters(resource).flatMap(({name, filter}) =>
      filter.lastDays === undefined ? [] : [[name, {from: dayFromToday(-filter.lastDays), to: dayFromToday(0)}]]),
  );
