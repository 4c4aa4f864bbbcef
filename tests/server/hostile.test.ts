// Values that no text, number or JSON of the database can hold, in every parameter and every value of every call: each is
// refused or taken, and none is a fault of the server.
import {sql} from 'kysely';
import {beforeAll, beforeEach, describe, expect, it} from 'vitest';
import type {Endpoint} from '../../src/schema/shapes/config.ts';
import {pathParams, parseEndpoint} from '../../src/schema/paths.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {judgeOf, type Operation} from '../support/document.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp, type Call} from '../support/server.ts';
import {createWorld, formOf, newTicket, NOTA, openTicket} from '../support/tickets.ts';
import product from '../../resources.config.ts';

const TEXTS = ['a\u0000b', 'x\uDFFFy', '\\', '9'.repeat(400)];
const VALUES = [...TEXTS, 1e308, ['\0'], {'\0': '\0'}, [[[{a: '\uD800'}]]]];

type Body = Readonly<Record<string, unknown>>;
type Schema = {$ref?: string; properties?: Record<string, Schema>; allOf?: Schema[]};
type Described = Operation & {requestBody?: {content: Record<string, {schema: Schema}>}};

const {document} = await judgeOf(product);
const calls = Object.entries(document.paths).flatMap(([path, operations]) => Object.entries(operations).map(([method, operation]) => ({
  endpoint: `${method.toUpperCase()} ${path.slice(1).replace(/\{(\w+)\}/g, ':$1')}` as Endpoint, operation: operation as Described,
})));

/** The names of the values in a schema. */
const namesIn = (schema: Schema | undefined): string[] => {
  if (schema === undefined) return [];
  const named = schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] as Schema;
  return [...Object.keys(named.properties ?? {}), ...(named.allOf ?? []).flatMap(namesIn)];
};

const test = beforeTests(openTestApp);
const world = beforeTests(() => createWorld(test));
let caller: SeedUser;
let ticket: {id: number; ticketArquivos: {id: number}[]; ticketFormularios: Body[]};
beforeAll(async () => {
  caller = await test.seed.usuario({perfil: 'adm'});
  ticket = await openTicket(test, world, world.users.empresa);
});

const faults: string[] = [];
beforeEach(() => {
  faults.length = 0;
});
const tried = async (endpoint: Endpoint, call: Call, what: string): Promise<void> => {
  const {status} = await test.api(caller, endpoint, call);
  // A new password is one of the things that are sent.
  await sql`update usuarios set token_versao = 1 where id = ${caller.id} and token_versao <> 1`.execute(test.context.db);
  // Refused for its sender alone, a call shows nothing.
  const vain = status === 401 && !endpoint.includes('login') && call.headers?.['authorization'] === undefined;
  if (status >= 500 || vain) faults.push(`${endpoint} ${what}: ${status}`);
};
const short = (value: unknown): string => JSON.stringify(value).slice(0, 40);
const params = (endpoint: Endpoint): Record<string, unknown> =>
  Object.fromEntries(pathParams(parseEndpoint(endpoint).path).map(name => [
    name, {fileId: ticket.ticketArquivos[0]?.id, idUsuario: caller.id}[name] ?? 1,
  ]));

/** A record as a client would send it back, so that only the one value is wrong. */
const startOf = async (endpoint: Endpoint): Promise<Body> => {
  const [resource = ''] = parseEndpoint(endpoint).path.split('/');
  if (resource.toLowerCase() === 'tickets') return {...newTicket(world), ticketFormularios: ticket.ticketFormularios, comentario: 'motivo'};
  if (resource.toLowerCase() === 'ticketsarquivo') return {tipo: 'Laudo', idTicket: ticket.id, idFilial: world.idFilial};
  if (resource === 'filtros-salvos') return {
    recurso: 'empresas', nome: 'x', filtro: {}, colunas: ['cnpj'], ordenacao: {campo: 'cnpj', ordem: 'asc'},
  };
  if (resource === 'respostas-prontas') return {nome: 'x', texto: 'Falta {id}', daEmpresa: false};
  const {status, body} = await test.api(caller, `GET ${resource}/:id`, {params: {id: 1}});
  return status === 200 ? body : {};
};

describe('hostile values', () => {
  it.each(calls.filter(({operation}) => (operation.parameters ??
    []).some(one => one.in === 'query')))('in the query of $endpoint', async ({endpoint, operation}) => {
    const names = (operation.parameters ?? []).filter(one => one.in === 'query').map(one => one.name);
    for (const name of names) for (const value of TEXTS) await tried(
      endpoint, {params: params(endpoint), query: {[name]: value}}, `?${name}=${short(value)}`,
    );
    expect(faults).toEqual([]);
  });

  it.each(calls.filter(({endpoint}) =>
    pathParams(parseEndpoint(endpoint).path).length > 0))('in the path of $endpoint', async ({endpoint}) => {
    for (const name of pathParams(parseEndpoint(endpoint).path)) {
      for (const value of TEXTS.filter(text => text.isWellFormed())) await tried(
        endpoint, {params: {...params(endpoint), [name]: value}}, `:${name}=${short(value)}`,
      );
    }
    expect(faults).toEqual([]);
  });

  it.each(calls.filter(({operation}) => operation.requestBody !== undefined))('in the body of $endpoint', async ({endpoint, operation}) => {
    const contents = operation.requestBody?.content ?? {};
    const start = await startOf(endpoint);
    const names = new Set([
      ...Object.keys(start), ...namesIn(contents['application/json']?.schema),
      ...namesIn(contents['multipart/form-data']?.schema.properties?.['data']), 'versao',
    ]);
    for (const name of names) {
      for (const value of VALUES) {
        const body = {...start, [name]: value};
        if ('multipart/form-data' in contents) {
          await tried(endpoint, {params: params(endpoint), form: formOf(body, [NOTA], 'file')}, `${name}=${short(value)} in parts`);
        }
        if ('application/json' in contents) await tried(endpoint, {params: params(endpoint), body}, `${name}=${short(value)}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it.each(['if-match', 'idempotency-key', 'range', 'if-none-match', 'if-range', 'authorization'])('in the header %s', async name => {
    for (const value of ['"9"', '\u00FF'.repeat(150), '9'.repeat(199), 'bytes=99999999999999999999-', '\\']) {
      const headers = {[name]: value};
      await tried('PUT tickets/:id', {params: {id: ticket.id}, body: {}, headers}, `${name}: ${short(value)}`);
      await tried('POST tickets', {form: formOf(newTicket(world), [NOTA]), headers}, `${name}: ${short(value)}`);
      await tried('GET TicketsArquivo/baixar-arquivo/:fileId', {params: params('GET x/:fileId'), headers}, `${name}: ${short(value)}`);
    }
    expect(faults).toEqual([]);
  });
});
