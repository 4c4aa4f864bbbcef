/** A list request and its query string: both directions side by side, so that neither side can drift (§7). */
import {dayFromToday, parseDay} from './dates.ts';
import type {Filter, Resource} from './config.ts';
import type {Field} from './fields.ts';
import {MAX_INTEGER, ruleOf} from './kinds.ts';
import {formWords} from './messages.ts';
import {hasControl} from './text.ts';

export const PAGE_SIZES = [5, 10, 20, 50] as const;
export const PAGE_SIZE = 20;

/** A period filter's value; days `yyyy-mm-dd`, inclusive. */
export interface Period {
  from?: string | undefined;
  to?: string | undefined;
}

export interface ListRequest {
  /** From 1; undefined: the whole list (where the resource answers without pages). */
  page?: number | undefined;
  pageSize: number;
  sort: {field: string; order: 'asc' | 'desc'};
  /** By field name: text, number, boolean or a period. */
  filter: Readonly<Record<string, unknown>>;
}

export interface ListFilter {
  name: string;
  field: Field;
  filter: Filter;
  /** Query parameters: one, or two for a period. */
  params: readonly string[];
}

/** The filters of a list with their fields. */
export const filtersOf = (resource: Resource): ListFilter[] =>
  Object.entries(resource.list.filters ?? {}).flatMap(([name, filter]) => {
    const field = resource.fields[name];
    if (field === undefined) return [];
    const params = filter.param === undefined ? [name] : typeof filter.param === 'string' ? [filter.param] : filter.param;
    return [{name, field, filter, params}];
  });

/** The most characters a filter takes: its own limit, else the field's. */
export const filterMaxLength = ({field, filter}: ListFilter): number =>
  filter.maxLength ?? ('maxLength' in field ? field.maxLength : 100);

export const pageSizeOf = (resource: Resource): number => resource.list.pageSize ?? PAGE_SIZE;

const isPeriod = (value: unknown): value is Period => typeof value === 'object' && value !== null;
const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
/** What 'no filter' looks like on the wire: `0` for ids and statuses (unless 0 is one), `''` for the rest (decisions §7). */
const nothing = (field: Field): string => {
  const zero = field.kind === 'escolha'
    ? field.choices.every(choice => typeof choice.id === 'number' && choice.id !== 0)
    : field.kind === 'referencia' || field.kind === 'vinculos';
  return zero ? '0' : '';
};

/** The request as query parameters; every specified filter with an input is named, an empty one with its empty value. */
export const toQuery = (resource: Resource, request: ListRequest): URLSearchParams => {
  const query = new URLSearchParams();
  if (request.page !== undefined) query.set('page', String(request.page));
  if (request.pageSize !== pageSizeOf(resource)) query.set('pageSize', String(request.pageSize));
  const [field, order] = resource.list.sort;
  if (request.sort.field !== field || request.sort.order !== order) {
    query.set('sort', request.sort.field);
    query.set('order', request.sort.order);
  }
  for (const one of filtersOf(resource)) {
    const value = request.filter[one.name];
    const [first = one.name, second] = one.params;
    if ((one.filter.hidden === true || one.filter.optional === true) && (value === undefined || value === null || value === '')) continue;
    if (second !== undefined) {
      const period = isPeriod(value) ? value : {};
      query.set(first, period.from ?? '');
      query.set(second, period.to ?? '');
    } else query.set(first, asText(value) || nothing(one.field));
  }
  return query;
};

/** The sentence for an end of a period that is no day. */
const invalidDay = ({invalid}: Filter, end: 'from' | 'to'): string => invalid?.[end === 'from' ? 0 : 1] ?? formWords.date;
const REVERSED = 'O período termina antes de começar. Corrija uma das datas.';
/** A year outside is one still on its way (0002 of 2026, 1202 while a day is corrected), or a slip. */
const isLikely = (day: string): boolean => day >= '1900' && day < '2101';

const ENDS = ['from', 'to'] as const;
type End = (typeof ENDS)[number];

/**
 * A period as somebody gives it: days in either notation, an empty end is open.
 *
 * @returns its days, an end that is none as it came, and what is wrong in a sentence; days in the wrong order are told at the last
 */
export const readPeriod = (filter: Filter, value: unknown): {period: Period; mistakes: Partial<Record<End, string>>} => {
  const given = isPeriod(value) ? value : {};
  const period: Period = {};
  const mistakes: Partial<Record<End, string>> = {};
  for (const end of ENDS) {
    const text = asText(given[end]).trim();
    const day = parseDay(text);
    period[end] = day ?? (text || undefined);
    if (text !== '' && (day === undefined || !isLikely(day))) mistakes[end] = invalidDay(filter, end);
  }
  const {from, to} = period;
  if (Object.keys(mistakes).length === 0 && from !== undefined && to !== undefined && from > to) mistakes.to = REVERSED;
  return {period, mistakes};
};

