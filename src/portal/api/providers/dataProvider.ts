/** react-admin's data provider in each resource's declared API dialect (rules: Lists 1); others go through ra-data-simple-rest. */
import type {DataProvider, Identifier} from 'ra-core';
import {canSeeResource, mayChoose} from '../../../schema/access.ts';
import type {Api, Config, Endpoint, Resource} from '../../../schema/shapes/config.ts';
import {apiOf, hasDialect, pathParams} from '../../../schema/paths.ts';
import {namesByIdCall} from '../../../schema/references.ts';
import {
  DEFAULT_PAGE_SIZE, PAGE_SIZES, listRangeMistakes, serializeListRequest, type ListRequest,
} from '../../../schema/lists/listRequest.ts';
import type {Session} from '../../../schema/session.ts';
import {comboQuery} from '../combo.ts';
import {request} from '../http.ts';
import {createIdempotencyKey} from '../submissionKey.ts';
import {callerParams} from '../callerParams.ts';
import {toSaveBody} from './saveBody.ts';
import {readRows, readListMeta, type Row, type RowsWithTotal, type ListMeta} from './listDialects.ts';
import {HttpError} from '../httpError.ts';

interface ListParams {
  pagination?: {page: number; perPage: number} | undefined;
  sort?: {field: string; order: string} | undefined;
  filter?: Readonly<Record<string, unknown>> | undefined;
  meta?: {all?: boolean} | undefined;
  signal?: AbortSignal | undefined;
}

/** Replaces page sizes that the API does not know, because react-admin's default is 25. */
const toListRequest = (resource: Resource, {pagination, sort, filter = {}, meta}: ListParams): ListRequest => {
  const [field, order] = resource.list.sort;
  return {
    page: meta?.all ? undefined : (pagination?.page ?? 1),
    pageSize: PAGE_SIZES.find(size => !meta?.all && size === pagination?.perPage) ?? DEFAULT_PAGE_SIZE,
    sort: sort ? {field: sort.field, order: sort.order === 'DESC' ? 'desc' : 'asc'} : {field, order},
    filter,
  };
};

const throwUndeclared = (name: string, call: string): never => {
  throw new HttpError(`${name} declares no ${call}`, 404, {});
};

/** @throws HttpError 400 VALIDACAO, as the API would answer an invalid period or range */
const refuseWrongRange = (resource: Resource, {filter = {}}: ListParams): void => {
  const campos = listRangeMistakes(resource, filter).map(({param, mensagem}) => ({campo: param, mensagem}));
  const [first] = campos;
  if (first !== undefined) throw new HttpError(
    first.mensagem, 400, {refusedLocally: true, message: first.mensagem, codigo: 'VALIDACAO', campos},
  );
};

