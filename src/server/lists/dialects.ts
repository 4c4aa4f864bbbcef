/** Reads list queries and formats list answers in the declared dialects, and in react-admin's own, ra-data-simple-rest (rules: Lists 1). */
import type {FastifyRequest} from 'fastify';
import * as z from 'zod';
import type {Resource} from '../../schema/shapes/config.ts';
import {MAX_INTEGER} from '../../schema/fields/kinds.ts';
import {hasDialect} from '../../schema/paths.ts';
import {parseListRequest} from '../../schema/lists/parseListRequest.ts';
import {invalid, invalidParam} from '../errors.ts';
import {parseJson} from '../http/json.ts';
import {MAX_LIST_ROWS, restFilters} from './filters/restFilters.ts';
import type {ListQuery, ListResult} from './planner/list.ts';
import type {RowsAnswer} from './sendRows.ts';

type Query = Readonly<Record<string, unknown>>;

/** Reads the list query of a request. @throws Refusal 400, with a sentence for each wrong parameter */
export const readListQuery = (resource: Resource, request: FastifyRequest): ListQuery => {
  const query = request.query as Query;
  return hasDialect(resource) ? declaredQuery(resource, query) : restQuery(resource, query);
};

const declaredQuery = (resource: Resource, query: Query): ListQuery => {
  const {request, mistakes} = parseListRequest(resource, query);
  if (mistakes.length > 0) throw invalid(mistakes.map(({param, mensagem}) => ({campo: param, mensagem})));
  const {sort, filter, pageSize} = request;
  // Lists that always answer in pages start at page 1; other lists answer all rows.
  const page = request.page ?? (resource.api?.answer === 'page' ? 1 : undefined);
  return page === undefined ? {sort, filter, offset: 0, limit: undefined} : {sort, filter, offset: (page - 1) * pageSize, limit: pageSize};
};

const restSort = z.tuple([z.string(), z.enum(['ASC', 'DESC', 'asc', 'desc'])]);
const position = z.int().min(0).max(MAX_INTEGER);
const restRange = z.tuple([position, position]).refine(([first, last]) => first <= last && last - first < MAX_LIST_ROWS);
const restFilter = z.record(z.string(), z.unknown());

const restQuery = (resource: Resource, query: Query): ListQuery => {
  const read = <T>(param: string, schema: z.ZodType<T>, absent: T): T => {
    const text = query[param];
    if (text === undefined || text === '') return absent;
    try {
      return schema.parse(parseJson(typeof text === 'string' ? text : ''));
    } catch {
      throw invalidParam(param);
    }
  };
  const [sortField, sortOrder] = read('sort', restSort, [resource.list.sort[0], resource.list.sort[1]]);
  const [first, last] = read('range', restRange, [0, MAX_LIST_ROWS - 1]);
  return {
    sort: {field: sortField, order: sortOrder.toLowerCase() === 'desc' ? 'desc' : 'asc'},
    offset: first,
    limit: last - first + 1,
    ...restFilters(resource, read('filter', restFilter, {})),
  };
};

/** A list in the resource's dialect; `rows` is the last property, because long lists are streamed into it. */
export const listAnswer = (name: string, resource: Resource, {total, rows}: ListResult, {offset}: ListQuery): RowsAnswer => {
  if (!hasDialect(resource)) {
    const span = rows.length === 0 ? '*' : `${offset}-${offset + rows.length - 1}`;
    return {headers: {'content-range': `${name} ${span}/${total}`, 'x-total-count': total}, body: rows};
  }
  return resource.api?.answer === 'array'
    ? {headers: {'x-total-count': total}, body: rows}
    : {headers: {}, body: {total, registros: rows}};
};
