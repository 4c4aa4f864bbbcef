/** ra-data-simple-rest over our HTTP client, for resources without a declared dialect. */
import type {DataProvider, Identifier} from 'ra-core';
import simpleRest from 'ra-data-simple-rest';
import type {Endpoint, Resource} from '../../../schema/shapes/config.ts';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import {API_URL, request} from '../http.ts';
import {toSaveBody} from './saveBody.ts';
import {readListMeta, type ListMeta} from './listDialects.ts';

interface Options {
  method?: string;
  body?: string;
  signal?: AbortSignal;
}

const client = async (url: string, {method = 'GET', body, signal}: Options = {}) => {
  const answer = await request<unknown>(`${method} ${url.slice(API_URL.length + 1)}` as Endpoint, {
    ...(body === undefined ? {} : {body: JSON.parse(body) as unknown}),
    signal,
  });
  return {status: answer.status, headers: answer.headers, body: JSON.stringify(answer.body), json: answer.body as never};
};

type Client = Parameters<typeof simpleRest>[1];

export const makeRestProvider = (resourceOf: (name: string) => Resource): DataProvider => {
  const base = simpleRest(API_URL, client as Client);
  const body = (name: string, data: unknown, id?: Identifier) =>
    ({...toSaveBody(resourceOf(name), data as RecordValues), ...(id === undefined ? {} : {id})}) as never;
  return {
    ...base,
    getList: async (name, params) => {
      let meta: ListMeta = {};
      const observedClient: typeof client = async (...call) => {
        const answer = await client(...call);
        meta = readListMeta(answer.headers);
        return answer;
      };
      return {...await simpleRest(API_URL, observedClient as Client).getList(name, params), meta};
    },
    create: (name, params) => base.create(name, {...params, data: body(name, params.data)}),
    update: (name, params) => base.update(name, {...params, data: body(name, params.data, params.id as Identifier)}),
  };
};
