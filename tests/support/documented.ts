/** What the OpenAPI document says can be asked, and how each GET is asked for the records that there are. */
import type {Endpoint} from '../../src/schema/shapes/config.ts';
import {parseEndpoint, pathParams} from '../../src/schema/paths.ts';
import {isEndless, type Judge, type Operation} from './document.ts';
import type {Answer, Call} from './server.ts';

export interface Documented {
  endpoint: Endpoint;
  operation: Operation;
}

export const documentedBy = ({document}: Judge): Documented[] => Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    endpoint: `${method.toUpperCase()} ${path.slice(1).replace(/\{(\w+)\}/g, ':$1')}` as Endpoint, operation,
  })));

const needsLease = ({parameters}: Operation): boolean => parameters?.some(({name}) => name === 'X-Lease-Token') === true;
/**
 * The GETs that can be asked at any time. The link of a mail is nobody's to guess: its answer is held against the document where one is
 * sent (openapi.test.ts). Nor does a stream end: events.test.ts. What needs a lease is asked with one: queue.test.ts.
 */
export const askable = (all: readonly Documented[]): Documented[] => all.filter(({endpoint, operation}) =>
  endpoint.startsWith('GET ') && !endpoint.includes(':token') && !isEndless(operation) && !needsLease(operation));

const MOST = 8;
/** Some records, by the ids that every database starts with. */
export const callsOf = ({endpoint, operation}: Documented, person: {id: number}): Call[] => {
  const names = pathParams(parseEndpoint(endpoint).path);
  const each = names.length === 0 ? [{}] : Array.from({length: MOST}, (_, index) =>
    Object.fromEntries(names.map(name => [name, name === 'idUsuario' ? person.id : index + 1])));
  const valuesOf = (parameter: string): string[] =>
    (operation.parameters?.find(one => one.name === parameter)?.schema?.enum ?? []).map(String);
  const chosen = ['formato', 'antes', 'campo'].flatMap(parameter => valuesOf(parameter).map(value => ({[parameter]: value})));
  const pages = operation.parameters?.some(one => one.name === 'pageSize') === true ? [{page: 1, pageSize: 50}] : [];
  const items = operation.parameters?.some(one => one.name === 'idModeloFormulario') === true ? [{idModeloFormulario: 1}] : [];
  const texts = operation.parameters?.some(one => one.name === 'texto') === true ? [{texto: 'de'}, {texto: '1'}] : [];
  const queries = chosen.length > 0 ? chosen : [{}, ...pages, ...items, ...texts];
  return each.flatMap(params => queries.map(query => ({params, query})));
};

export const isSomething = ({status, body}: Answer): boolean =>
  status === 200 && (Array.isArray(body) ? body.length > 0 : (body as {total?: number}).total !== 0);
