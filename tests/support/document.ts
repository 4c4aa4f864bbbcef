/** The OpenAPI document as a judge of real answers. */
import Fastify from 'fastify';
import * as z from 'zod';
import type {Config, Endpoint} from '../../src/schema/shapes/config.ts';
import {parseEndpoint} from '../../src/schema/paths.ts';
import {createWakeSignal} from '../../src/server/wakeSignal.ts';
import type {Context} from '../../src/server/context.ts';
import {readEnv} from '../../src/server/env.ts';
import {EVENT_STREAM} from '../../src/server/events/eventStream.ts';
import {createBatchQueue} from '../../src/server/lists/batches.ts';
import {registerRoutes, type RouteServices} from '../../src/server/registerRoutes.ts';

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  additionalProperties?: boolean;
}
interface Response {
  $ref?: string;
  content?: Record<string, {schema?: Schema}>;
  headers?: Record<string, {required?: boolean}>;
}
export interface Operation {
  operationId: string;
  parameters?: {name: string; in: string; required?: boolean; schema?: {enum?: unknown[]}}[];
  responses: Record<string, Response>;
}
/** Whether the answer goes on for as long as somebody listens: none that can be waited for. */
export const isEndless = ({responses}: Pick<Operation, 'responses'>): boolean => responses['200']?.content?.[EVENT_STREAM] !== undefined;

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: {schemas: Record<string, Schema>; responses: Record<string, Response>};
}

interface Answered {
  status: number;
  body: unknown;
  headers: Readonly<Record<string, string | string[] | number | undefined>>;
}
export interface Judge {
  document: Document;
  /** What is wrong with an answer's body and headers; nothing when the document has it so. */
  faults(operation: Operation, answer: Answered): string[];
  /** The same by what was called. */
  faultsOf(endpoint: Endpoint, answer: Answered): string[];
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The document of a config as JSON, from the routes of a server that is asked nothing. */
export const documentOf = async (config: Config): Promise<Document> => {
  const app = Fastify();
  const context = {config, env: readEnv({})} as Context;
  const shared = {
    tokens: {} as RouteServices['tokens'], takesCalls: () => true, turns: createBatchQueue(), writeSignal: createWakeSignal(),
    maxStreams: 0,
  };
  const document = await registerRoutes(app, context, shared);
  await app.close();
  return JSON.parse(JSON.stringify(document())) as Document;
};

export const judgeOf = async (config: Config): Promise<Judge> => {
  const document = await documentOf(config);
  const {schemas, responses} = document.components;
  const compiled = new Map<string, z.ZodType>();
  const compile = (schema: Schema): z.ZodType => {
    const key = JSON.stringify(schema);
    const known = compiled.get(key) ?? z.fromJSONSchema(
      JSON.parse(JSON.stringify({$defs: schemas, ...schema}).replaceAll('#/components/schemas/', '#/$defs/')),
    );
    compiled.set(key, known);
    return known;
  };

  const named = (schema: Schema): Schema => (schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}));
  /** Every object schema that speaks of the same value. */
  const parts = (schema: Schema): Schema[] => {
    const own = named(schema);
    return [own, ...(own.allOf ?? []).flatMap(parts), ...(own.anyOf ?? []).flatMap(parts)];
  };
  /** Properties that an answer has and the document does not. */
  const undeclared = (all: readonly Schema[], value: unknown, path: string): string[] => {
    if (Array.isArray(value)) {
      const items = all.flatMap(one => (one.items === undefined ? [] : parts(one.items)));
      return value.flatMap((one, index) => undeclared(items, one, `${path}/${index}`));
    }
    const objects = all.filter(one => one.properties !== undefined);
    if (!isObject(value) || objects.length === 0) return [];
    return Object.entries(value).flatMap(([key, one]) => {
      const declared = objects.flatMap(object => object.properties?.[key] ?? []);
      return declared.length === 0 ? [`${path}/${key} is not in the document`] : undeclared(declared.flatMap(parts), one, `${path}/${key}`);
    });
  };

  const faults: Judge['faults'] = (operation, {status, body, headers}) => {
    const told = operation.responses[status];
    const response = told?.$ref === undefined ? told : responses[told.$ref.split('/').at(-1) ?? ''];
    if (response === undefined) return [`${status} is not in the document`];
    const type = /^[^;]*/.exec(String(headers['content-type'] ?? ''))?.[0] ?? '';
    const content = response.content?.[type];
    if (content === undefined) return [`${type} is not in the document`];
    const promised = status === 200 ? Object.entries(response.headers ?? {}).filter(([, {required}]) => required !== false) : [];
    const missing = promised.flatMap(([name]) => (name.toLowerCase() in headers ? [] : [name]));
    const {schema} = content;
    const result = type === 'application/json' && schema !== undefined ? compile(schema).safeParse(body) : undefined;
    return [
      ...missing.map(name => `no header ${name}`),
      ...(result?.error?.issues.map(issue => `/${issue.path.join('/')}: ${issue.message}`) ?? []),
      ...(schema === undefined || result === undefined ? [] : undeclared(parts(schema), body, '')),
    ];
  };
  const faultsOf: Judge['faultsOf'] = (endpoint, answer) => {
    const {method, path} = parseEndpoint(endpoint);
    const operation = document.paths[`/${path.replaceAll(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
    if (operation === undefined) return ['not in the document'];
    return answer.status === 204 && operation.responses[204] !== undefined ? [] : faults(operation, answer);
  };
  return {document, faults, faultsOf};
};
