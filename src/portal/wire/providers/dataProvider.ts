/**
 * react-admin's questions in the dialect each resource declares (rules: Lists 1): page/total/registros, arrays, a POST that updates,
 * combos for references. Resources without `api` go through ra-data-simple-rest.
 */
import type {DataProvider, Identifier} from 'ra-core';
import {canSeeResource, mayChoose} from '../../../schema/access.ts';
import type {Api, Config, Endpoint, Resource} from '../../../schema/shapes/config.ts';
import {apiOf, hasDialect, pathParams} from '../../../schema/paths.ts';
import {namesByIdCall} from '../../../schema/references.ts';
import {PAGE_SIZE, PAGE_SIZES, rangeMistakes, toQuery, type ListRequest} from '../../../schema/lists/query.ts';
import type {Session} from '../../../schema/session.ts';
import {comboQuery} from '../combo.ts';
import {request} from '../http.ts';
import {newKey} from '../submissionKey.ts';
import {whoAsks} from '../whoAsks.ts';
import {toBody} from './body.ts';
import {readRows, toldBy, type Row, type Rows, type Told} from './dialects.ts';
import {HttpError} from '../httpError.ts';

interface ListParams {
  pagination?: {page: number; perPage: number} | undefined;
  sort?: {field: string; order: string} | undefined;
  filter?: Readonly<Record<string, unknown>> | undefined;
  /** `all`: every row, where the resource answers without pages. */
  meta?: {all?: boolean} | undefined;
  signal?: AbortSignal | undefined;
}

/** Page sizes other than those the API knows become its own: react-admin asks for 25 where nobody said. */
const asked = (resource: Resource, {pagination, sort, filter = {}, meta}: ListParams): ListRequest => {
  const [field, order] = resource.list.sort;
  return {
    page: meta?.all ? undefined : (pagination?.page ?? 1),
    pageSize: PAGE_SIZES.find(size => !meta?.all && size === pagination?.perPage) ?? PAGE_SIZE,
    sort: sort ? {field: sort.field, order: sort.order === 'DESC' ? 'desc' : 'asc'} : {field, order},
    filter,
  };
};

/** Reached only for a call the resource does not declare. */
const undeclared = (name: string, what: string): never => {
  throw new HttpError(`${name} declares no ${what}`, 404, {});
};

/** @throws HttpError what the API would answer to a period or a range that is none: it is not asked for */
const refuseWrongRange = (resource: Resource, {filter = {}}: ListParams): void => {
  const campos = rangeMistakes(resource, filter).map(({param, mensagem}) => ({campo: param, mensagem}));
  const [first] = campos;
  if (first !== undefined) throw new HttpError(first.mensagem, 400, {unasked: true, message: first.mensagem, codigo: 'VALIDACAO', campos});
};

