/** A list request and its query string: both directions side by side, so that neither side can drift (rules: Lists 2, 4). */
import {NUMBER} from './columns.ts';
import type {Filter, Resource} from '../config/config.ts';
import {dayFromToday} from '../fields/dates.ts';
import type {Field} from '../fields/fields.ts';
import {filteredField, MAX_INTEGER, ruleOf, schemaOf} from '../fields/kinds.ts';
import {about, fill, formWords, wordsAbout, wrongParam} from '../words/messages.ts';
import {ENDS, endsOf, isRanged, labelOf, readRange, wayOf, type End} from '../filterWays.ts';
import {isTab, TAB, UNKNOWN_TAB} from '../lifeCycle/tabs.ts';
import {hasControl} from '../fields/text.ts';
import {validateValue} from '../fields/validate.ts';

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
  filter: Filter;
  /** Query parameters: one, or two for what is filtered from one value to another. */
  params: readonly string[];
}

/** The parameters of a filter that declares none: a field's own name, or one name for each end of a range of numbers. */
const ownParams = (name: string, field: Field): readonly string[] => (field === NUMBER ? undefined : wayOf(field).params?.(name)) ?? [name];

/** The filters of a list with their fields; `id` is the record's own number. */
export const filtersOf = (resource: Resource): ListFilter[] =>
  Object.entries(resource.list.filters ?? {}).flatMap(([name, filter]) => {
    const field = name === 'id' ? NUMBER : resource.fields[name];
    if (field === undefined) return [];
    const params = filter.param === undefined ? ownParams(name, field) : typeof filter.param === 'string' ? [filter.param] : filter.param;
    return [{name, field, filter, params}];
  });

/** The most characters a filter takes: its own limit, else the field's. */
export const filterMaxLength = ({field, filter}: ListFilter): number =>
  filter.maxLength ?? ('maxLength' in field ? field.maxLength : 100);

/** A reference's filter: the records without one. */
export const NONE = -1;

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
/** What 'no filter' looks like on the wire: `0` for ids and statuses (unless 0 is one), `''` for the rest (rules: Lists 4). */
const nothing = (field: Field): string => {
  const asked = filteredField(field);
  return ruleOf(asked).isZeroNone?.(asked) === true ? '0' : '';
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
      const {from, to} = endsOf(one.field, value);
      query.set(first, from);
      query.set(second, to);
    } else query.set(first, asText(value) || nothing(one.field));
  }
  const tab = request.filter[TAB];
  if (resource.tabs !== undefined && typeof tab === 'string' && tab !== '') query.set(TAB, tab);
  return query;
};

export interface RangeMistake {
  /** The filter, and which end of it. */
  name: string;
  end: End;
  /** The query parameter. */
  param: string;
  mensagem: string;
}

/** What is wrong with the periods and the ranges of numbers among a list's filters. */
export const rangeMistakes = (resource: Resource, filter: Readonly<Record<string, unknown>>): RangeMistake[] =>
  filtersOf(resource).filter(({params}) => params.length > 1).flatMap(one => {
    const {name, params: [from = name, to = name]} = one;
    const {mistakes} = readRange(one, filter[name]);
    return ENDS.flatMap(end => {
      const mensagem = mistakes[end];
      return mensagem === undefined ? [] : [{name, end, param: end === 'from' ? from : to, mensagem}];
    });
  });

export type QueryMistake = {param: string; mensagem: string};

