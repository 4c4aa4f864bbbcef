/** react-admin's own client of its REST dialect, on a server without a socket. */
import type {FastifyInstance} from 'fastify';
import simpleRestProvider from 'ra-data-simple-rest';

// What the client says itself stands: it deletes as text/plain.
const JSON_TYPE = {'content-type': 'application/json'};

export const stockClient = (app: FastifyInstance, token: string) => simpleRestProvider('/api', async (url, options = {}) => {
  const {statusCode, headers, payload} = await app.inject({
    method: (options.method ?? 'GET') as 'GET', url,
    headers: {authorization: `Bearer ${token}`, ...JSON_TYPE, ...Object.fromEntries(new Headers(options.headers))},
    ...(typeof options.body === 'string' ? {payload: options.body} : {}),
  });
  if (statusCode >= 400) throw Object.assign(new Error(JSON.parse(payload).message), {status: statusCode, body: JSON.parse(payload)});
  return {status: statusCode, headers: new Headers(headers as Record<string, string>), body: payload, json: JSON.parse(payload)};
});
