/** The API as one person uses it, without a socket: the demonstration is made the way its users would make it. */
import type {FastifyInstance} from 'fastify';
import type {Endpoint} from '../../schema/shapes/config.ts';
import {fillPath, parseEndpoint} from '../../schema/paths.ts';
import type {ErrorBody} from '../../schema/apiShapes.ts';
import {demoPdf} from './pdf.ts';

type Answered = Readonly<Record<string, unknown>> & {readonly id: number};

interface CallOptions {
  params?: Readonly<Record<string, unknown>>;
  body?: Readonly<Record<string, unknown>>;
  /** PDFs: their types by their names. */
  files?: Readonly<Record<string, string>> | undefined;
}

export interface Client {
  /** The user who signed in. */
  id: number;
  /** @throws Error in Portuguese when the API refuses: the demonstration is another config's then */
  call(endpoint: Endpoint, options?: CallOptions): Promise<Answered>;
}

const encode = async ({body, files}: CallOptions): Promise<{payload?: Buffer; headers: Record<string, string>}> => {
  if (files === undefined) {
    return body === undefined ? {headers: {}} : {payload: Buffer.from(JSON.stringify(body)), headers: {'content-type': 'application/json'}};
  }
  const form = new FormData();
  form.append('data', JSON.stringify(body ?? {}));
  for (const [name, type] of Object.entries(files)) {
    form.append('files', new Blob([demoPdf(name)], {type: 'application/pdf'}), name);
    form.append('tipos', type);
  }
  const encoded = new Response(form);
  return {payload: Buffer.from(await encoded.arrayBuffer()), headers: {'content-type': encoded.headers.get('content-type') ?? ''}};
};

const callAs = async (
  app: FastifyInstance, token: string | undefined, endpoint: Endpoint, options: CallOptions = {},
): Promise<Answered> => {
  const {method, path} = parseEndpoint(endpoint);
  const {payload, headers} = await encode(options);
  const answer = await app.inject({
    method, url: `/api/${fillPath(path, options.params ?? {})}`,
    headers: {...headers, ...(token === undefined ? {} : {authorization: `Bearer ${token}`})},
    ...(payload === undefined ? {} : {payload}),
  });
  if (answer.statusCode >= 400) {
    const {message, campos = []} = answer.json<ErrorBody>();
    throw new Error(`${endpoint}: ${campos.map(({campo, mensagem}) => `${campo}: ${mensagem}`).join(' ') || (message ?? '')}`);
  }
  return answer.json<Answered>();
};

/** Signs a person in. */
export const signIn = async (app: FastifyInstance, email: string, senha: string): Promise<Client> => {
  const {id, token} = await callAs(app, undefined, 'POST usuarios/login', {body: {email, senha}});
  return {id, call: (endpoint, options) => callAs(app, String(token), endpoint, options)};
};
