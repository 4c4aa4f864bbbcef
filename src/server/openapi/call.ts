/** A call of the API as its route declares it, and its operation in the OpenAPI document. */
import type {Config, Endpoint} from '../../schema/shapes/config.ts';
import {parseEndpoint, pathParams} from '../../schema/paths.ts';
import {asJson, COUNT, ref, TEXT, type Json} from './json.ts';
import {isSpecified} from './specifiedCalls.ts';
import {profilesInWords} from './rulesInWords.ts';

const refusedResponse = (description: string, more: Json = {}): Json => ({description, content: asJson(ref('Erro')), ...more});
const RETRY_AFTER_HEADER = {headers: {'Retry-After': {description: 'Segundos até que valha tentar de novo.', schema: {type: 'integer'}}}};

/** Responses of refusals, which share one error body (rules: Answers 2). */
export const errorResponses: Readonly<Record<string, Json>> = {
  Recusado: refusedResponse('Recusado; `codigo` diz por quê e `message` o diz à pessoa.', RETRY_AFTER_HEADER),
  NaoAutenticado: refusedResponse('Sem sessão, sessão vencida, usuário inativo, ou e-mail e senha que não conferem.'),
  SemPermissao: refusedResponse('Este perfil não pode fazer isto.'),
  NaoEncontrado: refusedResponse('Não existe ou está fora do alcance de quem pergunta; a resposta é a mesma.'),
  Falha: refusedResponse('Banco de dados ou disco fora do ar (com `message`), ou erro interno (sem ela).', RETRY_AFTER_HEADER),
};

export const refusal = (name: keyof typeof errorResponses): Json => ({$ref: `#/components/responses/${name}`});

/** Marks calls and parameters that the portal's specification lacks. */
export const EXTENSION: Json = {'x-extensao': true};

export const SERVICE_TAG = 'Serviço';
export const ACCESS_TAG = 'Acesso';

/** Path parameter; an id without a schema. */
interface PathParam {
  description: string;
  schema?: Json;
}

export interface Call {
  endpoint: Endpoint;
  /** Unique operation id, such as `empresas.listar`. */
  id: string;
  tag: string;
  summary: string;
  description?: string | undefined;
  isPublic?: true;
  /** Refuses with the usual HTTP statuses, for programs: 409, 410, 413, 422, 429. */
  usesStandardStatuses?: true;
  /** Profiles that may call, checked before the body. Absent: every profile, or those of `profiles`. */
  allowedProfiles?: readonly string[];
  /** Allowed profiles in words, where further conditions apply. */
  profilesText?: string;
  parameters?: readonly Json[];
  /** Path parameters other than the id of a record or of the caller. */
  params?: Readonly<Record<string, PathParam>>;
  body?: Json;
  bodyOptional?: true;
  answers: Readonly<Record<number, Json>>;
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
export const KNOWN_TOTAL: Json = {'X-Total-Count': {description: 'Quantos há ao todo, onde se sabe.', schema: COUNT, required: false}};
export const answer = (description: string, schema: Json, headers = schema['type'] === 'array' ? TOTAL_HEADER : undefined): Json =>
  ({description, content: asJson(schema), ...(headers === undefined ? {} : {headers})});
export const ETAG: Json = {ETag: {description: 'A `versao`.', schema: TEXT}};
export const LOCATION: Json = {Location: {description: 'Onde o registro criado é lido.', schema: TEXT}};

const COMMON_PATH_PARAMS: Readonly<Record<string, PathParam>> = {
  id: {description: 'Id do registro.'}, idUsuario: {description: 'Id de quem chama.'},
};
const parameterOf = (name: string, pathParam: PathParam | undefined): Json => {
  const {description, schema = COUNT} = pathParam ?? COMMON_PATH_PARAMS[name] ?? {description: 'Id; 0 para nenhum.'};
  return {name, in: 'path', required: true, description, schema};
};

export const pathOf = (endpoint: Endpoint): {method: string; path: string; params: string[]} => {
  const {method, path} = parseEndpoint(endpoint);
  return {method: method.toLowerCase(), path: `/${path.replace(/:(\w+)/g, '{$1}')}`, params: pathParams(path)};
};

export const operationOf = (config: Config, call: Call): Json => {
  const {params} = pathOf(call.endpoint);
  const profiles = call.profilesText ?? (call.allowedProfiles && profilesInWords(config, call.allowedProfiles));
  const parameters = [...params.map(name => parameterOf(name, call.params?.[name])), ...(call.parameters ?? [])];
  const profileSentence = profiles === undefined ? undefined : `Perfis: ${profiles}.`;
  const description = [profileSentence, call.description].filter(sentence => sentence !== undefined);
  const refusals: [number, keyof typeof errorResponses][] = [
    // Every call can refuse a malformed request.
    ...[400, ...(call.usesStandardStatuses ? [409, 410, 413, 422, 429] : [])].map((status): [number, string] => [status, 'Recusado']),
    ...(call.isPublic ? [] : [[401, 'NaoAutenticado'] as [number, string]]),
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
    ...(call.isPublic ? {security: []} : {}),
    ...(parameters.length === 0 ? {} : {parameters}),
    ...(call.body === undefined ? {} : {requestBody: {required: call.bodyOptional !== true, content: call.body}}),
    responses: {...Object.fromEntries(refusals.map(([status, name]) => [status, refusal(name)])), ...call.answers},
  };
};
