/** How many statements calls cost: the server on the same database, each statement counted. */
import {buildApp} from '../../src/server/app.ts';
import type {Endpoint} from '../../src/schema/shapes/config.ts';
import {fillPath, parseEndpoint} from '../../src/schema/paths.ts';
import type {TestApp} from './server.ts';

export interface Counted {
  /** Makes a call, which must succeed. @returns its statements, those of the guard and none of `begin` and `commit` among them */
  statements: (token: string, endpoint: Endpoint, call?: {
    params?: object;
    query?: object;
    body?: object;
    form?: FormData;
    headers?: Readonly<Record<string, string>>;
  }) => Promise<number>;
  close: () => Promise<void>;
}

export const countStatements = async ({context}: TestApp): Promise<Counted> => {
  let count = 0;
  const db = context.db.withPlugin({
    transformQuery: ({node}) => {
      count += 1;
      return node;
    },
    transformResult: ({result}) => Promise.resolve(result),
  });
  const app = await buildApp({...context, db});
  await app.ready();
  return {
    statements: async (token, endpoint, {params = {}, query = {}, body, form, headers} = {}) => {
      const {method, path} = parseEndpoint(endpoint);
      const multipart = form === undefined ? undefined : new Response(form);
      const payload = multipart === undefined ? body : Buffer.from(await multipart.arrayBuffer());
      const type = multipart?.headers.get('content-type');
      count = 0;
      const answer = await app.inject({
        method, url: `/api/${fillPath(path, {...params})}`, query: {...query} as Record<string, string>,
        ...(payload === undefined ? {} : {payload}),
        headers: {authorization: `Bearer ${token}`, ...(type === undefined || type === null ? {} : {'content-type': type}), ...headers},
      });
      if (answer.statusCode >= 300) throw new Error(`${endpoint}: ${answer.statusCode} ${answer.payload}`);
      return count;
    },
    close: () => app.close(),
  };
};