/** The bare value of one parameter; undefined for 'no filter', an object for a mistake. */
const filterValue = (one: ListFilter, raw: string, param: string): unknown => {
  if (raw.trim() === '' || raw === nothing(one.field)) return undefined;
  if (one.filter.none !== undefined && raw === String(NONE)) return NONE;
  const field = filteredField(one.field);
  const rule = ruleOf(field);
  const value = rule.bare(raw, field);
  const wrong = {param, mensagem: wrongParam(param)};
  const {searched} = wayOf(field);
  if (isRanged(field)) {
    const mensagem = validateValue(field, raw, false, wordsAbout(labelOf(one)));
    return mensagem === undefined ? value : {param, mensagem};
  }
  if (searched && raw.length > filterMaxLength(one)) {
    return {param, mensagem: about(labelOf(one), fill(formWords.tooLong, {max: filterMaxLength(one)}))};
  }
  if (hasControl(raw)) return wrong;
  return searched || schemaOf(field, formWords).safeParse(value).success ? value : wrong;
};
/** A list is sorted by its id or by a declared field that has one value to compare. */
const sortable = (resource: Resource, name: string): boolean => {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  return field === undefined ? name === 'id' : ruleOf(field).column !== 'none';
};
const isMistake = (value: unknown): value is QueryMistake => typeof value === 'object' && value !== null && 'mensagem' in value;

/**
 * Reads a query string (keys as given, values as text).
 *
 * @returns the request and a sentence for each parameter that is wrong (a day that is none stays in the request as it
 *   came, so that a list opened with it can show it); unknown parameters are ignored (rules: Access 2: `idPerfilLogado` and the
 *   like, which no server of ours reads)
 */
export const fromQuery = (
  resource: Resource, query: Readonly<Record<string, unknown>>,
): {request: ListRequest; mistakes: QueryMistake[]} => {
  const mistakes: QueryMistake[] = [];
  const textOf = (param: string): string => {
    const value = query[param];
    if (value === undefined || typeof value === 'string') return value ?? '';
    mistakes.push({param, mensagem: `Parâmetro repetido: ${param}.`});
    return '';
  };
  const filter: Record<string, unknown> = {};
  for (const one of filtersOf(resource)) {
    const [first = one.name, second] = one.params;
    if (second !== undefined) {
      const {range, mistakes: wrong} = readRange(one, {from: textOf(first), to: textOf(second)});
      for (const [end, mensagem] of Object.entries(wrong)) mistakes.push({param: end === 'from' ? first : second, mensagem});
      if (range.from !== undefined || range.to !== undefined) filter[one.name] = range;
      continue;
    }
    const value = filterValue(one, textOf(first), first);
    if (isMistake(value)) mistakes.push(value);
    else if (value !== undefined && value !== null) filter[one.name] = value;
  }
  const tab = resource.tabs === undefined ? '' : textOf(TAB);
  if (isTab(resource, tab)) filter[TAB] = tab;
  else if (tab !== '') mistakes.push({param: TAB, mensagem: UNKNOWN_TAB});
  const whole = (param: string, allowed: (value: number) => boolean): number | undefined => {
    const raw = textOf(param);
    if (raw === '') return undefined;
    const value = /^\d+$/.test(raw) ? Number(raw) : Number.NaN;
    if (allowed(value)) return value;
    mistakes.push({param, mensagem: wrongParam(param)});
    return undefined;
  };
  const [sortField, sortOrder] = resource.list.sort;
  const asked = textOf('sort');
  const sort = asked || sortField;
  const order = textOf('order') || (asked === '' ? sortOrder : 'asc');
  if (!sortable(resource, sort)) mistakes.push({param: 'sort', mensagem: wrongParam('sort')});
  if (order !== 'asc' && order !== 'desc') mistakes.push({param: 'order', mensagem: wrongParam('order')});
  return {
    request: {
      page: whole('page', value => value >= 1 && value <= MAX_INTEGER / 50),
      pageSize: whole('pageSize', value => PAGE_SIZES.some(size => size === value)) ?? PAGE_SIZE,
      sort: {field: sort, order: order === 'desc' ? 'desc' : 'asc'},
      filter,
    },
    mistakes,
  };
};

/** The filters a list opens with: a search period (rules: Lists 5). */
export const defaultFilter = (resource: Resource): Record<string, unknown> =>
  Object.fromEntries(
    filtersOf(resource).flatMap(({name, filter}) =>
      filter.lastDays === undefined ? [] : [[name, {from: dayFromToday(-filter.lastDays), to: dayFromToday(0)}]]),
  );