export const makeDataProvider = (config: Config, sessionOf: () => Session | undefined): DataProvider => {
  const resourceOf = (name: string): Resource => config.resources[name] ?? throwUndeclared(name, 'resource');
  const endpoint = (name: string, call: keyof Omit<Api, 'answer' | 'echo'>): Endpoint =>
    apiOf(name, resourceOf(name))[call] ?? throwUndeclared(name, call);

  const addCallerParams = (api: Api, query: URLSearchParams): void => {
    const callerValues: Record<string, number> = callerParams(config, sessionOf());
    for (const name of api.echo ?? []) query.set(name, String(callerValues[name] ?? 0));
  };

  const list = async (name: string, params: ListParams): Promise<RowsWithTotal & {meta: ListMeta}> => {
    const resource = resourceOf(name);
    const api = apiOf(name, resource);
    const listRequest = toListRequest(resource, params);
    const query = serializeListRequest(resource, listRequest);
    addCallerParams(api, query);
    const answer = await request(endpoint(name, 'list'), {query, signal: params.signal});
    return {...readRows(api.answer)(answer, listRequest), meta: readListMeta(answer.headers)};
  };
  const readOne = async (name: string, id: Identifier, signal?: AbortSignal): Promise<Row> =>
    (await request<Row>(endpoint(name, 'one'), {params: {id}, signal})).body;

  /** Reads referenced records by one combo call where its path has no parameters, else one by one. */
  const readRecords = async (name: string, ids: readonly Identifier[], signal?: AbortSignal): Promise<Row[]> => {
    const combo = resourceOf(name).api?.combo;
    if (combo !== undefined && pathParams(combo).length === 0) {
      const {body} = await request<Row[]>(combo, {query: new URLSearchParams(comboQuery({ids})), signal});
      return body.filter(row => ids.some(id => Number(id) === row.id));
    }
    const results = await Promise.allSettled(ids.map(id => readOne(name, id, signal)));
    return results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
  };
  const save = async (name: string, call: 'create' | 'update', data: Readonly<Record<string, unknown>>, id?: Identifier): Promise<Row> => {
    const body = {...toSaveBody(resourceOf(name), data), id: id ?? 0};
    return (await request<Row | undefined>(endpoint(name, call), {params: {id}, body})).body ?? ({} as Row);
  };

  const declared = {
    getList: (name: string, params: ListParams) => list(name, params),
    getOne: async (name: string, {id, signal}: {id: Identifier; signal?: AbortSignal}) => ({data: await readOne(name, id, signal)}),
    getMany: async (name: string, {ids, signal}: {ids: readonly Identifier[]; signal?: AbortSignal}) => ({
      data: await readRecords(name, ids, signal),
    }),
    getManyReference: (name: string, {target, id, ...params}: ListParams & {target: string; id: Identifier}) =>
      list(name, {...params, filter: {...params.filter, [target]: id}}),
    create: async (name: string, {data}: {data: Record<string, unknown>}) => {
      const created = await save(name, 'create', data);
      // react-admin needs an id, also of an answer without a record.
      return {data: {...data, ...created, id: created.id ?? createIdempotencyKey()}};
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
  let restProviderPromise: Promise<DataProvider> | undefined;
  const restProvider = (): Promise<DataProvider> => (restProviderPromise ??= import('./restProvider.ts').then(({makeRestProvider}) =>
    makeRestProvider(resourceOf)));
  type ProviderMethod = (name: string, params: unknown) => Promise<unknown>;
  const methods = Object.entries(declared).map(([method, declaredMethod]): [string, ProviderMethod] => [method, (name, params) =>
    hasDialect(resourceOf(name))
      ? (declaredMethod as ProviderMethod)(name, params)
      : restProvider().then(provider => (provider[method] as ProviderMethod)(name, params))]);
  const providerMethods = Object.fromEntries(methods);
  const getList = async (name: string, params: ListParams): Promise<unknown> => {
    refuseWrongRange(resourceOf(name), params);
    const asOf = Date.now();
    const rows = await providerMethods['getList']?.(name, params) as {meta: ListMeta};
    return {...rows, meta: {...rows.meta, asOf}};
  };
  /** Profiles without the resource's options read referenced records one by one. */
  const readReferenced = async (name: string, params: {ids: readonly Identifier[]; signal?: AbortSignal}): Promise<readonly Row[]> => {
    const {perfil = ''} = sessionOf() ?? {};
    if (mayChoose(resourceOf(name), perfil)) {
      const answer = await providerMethods['getMany']?.(name, params);
      return (answer as {data: readonly Row[]}).data;
    }
    if (!canSeeResource(resourceOf(name), perfil)) return [];
    const results = await Promise.allSettled(params.ids.map(async id => providerMethods['getOne']?.(name, {id, signal: params.signal})));
    return results.flatMap(result => (result.status === 'fulfilled' ? [(result.value as {data: Row}).data] : []));
  };
  /** Adds the names of deleted records, where the API has the call. */
  const getMany = async (name: string, params: {ids: readonly Identifier[]; signal?: AbortSignal}): Promise<unknown> => {
    const data = await readReferenced(name, params);
    const missing = params.ids.filter(id => !data.some(row => row.id === Number(id)));
    const canReadNames = canSeeResource(resourceOf(name), sessionOf()?.perfil ?? '') || resourceOf(name).api?.combo !== undefined;
    const namesCall = missing.length === 0 || !canReadNames ? undefined : namesByIdCall(name, resourceOf(name));
    if (namesCall === undefined) return {data};
    const query = new URLSearchParams(comboQuery({ids: missing}));
    const deletedRows = await request<Row[]>(namesCall, {query, signal: params.signal}).then(({body}) => body, () => []);
    return {data: [...data, ...deletedRows]};
  };
  return {...providerMethods, getList, getMany, supportAbortSignal: true} as unknown as DataProvider;
};
