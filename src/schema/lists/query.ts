/** A list request and its query string, which `fromQuery.ts` reads again (rules: Lists 2, 4). */
import {NUMBER} from './columns.ts';
import type {FilterConfig, Resource} from '../shapes/config.ts';
import {dayFromToday} from '../fields/dates.ts';
import type {Field} from '../shapes/fields.ts';
import {toFilterField, kindRuleOf} from '../fields/kinds.ts';
import {RANGE_ENDS, splitRange, parseRange, filterOperatorRowOf, type RangeEnd} from '../fields/filterOperators.ts';
import {isTabOfList, TAB_PARAM} from '../lifeCycle/tabs.ts';

export const PAGE_SIZES = [5, 10, 20, 50] as const;
export const PAGE_SIZE = 20;

export interface ListRequest {
  /** From 1; undefined: the whole list (where the resource answers without pages). */
  page?: number | undefined;
  pageSize: number;
  sort: {field: string; order: 'asc' | 'desc'};
  /** By field name: text, number, boolean, a range of days or numbers, {@link NONE}; the tab by `aba`. */
  filter: Readonly<Record<string, unknown>>;
}

export interface ListFilter {
  name: string;
  field: Field;
  filter: FilterConfig;
  /** Query parameters: one, or two for what is filtered from one value to another. */
  params: readonly string[];
}

/** The parameters of a filter that declares none: a field's own name, or one name for each end of a range of numbers. */
const ownParams = (name: string, field: Field): readonly string[] =>
  (field === NUMBER ? undefined : filterOperatorRowOf(field).params?.(name)) ?? [name];

/** The filters of a list with their fields; `id` is the record's own number. */
export const filtersOf = (resource: Resource): ListFilter[] =>
  Object.entries(resource.list.filters ?? {}).flatMap(([name, filter]) => {
    const field = name === 'id' ? NUMBER : resource.fields[name];
    if (field === undefined) return [];
    const params = filter.param === undefined ? ownParams(name, field) : typeof filter.param === 'string' ? [filter.param] : filter.param;
    return [{name, field, filter, params}];
  });

/** The most characters a filter takes: its own limit, else the field's. */
export const filterMaxLength = ({field, filter}: Pick<ListFilter, 'field' | 'filter'>): number =>
  filter.maxLength ?? ('maxLength' in field ? field.maxLength : 100);

/** A reference's filter: the records without one. */
export const NONE = -1;

const asText = (value: unknown): string =>
  (['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value) ? String(value) : '');
/** What 'no filter' looks like on the wire: `0` for ids and statuses (unless 0 is one), `''` for the rest (rules: Lists 4). */
export const nothing = (field: Field): string => {
  const asked = toFilterField(field);
  return kindRuleOf(asked).isZeroNone?.(asked) === true ? '0' : '';
};

/** The request as query parameters; every specified filter with an input is named, an empty one with its empty value. */
export const toQuery = (resource: Resource, request: ListRequest): URLSearchParams => {
  const query = new URLSearchParams();
  if (request.page !== undefined) query.set('page', String(request.page));
  if (request.pageSize !== PAGE_SIZE) query.set('pageSize', String(request.pageSize));
  const [field, order] = resource.list.sort;
  if (request.sort.field !== field || request.sort.order !== order) {
    query.set('sort', request.sort.field);
    query.set('order', request.sort.order);
  }
  for (const one of filtersOf(resource)) {
    const value = request.filter[one.name];
    const [first = one.name, second] = one.params;
    if ((one.filter.input === 'none' || one.filter.optional === true) && (value === undefined || value === null || value === '')) continue;
    if (second !== undefined) {
      const {from, to} = splitRange(one.field, value);
      query.set(first, from);
      query.set(second, to);
    } else query.set(first, asText(value) || nothing(one.field));
  }
  const tab = request.filter[TAB_PARAM];
  if (isTabOfList(resource, tab) && typeof tab === 'string' && tab !== '') query.set(TAB_PARAM, tab);
  return query;
};

export interface RangeMistake {
  /** The filter, and which end of it. */
  name: string;
  end: RangeEnd;
  /** The query parameter. */
  param: string;
  mensagem: string;
}

/** What is wrong with the periods and the ranges of numbers among a list's filters. */
export const rangeMistakes = (resource: Resource, filter: Readonly<Record<string, unknown>>): RangeMistake[] =>
  filtersOf(resource).filter(({params}) => params.length > 1).flatMap(one => {
    const {name, params: [from = name, to = name]} = one;
    const {mistakes} = parseRange(one, filter[name]);
    return RANGE_ENDS.flatMap(end => {
      const mensagem = mistakes[end];
      return mensagem === undefined ? [] : [{name, end, param: end === 'from' ? from : to, mensagem}];
    });
  });

/** The filters a list opens with: a search period (rules: Lists 5). */
export const defaultFilter = (resource: Resource): Record<string, unknown> =>
  Object.fromEntries(
    filtersOf(resource).flatMap(({name, filter}) =>
      filter.lastDays === undefined ? [] : [[name, {from: dayFromToday(-filter.lastDays), to: dayFromToday(0)}]]),
  );
