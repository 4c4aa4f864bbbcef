/** The API as one person uses it, without a socket: the demonstration is made the way its users would make it. */
import type {FastifyInstance} from 'fastify';
import type {Endpoint} from '../../schema/shapes/config.ts';
import {fillPath, parseEndpoint} from '../../schema/paths.ts';
import type {ErrorBody} from '../../schema/apiShapes.ts';
import {isOperatorError} from '../operatorError.ts';

export type Answered = Readonly<Record<string, unknown>> & {readonly id: number};

export interface Client {
  /** @throws Error in Portuguese when the API refuses: the demonstration is another config's then */
  call(endpoint: Endpoint, options?: {params?: Readonly<Record<string, unknown>>; body?: unknown}): Promise<Answered>;
}

const payloadOf = async (body: unknown): Promise<{payload?: Buffer; headers: Record<string, string>}> => {
  if (body === undefined) return {headers: {}};
  if (!(body instanceof FormData)) return {payload: Buffer.from(JSON.stringify(body)), headers: {'content-type': 'application/json'}};
  const encoded = new Response(body);
  return {payload: Buffer.from(await encoded.arrayBuffer()), headers: {'content-type': encoded.headers.get('content-type') ?? ''}};
};

const clientWith = (app: FastifyInstance, token: string | undefined): Client => ({
  call: async (endpoint, {params = {}, body} = {}) => {
    const {method, path} = parseEndpoint(endpoint);
    const {payload, headers} = await payloadOf(body);
    const answer = await app.inject({
      method, url: `/api/${fillPath(path, params)}`,
      headers: {...headers, ...(token === undefined ? {} : {authorization: `Bearer ${token}`})},
      ...(payload === undefined ? {} : {payload}),
    });
    if (answer.statusCode >= 400) {
      const {message, campos = []} = answer.json<ErrorBody>();
      throw new Error(`${endpoint}: ${campos.map(({campo, mensagem}) => `${campo}: ${mensagem}`).join(' ') || (message ?? '')}`);
    }
    return answer.json<Answered>();
  },
});

/** What is refused, or missing, while a demonstration is made: of another config, which may have changed since. @param where in it */
export const unsuited = (where: string, error: unknown): unknown => (!isOperatorError(error) ? error
  : new Error(`A demonstração não serve a esta configuração, em ${where}: ${error.message} Corrija-a, ou a configuração.`, {cause: error}));

/** Signs a person in. */
export const signIn = async (app: FastifyInstance, email: string, senha: string): Promise<Client & {id: number}> => {
  const session = await clientWith(app, undefined).call('POST usuarios/login', {body: {email, senha}});
  return {...clientWith(app, String(session['token'])), id: session.id};
};
