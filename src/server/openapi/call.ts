/** One call of the API, as its route is registered with it, and how it becomes an operation of the document. */
import type {Config, Endpoint} from '../../schema/shapes/config.ts';
import {parseEndpoint, pathParams} from '../../schema/paths.ts';
import {asJson, COUNT, ref, TEXT, type Json} from './json.ts';
import {isSpecified} from './specified.ts';
import {profilesInWords} from './words.ts';

const refused = (description: string, more: Json = {}): Json => ({description, content: asJson(ref('Erro')), ...more});
const RETRY = {headers: {'Retry-After': {description: 'Segundos até que valha tentar de novo.', schema: {type: 'integer'}}}};

/** The one error body and what each status means (rules: Answers 2). */
export const errorResponses: Readonly<Record<string, Json>> = {
  Recusado: refused('Recusado; `codigo` diz por quê e `message` o diz à pessoa.', RETRY),
  NaoAutenticado: refused('Sem sessão, sessão vencida, usuário inativo, ou e-mail e senha que não conferem.'),
  SemPermissao: refused('Este perfil não pode fazer isto.'),
  NaoEncontrado: refused('Não existe ou está fora do alcance de quem pergunta; a resposta é a mesma.'),
  Falha: refused('Banco de dados ou disco fora do ar (com `message`), ou erro interno (sem ela).', RETRY),
};

export const refusal = (name: keyof typeof errorResponses): Json => ({$ref: `#/components/responses/${name}`});

/** The mark of what the specification does not have. */
export const EXTENSION: Json = {'x-extensao': true};

/** The tag of calls about the server as a whole. */
export const SERVICE = 'Serviço';
/** The tag of calls by which people get in. */
export const ACCESS = 'Acesso';

/** A parameter of a path; without a schema it is an id. */
interface PathParam {
  description: string;
  schema?: Json;
}

export interface Call {
  endpoint: Endpoint;
  /** `empresas.listar`; unique. */
  id: string;
  tag: string;
  summary: string;
  description?: string | undefined;
  /** Answers without a token. */
  open?: true;
  /** Refuses with the statuses that HTTP has for it, for programs: 409, 410, 413, 422, 429. */
  textbook?: true;
  /** Profiles that may call: others are refused before anything is looked at. Absent: every profile, or those of `profiles`. */
  may?: readonly string[];
  /** In words, who may, where more than the profile decides. */
  profiles?: string;
  /** Query and header parameters. */
  parameters?: readonly Json[];
  /** What path parameters are, where that is more than the id of a record or of whoever calls. */
  params?: Readonly<Record<string, PathParam>>;
  /** Content by media type. */
  body?: Json;
  /** Whether a body must come; absent: yes. */
  bodyOptional?: true;
  answers: Readonly<Record<number, Json>>;
  /** Components that it refers to, made when the document is asked for. */
  schemas?: () => Readonly<Record<string, Json>>;
}

export const queryParam = (name: string, schema: Json, description: string, more: Json = {}): Json =>
  ({name, in: 'query', required: false, description, schema, ...more});
export const headerParam = (name: string, description: string): Json =>
  ({name, in: 'header', required: false, description, schema: TEXT, ...EXTENSION});

export const IF_MATCH = headerParam(
  'If-Match', 'A `versao` lida; se o registro mudou desde então, 400 VERSAO. Sem ela, a última gravação vale.',
);
export const IDEMPOTENCY = headerParam(
  'Idempotency-Key', 'Repetida em 24 h com o mesmo corpo, a chamada responde o mesmo e nada acontece de novo.',
);

export const TOTAL_HEADER: Json = {'X-Total-Count': {description: 'Quantos há ao todo.', schema: COUNT}};
/** Of what may be the first of more, which nobody counted. */
export const KNOWN_TOTAL: Json = {'X-Total-Count': {description: 'Quantos há ao todo, onde se sabe.', schema: COUNT, required: false}};
/** An answer with a JSON body. */
export const answer = (description: string, schema: Json, headers = schema['type'] === 'array' ? TOTAL_HEADER : undefined): Json =>
  ({description, content: asJson(schema), ...(headers === undefined ? {} : {headers})});
export const ETAG: Json = {ETag: {description: 'A `versao`.', schema: TEXT}};
export const LOCATION: Json = {Location: {description: 'Onde o registro criado é lido.', schema: TEXT}};

const PARAMS: Readonly<Record<string, PathParam>> = {
  id: {description: 'Id do registro.'}, idUsuario: {description: 'Id de quem chama.'},
};
const parameterOf = (name: string, told: PathParam | undefined): Json => {
  const {description, schema = COUNT} = told ?? PARAMS[name] ?? {description: 'Id; 0 para nenhum.'};
  return {name, in: 'path', required: true, description, schema};
};

export const pathOf = (endpoint: Endpoint): {method: string; path: string; params: string[]} => {
  const {method, path} = parseEndpoint(endpoint);
  return {method: method.toLowerCase(), path: `/${path.replace(/:(\w+)/g, '{$1}')}`, params: pathParams(path)};
};

export const operationOf = (config: Config, call: Call): Json => {
  const {params} = pathOf(call.endpoint);
  const profiles = call.profiles ?? (call.may && profilesInWords(config, call.may));
  const parameters = [...params.map(name => parameterOf(name, call.params?.[name])), ...(call.parameters ?? [])];
  const who = profiles === undefined ? undefined : `Perfis: ${profiles}.`;
  const description = [who, call.description].filter(one => one !== undefined);
  const refusals: [number, keyof typeof errorResponses][] = [
    // What is no request gets as far as no call.
    ...[400, ...(call.textbook ? [409, 410, 413, 422, 429] : [])].map((status): [number, string] => [status, 'Recusado']),
    ...(call.open ? [] : [[401, 'NaoAutenticado'] as [number, string]]),
    ...(profiles === undefined && !params.includes('idUsuario') ? [] : [[403, 'SemPermissao'] as [number, string]]),
    ...(params.length === 0 ? [] : [[404, 'NaoEncontrado'] as [number, string]]),
    [500, 'Falha'],
  ];
  return {
    operationId: call.id,
    tags: [call.tag],
    summary: call.summary,
    ...(description.length === 0 ? {} : {description: description.join('\n\n')}),
    ...(isSpecified(call.endpoint) ? {} : EXTENSION),
    ...(call.open ? {security: []} : {}),
    ...(parameters.length === 0 ? {} : {parameters}),
    ...(call.body === undefined ? {} : {requestBody: {required: call.bodyOptional !== true, content: call.body}}),
    responses: {...Object.fromEntries(refusals.map(([status, name]) => [status, refusal(name)])), ...call.answers},
  };
};
