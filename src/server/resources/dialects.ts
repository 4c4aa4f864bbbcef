/** How lists are asked for and answered: the dialects of §7, and react-admin's own (ra-data-simple-rest). */
import type {FastifyReply, FastifyRequest} from 'fastify';
import * as z from 'zod';
import type {Resource} from '../../schema/config.ts';
import {MAX_INTEGER, ruleOf} from '../../schema/kinds.ts';
import {formWords} from '../../schema/messages.ts';
import {hasDialect} from '../../schema/paths.ts';
import {fromQuery, readPeriod} from '../../schema/query.ts';
import {hasControl} from '../../schema/text.ts';
import {invalid} from '../errors.ts';
import {parseJson} from '../http/json.ts';
import type {ListQuery, ListResult} from './list.ts';

type Query = Readonly<Record<string, unknown>>;

/** What a list call asks for. @throws Refusal 400, one sentence for each parameter that is wrong */
export const listQuery = (resource: Resource, request: FastifyRequest): ListQuery => {
  const query = request.query as Query;
  return hasDialect(resource) ? declaredQuery(resource, query) : restQuery(resource, query);
};

const declaredQuery = (resource: Resource, query: Query): ListQuery => {
  const {request, mistakes} = fromQuery(resource, query);
  if (mistakes.length > 0) throw invalid(mistakes.map(({param, mensagem}) => ({campo: param, mensagem})));
  const {sort, filter, pageSize} = request;
  // Only a list that always answers in pages has a first one unasked.
  const page = request.page ?? (resource.api?.answer === 'page' ? 1 : undefined);
  return page === undefined ? {sort, filter, offset: 0, limit: undefined} : {sort, filter, offset: (page - 1) * pageSize, limit: pageSize};
};

const LARGEST_RANGE = 1000;
const restSort = z.tuple([z.string(), z.enum(['ASC', 'DESC', 'asc', 'desc'])]);
const restRange = z.tuple([z.int().min(0).max(MAX_INTEGER), z.int().min(0).max(MAX_INTEGER)]).refine(([first, last]) => last - first < LARGEST_RANGE);
const restFilter = z.record(z.string(), z.unknown());
const ids = z.array(z.coerce.number().int().min(1).max(MAX_INTEGER)).max(LARGEST_RANGE);

const restQuery = (resource: Resource, query: Query): ListQuery => {
  const read = <T>(param: string, schema: z.ZodType<T>, absent: T): T => {
    const text = query[param];
    if (text === undefined || text === '') return absent;
    try {
      return schema.parse(parseJson(typeof text === 'string' ? text : ''));
    } catch {
      throw invalid([{campo: param, mensagem: `Parâmetro inválido: ${param}.`}]);
    }
  };
  const [sortField, sortOrder] = read('sort', restSort, [resource.list.sort[0], resource.list.sort[1]]);
  const [first, last] = read('range', restRange, [0, LARGEST_RANGE - 1]);
  const given = read('filter', restFilter, {});
  return {
    sort: {field: sortField, order: sortOrder.toLowerCase() === 'desc' ? 'desc' : 'asc'},
    offset: first,
    limit: last - first + 1,
    filter: Object.fromEntries(Object.entries(given).flatMap(([name, value]) => {
      const bare = restFilterValue(resource, name, value);
      return bare === null ? [] : [[name, bare]];
    })),
  };
};

const end = z.string().optional();
/** One day, or the days from one to another, both inclusive. */
const restPeriod = z.union([z.string().transform(day => ({from: day, to: day})), z.strictObject({from: end, to: end})]);

/** A filter's bare value; null for none. Lists of ids are how react-admin reads many records at once. */
const restFilterValue = (resource: Resource, name: string, value: unknown): unknown => {
  const refuse = () => invalid([{campo: name, mensagem: `Parâmetro inválido: ${name}.`}]);
  if (name === 'id' || name === 'ids') {
    const parsed = ids.safeParse(Array.isArray(value) ? value : [value]);
    if (!parsed.success) throw refuse();
    return parsed.data;
  }
  const field = resource.fields[name];
  if (field === undefined) throw refuse();
  if (value === null || value === '') return null;
  const searched = ['texto', 'email', 'documento', 'telefone', 'cep', 'digitos', 'lista', 'relacionado'].includes(field.kind);
  if (searched) {
    if ((typeof value !== 'string' && typeof value !== 'number') || hasControl(String(value))) throw refuse();
    return ruleOf(field).bare(String(value), field);
  }
  if (field.kind === 'data' || field.kind === 'dataHora') {
    const given = restPeriod.safeParse(value);
    if (!given.success) throw refuse();
    const {period, mistakes} = readPeriod(resource.list.filters?.[name] ?? {}, given.data);
    const [mensagem] = Object.values(mistakes);
    if (mensagem !== undefined) throw invalid([{campo: name, mensagem}]);
    return period;
  }
  const bare = ruleOf(field).bare(value, field);
  if (bare !== null && !ruleOf(field).schema(field, formWords).safeParse(bare).success) throw refuse();
  return bare;
};

/** Answers a list in the resource's dialect. */
export const sendList = (name: string, resource: Resource, reply: FastifyReply, {total, rows}: ListResult, {offset}: ListQuery): FastifyReply => {
  if (!hasDialect(resource)) {
    const span = rows.length === 0 ? '*' : `${offset}-${offset + rows.length - 1}`;
    return reply.header('content-range', `${name} ${span}/${total}`).send(rows);
  }
  return resource.api?.answer === 'array' ? reply.header('x-total-count', total).send(rows) : reply.send({total, registros: rows});
};
