/** Parser of list queries, the inverse of `query.ts` (rules: Lists 2, 4). */
import type {Resource} from '../shapes/config.ts';
import {toFilterField, MAX_INTEGER, kindRuleOf, valueSchemaOf, normaliseSearchText} from '../fields/kinds.ts';
import {hasForbiddenCharacters} from '../fields/text.ts';
import {validateValue} from '../fields/validate.ts';
import {isRangeFilter, filterLabel, parseRange, filterOperatorRowOf} from '../fields/filterOperators.ts';
import {INCOMPLETE_TAB_NAME} from '../lifeCycle/incomplete.ts';
import {isTabOfList, TAB_PARAM} from '../lifeCycle/tabs.ts';
import {prefixLabel, fillPlaceholders, formMessages, messagesWithLabel, invalidParamMessage} from '../words/messages.ts';
import {isSortableField} from './columns.ts';
import {
  filterMaxLength, listFilters, NO_REFERENCE, noFilterValue, DEFAULT_PAGE_SIZE, PAGE_SIZES, type ListFilter, type ListRequest,
} from './listRequest.ts';

/** Message for a tab that is unknown or belongs to another profile. */
export const UNKNOWN_TAB_MESSAGE = 'Aba desconhecida.';

/** Tells whether a resource has a tab, for any profile. Every list has the tab of incomplete records. */
export const isDeclaredTab = ({tabs = {}}: Resource, name: unknown): name is string =>
  typeof name === 'string' && (name === INCOMPLETE_TAB_NAME || Object.hasOwn(tabs, name));

export type QueryMistake = {param: string; mensagem: string};

/** Parses one parameter. Returns undefined for no filter, an object for a mistake. */
const parseFilterValue = (listFilter: ListFilter, raw: string, param: string): unknown => {
  if (raw.trim() === '' || raw === noFilterValue(listFilter.field)) return undefined;
  if (listFilter.filter.none !== undefined && raw === String(NO_REFERENCE)) return NO_REFERENCE;
  const field = toFilterField(listFilter.field);
  const {searched} = filterOperatorRowOf(field);
  const value = searched ? normaliseSearchText(field, raw) : kindRuleOf(field).bare(raw, field);
  const invalidParam = {param, mensagem: invalidParamMessage(param)};
  if (isRangeFilter(field)) {
    const mensagem = validateValue(field, raw, false, messagesWithLabel(filterLabel(listFilter)));
    return mensagem === undefined ? value : {param, mensagem};
  }
  if (searched && raw.length > filterMaxLength(listFilter)) {
    return {
      param, mensagem: prefixLabel(filterLabel(listFilter), fillPlaceholders(formMessages.tooLong, {max: filterMaxLength(listFilter)})),
    };
  }
  if (hasForbiddenCharacters(raw)) return invalidParam;
  return searched || valueSchemaOf(field, formMessages).safeParse(value).success ? value : invalidParam;
};
/** Lists are sorted by id or by a field with one comparable value. */
const isSortable = (resource: Resource, name: string): boolean => {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  return field === undefined ? name === 'id' : isSortableField(field);
};
const isMistake = (value: unknown): value is QueryMistake => typeof value === 'object' && value !== null && 'mensagem' in value;

/**
 * Parses a query string of parameter names and texts. Unknown parameters are ignored (rules: Access 2), because other servers' portals send
 * `idPerfilLogado` and the like.
 *
 * @returns the list query and a message for each invalid parameter; an invalid day stays in the query, so that the list can show it
 */
export const parseListRequest = (
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
  for (const listFilter of listFilters(resource)) {
    const [first = listFilter.name, second] = listFilter.params;
    if (second !== undefined) {
      const {range, mistakes: endMistakes} = parseRange(listFilter, {from: textOf(first), to: textOf(second)});
      for (const [end, mensagem] of Object.entries(endMistakes)) mistakes.push({param: end === 'from' ? first : second, mensagem});
      if (range.from !== undefined || range.to !== undefined) filter[listFilter.name] = range;
      continue;
    }
    const value = parseFilterValue(listFilter, textOf(first), first);
    if (isMistake(value)) mistakes.push(value);
    else if (value !== undefined && value !== null) filter[listFilter.name] = value;
  }
  const tab = isTabOfList(resource, query[TAB_PARAM]) ? textOf(TAB_PARAM) : '';
  if (isDeclaredTab(resource, tab)) filter[TAB_PARAM] = tab;
  else if (tab !== '') mistakes.push({param: TAB_PARAM, mensagem: UNKNOWN_TAB_MESSAGE});
  const readInteger = (param: string, allowed: (value: number) => boolean): number | undefined => {
    const raw = textOf(param);
    if (raw === '') return undefined;
    const value = /^\d+$/.test(raw) ? Number(raw) : Number.NaN;
    if (allowed(value)) return value;
    mistakes.push({param, mensagem: invalidParamMessage(param)});
    return undefined;
  };
  const [sortField, sortOrder] = resource.list.sort;
  const sortParam = textOf('sort');
  const sort = sortParam || sortField;
  const order = textOf('order') || (sortParam === '' ? sortOrder : 'asc');
  if (!isSortable(resource, sort)) mistakes.push({param: 'sort', mensagem: invalidParamMessage('sort')});
  if (order !== 'asc' && order !== 'desc') mistakes.push({param: 'order', mensagem: invalidParamMessage('order')});
  return {
    request: {
      page: readInteger('page', value => value >= 1 && value <= MAX_INTEGER / 50),
      pageSize: readInteger('pageSize', value => PAGE_SIZES.some(size => size === value)) ?? DEFAULT_PAGE_SIZE,
      sort: {field: sort, order: order === 'desc' ? 'desc' : 'asc'},
      filter,
    },
    mistakes,
  };
};
