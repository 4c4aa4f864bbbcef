/** A query string as the list request that it asks for: the other direction of `query.ts` (rules: Lists 2, 4). */
import type {Resource} from '../shapes/config.ts';
import {toFilterField, MAX_INTEGER, kindRuleOf, valueSchemaOf, normaliseSearchText} from '../fields/kinds.ts';
import {hasForbiddenCharacters} from '../fields/text.ts';
import {validateValue} from '../fields/validate.ts';
import {isRangeFilter, filterLabel, parseRange, filterOperatorRowOf} from '../fields/filterOperators.ts';
import {INCOMPLETE_TAB_NAME} from '../lifeCycle/incomplete.ts';
import {isTabOfList, TAB_PARAM} from '../lifeCycle/tabs.ts';
import {prefixLabel, fillPlaceholders, formMessages, messagesWithLabel, invalidParamMessage} from '../words/messages.ts';
import {isOrdered} from './columns.ts';
import {filterMaxLength, filtersOf, NONE, nothing, PAGE_SIZE, PAGE_SIZES, type ListFilter, type ListRequest} from './query.ts';

/** Said of a tab that there is not, or that is another profile's. */
export const UNKNOWN_TAB = 'Aba desconhecida.';

/** Whether there is a tab of this name, whoever has it; every list has that of what is incomplete. */
export const isTab = ({tabs = {}}: Resource, name: unknown): name is string =>
  typeof name === 'string' && (name === INCOMPLETE_TAB_NAME || Object.hasOwn(tabs, name));

export type QueryMistake = {param: string; mensagem: string};

/** The bare value of one parameter; undefined for 'no filter', an object for a mistake. */
const filterValue = (one: ListFilter, raw: string, param: string): unknown => {
  if (raw.trim() === '' || raw === nothing(one.field)) return undefined;
  if (one.filter.none !== undefined && raw === String(NONE)) return NONE;
  const field = toFilterField(one.field);
  const {searched} = filterOperatorRowOf(field);
  const value = searched ? normaliseSearchText(field, raw) : kindRuleOf(field).bare(raw, field);
  const wrong = {param, mensagem: invalidParamMessage(param)};
  if (isRangeFilter(field)) {
    const mensagem = validateValue(field, raw, false, messagesWithLabel(filterLabel(one)));
    return mensagem === undefined ? value : {param, mensagem};
  }
  if (searched && raw.length > filterMaxLength(one)) {
    return {param, mensagem: prefixLabel(filterLabel(one), fillPlaceholders(formMessages.tooLong, {max: filterMaxLength(one)}))};
  }
  if (hasForbiddenCharacters(raw)) return wrong;
  return searched || valueSchemaOf(field, formMessages).safeParse(value).success ? value : wrong;
};
/** A list is sorted by its id or by a declared field that has one value to compare. */
const sortable = (resource: Resource, name: string): boolean => {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  return field === undefined ? name === 'id' : isOrdered(field);
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
      const {range, mistakes: wrong} = parseRange(one, {from: textOf(first), to: textOf(second)});
      for (const [end, mensagem] of Object.entries(wrong)) mistakes.push({param: end === 'from' ? first : second, mensagem});
      if (range.from !== undefined || range.to !== undefined) filter[one.name] = range;
      continue;
    }
    const value = filterValue(one, textOf(first), first);
    if (isMistake(value)) mistakes.push(value);
    else if (value !== undefined && value !== null) filter[one.name] = value;
  }
  const tab = isTabOfList(resource, query[TAB_PARAM]) ? textOf(TAB_PARAM) : '';
  if (isTab(resource, tab)) filter[TAB_PARAM] = tab;
  else if (tab !== '') mistakes.push({param: TAB_PARAM, mensagem: UNKNOWN_TAB});
  const whole = (param: string, allowed: (value: number) => boolean): number | undefined => {
    const raw = textOf(param);
    if (raw === '') return undefined;
    const value = /^\d+$/.test(raw) ? Number(raw) : Number.NaN;
    if (allowed(value)) return value;
    mistakes.push({param, mensagem: invalidParamMessage(param)});
    return undefined;
  };
  const [sortField, sortOrder] = resource.list.sort;
  const asked = textOf('sort');
  const sort = asked || sortField;
  const order = textOf('order') || (asked === '' ? sortOrder : 'asc');
  if (!sortable(resource, sort)) mistakes.push({param: 'sort', mensagem: invalidParamMessage('sort')});
  if (order !== 'asc' && order !== 'desc') mistakes.push({param: 'order', mensagem: invalidParamMessage('order')});
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