export interface PeriodMistake {
  /** The filter, and which end of it. */
  name: string;
  end: End;
  /** The query parameter. */
  param: string;
  mensagem: string;
}

/** What is wrong with the periods among a list's filters. */
export const periodMistakes = (resource: Resource, filter: Readonly<Record<string, unknown>>): PeriodMistake[] =>
  filtersOf(resource).filter(({params}) => params.length > 1).flatMap(({name, filter: declared, params: [from = name, to = name]}) => {
    const {mistakes} = readPeriod(declared, filter[name]);
    return ENDS.flatMap(end => {
      const mensagem = mistakes[end];
      return mensagem === undefined ? [] : [{name, end, param: end === 'from' ? from : to, mensagem}];
    });
  });

export type QueryMistake = {param: string; mensagem: string};

/** The bare value of one parameter; undefined for 'no filter', an object for a mistake. */
const filterValue = (one: ListFilter, raw: string, param: string): unknown => {
  if (raw.trim() === '' || raw === nothing(one.field)) return undefined;
  if (raw.length > filterMaxLength(one) && !['referencia', 'vinculos', 'escolha'].includes(one.field.kind)) {
    return {param, mensagem: `${one.filter.label ?? one.field.label}: limite de ${filterMaxLength(one)} caracteres excedido.`};
  }
  if (one.field.kind === 'vinculos') {
    const id = Number(raw);
    return Number.isInteger(id) && id > 0 && id <= MAX_INTEGER ? id : {param, mensagem: `Parâmetro inválido: ${param}.`};
  }
  if (hasControl(raw)) return {param, mensagem: `Parâmetro inválido: ${param}.`};
  const value = ruleOf(one.field).bare(raw, one.field);
  if (['referencia', 'escolha', 'booleano', 'numero'].includes(one.field.kind)) {
    const valid = ruleOf(one.field).schema(one.field, {required: '', invalid: '', email: '', tooLong: '', tooShort: '', digits: '', date: ''}).safeParse(value).success;
    if (!valid) return {param, mensagem: `Parâmetro inválido: ${param}.`};
  }
  return value;
};
/** A list is sorted by its id or by a declared field that has one value to compare. */
const sortable = (resource: Resource, name: string): boolean => {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  return field === undefined ? name === 'id' : field.kind !== 'senha' && field.kind !== 'vinculos';
};
const isMistake = (value: unknown): value is QueryMistake => typeof value === 'object' && value !== null && 'mensagem' in value;

/**
 * Reads a query string (keys as given, values as text).
 *
 * @returns the request and a sentence for each parameter that is wrong (a day that is none stays in the request as it
 *   came, so that a list opened with it can show it); unknown parameters are ignored (§7 sends `idPerfilLogado` and the
 *   like, which no server of ours reads)
 */
export const fromQuery = (resource: Resource, query: Readonly<Record<string, unknown>>): {request: ListRequest; mistakes: QueryMistake[]} => {
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
      const given = {from: textOf(first), to: textOf(second)};
      const {period} = readPeriod(one.filter, given);
      mistakes.push(...periodMistakes(resource, {[one.name]: given}).map(({param, mensagem}) => ({param, mensagem})));
      if (period.from !== undefined || period.to !== undefined) filter[one.name] = period;
      continue;
    }
    const value = filterValue(one, textOf(first), first);
    if (isMistake(value)) mistakes.push(value);
    else if (value !== undefined && value !== null) filter[one.name] = value;
  }
  const whole = (param: string, allowed: (value: number) => boolean): number | undefined => {
    const raw = textOf(param);
    if (raw === '') return undefined;
    const value = /^\d+$/.test(raw) ? Number(raw) : Number.NaN;
    if (allowed(value)) return value;
    mistakes.push({param, mensagem: `Parâmetro inválido: ${param}.`});
    return undefined;
  };
  const [sortField, sortOrder] = resource.list.sort;
  const asked = textOf('sort');
  const sort = asked || sortField;
  const order = textOf('order') || (asked === '' ? sortOrder : 'asc');
  if (!sortable(resource, sort)) mistakes.push({param: 'sort', mensagem: 'Parâmetro inválido: sort.'});
  if (order !== 'asc' && order !== 'desc') mistakes.push({param: 'order', mensagem: 'Parâmetro inválido: order.'});
  return {
    request: {
      page: whole('page', value => value >= 1 && value <= MAX_INTEGER / 50),
      pageSize: whole('pageSize', value => PAGE_SIZES.some(size => size === value)) ?? pageSizeOf(resource),
      sort: {field: sort, order: order === 'desc' ? 'desc' : 'asc'},
      filter,
    },
    mistakes,
  };
};

/** The filters a list opens with: the search period of §9. */
export const defaultFilter = (resource: Resource): Record<string, unknown> =>
  Object.fromEntries(
    filtersOf(resource).flatMap(({name, filter}) =>
      filter.lastDays === undefined ? [] : [[name, {from: dayFromToday(-filter.lastDays), to: dayFromToday(0)}]]),
  );
