/** Calls to a server that listens, in the shape of those by injection, so that seeds and helpers serve both. */
import {fillPath, parseEndpoint} from '../../src/schema/paths.ts';
import type {Api} from './server.ts';

/** Who calls: a person, the holder of a token, or nobody. */
export type Caller = {token: string} | string | undefined;
export const tokenOf = (as: Caller): string | undefined => (typeof as === 'object' ? as.token : as);

/**
 * @param base of the product, without a slash at its end
 * @param within milliseconds in which the whole answer must be here; absent: as long as it takes
 * @throws TypeError (from fetch) when the line breaks before the whole answer is here, TimeoutError when it takes too long
 */
export const httpApi = (base: string, within?: number): Api => async (
  as, endpoint, {params = {}, query = {}, body, form, headers = {}} = {},
) => {
  const {method, path} = parseEndpoint(endpoint);
  const token = tokenOf(as);
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const sent = form ?? (body === undefined ? null : JSON.stringify(body));
  const response = await fetch(`${base}/api/${fillPath(path, params)}?${search.toString()}`, {
    method,
    body: sent,
    ...(within === undefined ? {} : {signal: AbortSignal.timeout(within)}),
    headers: {
      ...(token === undefined ? {} : {authorization: `Bearer ${token}`}),
      ...(typeof sent === 'string' ? {'content-type': 'application/json'} : {}),
      ...headers,
    },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json') === true && bytes.length > 0;
  return {
    status: response.status, bytes, headers: Object.fromEntries(response.headers),
    body: isJson ? (JSON.parse(bytes.toString()) as unknown) : bytes.toString(),
  };
};