export const makeDataProvider = (config: Config, sessionOf: () => Session | undefined): DataProvider => {
  const resourceOf = (name: string): Resource => config.resources[name] ?? undeclared(name, 'resource');
  const endpoint = (name: string, what: keyof Omit<Api, 'answer' | 'echo'>): Endpoint =>
    apiOf(name, resourceOf(name))[what] ?? undeclared(name, what);

  /** Other servers read who asks from the query; ours from the token alone. */
  const echo = (api: Api, query: URLSearchParams): void => {
    const known: Record<string, number> = whoAsks(config, sessionOf());
    for (const name of api.echo ?? []) query.set(name, String(known[name] ?? 0));
  };

  const list = async (name: string, params: ListParams): Promise<Rows & {meta: Told}> => {
    const resource = resourceOf(name);
    const api = apiOf(name, resource);
    const wanted = asked(resource, params);
    const query = toQuery(resource, wanted);
    echo(api, query);
    const answer = await request(endpoint(name, 'list'), {query, signal: params.signal});
    return {...readRows(api.answer)(answer, wanted), meta: toldBy(answer.headers)};
  };
  const one = async (name: string, id: Identifier, signal?: AbortSignal): Promise<Row> =>
    (await request<Row>(endpoint(name, 'one'), {params: {id}, signal})).body;

  /** References: one combo for all where it can be asked without narrowing, else each record. */
  const many = async (name: string, ids: readonly Identifier[], signal?: AbortSignal): Promise<Row[]> => {
    const combo = resourceOf(name).api?.combo;
    if (combo !== undefined && pathParams(combo).length === 0) {
      const {body} = await request<Row[]>(combo, {query: new URLSearchParams(comboQuery({ids})), signal});
      return body.filter(row => ids.some(id => Number(id) === row.id));
    }
    const found = await Promise.allSettled(ids.map(id => one(name, id, signal)));
    return found.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
  };
  const save = async (name: string, what: 'create' | 'update', data: Readonly<Record<string, unknown>>, id?: Identifier): Promise<Row> => {
    const body = {...toBody(resourceOf(name), data), id: id ?? 0};
    return (await request<Row | undefined>(endpoint(name, what), {params: {id}, body})).body ?? ({} as Row);
  };

  const declared = {
    getList: (name: string, params: ListParams) => list(name, params),
    getOne: async (name: string, {id, signal}: {id: Identifier; signal?: AbortSignal}) => ({data: await one(name, id, signal)}),
    getMany: async (name: string, {ids, signal}: {ids: readonly Identifier[]; signal?: AbortSignal}) => ({
      data: await many(name, ids, signal),
    }),
    getManyReference: (name: string, {target, id, ...params}: ListParams & {target: string; id: Identifier}) =>
      list(name, {...params, filter: {...params.filter, [target]: id}}),
    create: async (name: string, {data}: {data: Record<string, unknown>}) => {
      const created = await save(name, 'create', data);
      // An answer without a record still has to have an id for react-admin.
      return {data: {...data, ...created, id: created.id ?? newKey()}};
    },
    update: async (
      name: string, {id, data, previousData}: {id: Identifier; data: Record<string, unknown>; previousData?: Record<string, unknown>},
    ) => {
      const versao = data['versao'] ?? previousData?.['versao'];
      const updated = await save(name, 'update', {...data, ...(versao === undefined ? {} : {versao})}, id);
      return {data: {...previousData, ...data, ...updated, id}};
    },
    delete: async (name: string, {id, previousData}: {id: Identifier; previousData?: Record<string, unknown>}) => {
      await request(endpoint(name, 'delete'), {params: {id}});
      return {data: {...previousData, id}};
    },
    updateMany: async (name: string, {ids, data}: {ids: Identifier[]; data: Record<string, unknown>}) => {
      for (const id of ids) await declared.update(name, {id, data});
      return {data: ids};
    },
    deleteMany: async (name: string, {ids}: {ids: Identifier[]}) => {
      for (const id of ids) await declared.delete(name, {id});
      return {data: ids};
    },
  };
  let rest: Promise<DataProvider> | undefined;
  /** Fetched with the first resource that needs it. */
  const restProvider = (): Promise<DataProvider> => (rest ??= import('./restProvider.ts').then(({makeRestProvider}) =>
    makeRestProvider(resourceOf)));
  type Answering = (name: string, params: unknown) => Promise<unknown>;
  const methods = Object.entries(declared).map(([method, declaredMethod]): [string, Answering] => [method, (name, params) =>
    hasDialect(resourceOf(name))
      ? (declaredMethod as Answering)(name, params)
      : restProvider().then(provider => (provider[method] as Answering)(name, params))]);
  const answering = Object.fromEntries(methods);
  const getList = async (name: string, params: ListParams): Promise<unknown> => {
    refuseWrongRange(resourceOf(name), params);
    // Everything that happened before is in the answer.
    const asOf = Date.now();
    const rows = await answering['getList']?.(name, params) as {meta: Told};
    return {...rows, meta: {...rows.meta, asOf}};
  };
  /** Whoever is not offered the records of a resource may read one by one those that others name. */
  const readMany = async (name: string, params: {ids: readonly Identifier[]; signal?: AbortSignal}): Promise<readonly Row[]> => {
    const {perfil = ''} = sessionOf() ?? {};
    if (mayChoose(resourceOf(name), perfil)) {
      const found = await answering['getMany']?.(name, params);
      return (found as {data: readonly Row[]}).data;
    }
    if (!canSeeResource(resourceOf(name), perfil)) return [];
    const found = await Promise.allSettled(params.ids.map(async id => answering['getOne']?.(name, {id, signal: params.signal})));
    return found.flatMap(one => (one.status === 'fulfilled' ? [(one.value as {data: Row}).data] : []));
  };
  /** What was deleted is named still, where the server has the call for it. */
  const getMany = async (name: string, params: {ids: readonly Identifier[]; signal?: AbortSignal}): Promise<unknown> => {
    const data = await readMany(name, params);
    const missing = params.ids.filter(id => !data.some(row => row.id === Number(id)));
    const isTold = canSeeResource(resourceOf(name), sessionOf()?.perfil ?? '') || resourceOf(name).api?.combo !== undefined;
    const call = missing.length === 0 || !isTold ? undefined : namesByIdCall(name, resourceOf(name));
    if (call === undefined) return {data};
    const query = new URLSearchParams(comboQuery({ids: missing}));
    const gone = await request<Row[]>(call, {query, signal: params.signal}).then(({body}) => body, () => []);
    return {data: [...data, ...gone]};
  };
  return {...answering, getList, getMany, supportAbortSignal: true} as unknown as DataProvider;
};
