/** Calls of own code below `/api/own/`, each in one transaction, as Sistema (rules: Own 6). */
import type {Transaction} from 'kysely';
import type {FastifyPluginAsync, FastifyRequest} from 'fastify';
import type {Endpoint} from '../../schema/shapes/config.ts';
import {parseEndpoint, pathParams} from '../../schema/paths.ts';
import {runTransaction} from '../db/changeRecord.ts';
import type {Tables} from '../db/tables.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {Refusal} from '../errors.ts';
import {addRoute, pathId} from '../http/route.ts';
import {validateBody} from '../http/validateBody.ts';
import {findStoredAnswer, readIdempotencyKey, storeAnswer} from '../idempotency.ts';
import {answer, IDEMPOTENCY, queryParam, type Call} from '../openapi/call.ts';
import {asJson, COUNT, TEXT, type Json} from '../openapi/json.ts';
import {jsonSchemaOf} from '../openapi/zodSchemas.ts';
import type {OwnCall} from '../own.ts';
import {ownEndpoint} from './ownNames.ts';
import {callerOf, runInTransaction} from './ownTransaction.ts';

/** Parameters that begin with `id` are ids. */
const isId = (param: string): boolean => param.startsWith('id');

const describeCall = (endpoint: Endpoint, {profiles, query, body, answer: shape}: OwnCall): Call => {
  const {method, path} = parseEndpoint(endpoint);
  const {properties = {}, required = []} = (query === undefined ? {} : jsonSchemaOf(query)) as {
    properties?: Readonly<Record<string, Json>>; required?: readonly string[];
  };
  return {
    endpoint: ownEndpoint(endpoint), tag: 'Código próprio', summary: `Código próprio: ${path}`, allowedProfiles: profiles,
    id: ['own', method.toLowerCase(), ...path.split('/').map(step => step.replace(':', ''))].join('.'),
    params: Object.fromEntries(pathParams(path).map(name =>
      [name, isId(name) ? {description: 'Id.', schema: COUNT} : {description: 'Texto.', schema: TEXT}])),
    parameters: [
      ...Object.entries(properties).map(([name, {description, ...schema}]) =>
        queryParam(name, schema, typeof description === 'string' ? description : 'Texto.', {required: required.includes(name)})),
      ...(method === 'GET' ? [] : [IDEMPOTENCY]),
    ],
    ...(body !== undefined && {body: asJson(jsonSchemaOf(body))}),
    answers: {200: answer('A resposta.', jsonSchemaOf(shape, 'output'))},
  };
};

const readParams = (endpoint: Endpoint, {params}: FastifyRequest): Readonly<Record<string, string | number>> =>
  Object.fromEntries(pathParams(parseEndpoint(endpoint).path).map(name =>
    [name, isId(name) ? pathId(params, name) : String((params as Readonly<Record<string, unknown>>)[name])]));

/** The answer with what its shape names alone. @throws Refusal 500 for one of another shape */
const shapeAnswer = (endpoint: Endpoint, shape: OwnCall['answer'], value: unknown): Record<string, unknown> => {
  const {data, error} = shape.safeParse(value);
  if (error === undefined) return data as Record<string, unknown>;
  const message = `A chamada ${endpoint} do código próprio não respondeu o que declara. Nada foi gravado: avise o Administrador.`;
  throw new Refusal('INDISPONIVEL', message, {cause: error});
};

const runCall = async (context: EngineContext, endpoint: Endpoint, call: OwnCall, request: FastifyRequest): Promise<unknown> => {
  const {db, mailSignal} = context;
  const params = readParams(endpoint, request);
  const query = call.query === undefined ? undefined : validateBody(call.query, request.query);
  const body = call.body === undefined ? undefined : validateBody(call.body, request.body);
  const isReading = request.method === 'GET';
  const key = isReading ? undefined : readIdempotencyKey(request, JSON.stringify([query, body]));
  const path = `calls.${endpoint}`;
  const run = async (trx: Transaction<Tables>): Promise<Record<string, unknown>> => {
    const result = await runInTransaction(
      {context, trx, path, subject: `A chamada ${endpoint}`, caller: callerOf(context, request.actor), steps: []},
      async tools => {
        const {caller, refuse, read, list} = tools;
        // A GET only reads, because browsers and proxies may repeat it.
        const given = isReading ? {caller, refuse, read, list} : tools;
        return shapeAnswer(endpoint, call.answer, await call.run({...given, params, query, body}));
      },
    );
    if (key !== undefined) await storeAnswer(trx, key, {status: 200, body: result});
    return result;
  };
  try {
    const result = await runTransaction(db, run);
    if (!isReading) mailSignal.wake();
    return result;
  } catch (error) {
    const stored = key === undefined ? undefined : await findStoredAnswer(db, key);
    if (stored === undefined) throw error;
    return stored.body;
  }
};

export const ownCallRoutes = (context: EngineContext): FastifyPluginAsync => async app => {
  for (const [name, call] of Object.entries(context.own?.calls ?? {})) {
    const endpoint = name as Endpoint;
    addRoute(app, describeCall(endpoint, call), async (request, reply) =>
      reply.type('application/json').send(JSON.stringify(await runCall(context, endpoint, call, request))));
  }
};
