/** Converts any error to the API's error body `{message, codigo, campos, id}` (rules: Answers 2). */
import {randomUUID} from 'node:crypto';
import {STATUS_CODES, type IncomingMessage} from 'node:http';
import type {Socket} from 'node:net';
import type {FastifyError, FastifyReply, FastifyRequest} from 'fastify';
import type {ErrorBody} from '../../schema/apiShapes.ts';
import {DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE, UNAVAILABLE_CODES} from '../db/databaseErrors.ts';
import {conflict, invalid, Refusal, standardStatus} from '../errors.ts';

export const unavailableRefusal = (): Refusal =>
  new Refusal('INDISPONIVEL', 'Serviço temporariamente indisponível. Tente novamente em instantes.', {retryAfter: 5});
const diskFull = (): Refusal => new Refusal('INDISPONIVEL', 'Não há espaço em disco no servidor. Avise o Administrador.');
const tooLarge = (): Refusal => new Refusal('TAMANHO', 'A requisição é grande demais.');
export const malformedRefusal = (): Refusal => invalid([], 'Requisição inválida.');
const invalidInput = (): Refusal => invalid([], 'Há caracteres ou números que não são aceitos.');
const locked = (): Refusal => conflict('Este registro está sendo alterado neste momento. Tente novamente.');

/** 408, because a browser takes it for an idle connection that was closed, and retries. */
const headTimeout = (): Refusal =>
  new Refusal('LIMITE', 'A requisição demorou demais para chegar. Verifique a conexão e tente novamente.', {status: 408});

const BY_CODE: Readonly<Record<string, () => Refusal>> = {
  // NUL in text, number out of range, pattern ending in an escape, text that is no number.
  '22021': invalidInput, '22003': invalidInput, '22025': invalidInput, '22P02': invalidInput,
  // NUL in JSON, text too long for its column, invalid date, date out of range.
  '22P05': invalidInput, '22001': invalidInput, '22007': invalidInput, '22008': invalidInput,
  // Too large for an index entry, a statement or the stack.
  '54000': tooLarge, '54001': tooLarge, '54023': tooLarge,
  '23505': () => conflict('Registro já cadastrado.'),
  '23503': () => conflict('O registro está em uso ou se refere a outro que não existe.'),
  // Serialisation failure, deadlock, lock timeout.
  '40001': locked, [DEADLOCK_DETECTED]: locked, [LOCK_NOT_AVAILABLE]: locked,
  ...Object.fromEntries(UNAVAILABLE_CODES.map(code => [code, unavailableRefusal])),
  ECONNREFUSED: unavailableRefusal, ECONNRESET: unavailableRefusal, ETIMEDOUT: unavailableRefusal, ENOTFOUND: unavailableRefusal,
  ENOSPC: diskFull, EDQUOT: diskFull, '53100': diskFull,
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge, FST_REQ_FILE_TOO_LARGE: tooLarge, FST_FILES_LIMIT: tooLarge, FST_PARTS_LIMIT: tooLarge,
  FST_FIELDS_LIMIT: tooLarge, HPE_HEADER_OVERFLOW: tooLarge, HPE_CHUNK_EXTENSIONS_OVERFLOW: tooLarge, ERR_HTTP_REQUEST_TIMEOUT: headTimeout,
};

/** Converts an error to a refusal; undefined for a bug. */
export const toRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  const {code, statusCode} = error as Partial<FastifyError>;
  const createRefusal = code === undefined ? undefined : BY_CODE[code];
  if (createRefusal !== undefined) return createRefusal();
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? malformedRefusal() : undefined;
};

const refusalBody = ({message, codigo, campos}: Refusal, id: string): ErrorBody => ({message, codigo, campos, id});

/** Answers any error. For a bug the body holds the request id alone; the log has the details. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const refusal = toRefusal(error);
  if (refusal === undefined || refusal.status >= 500) request.log.error({err: error, req: request}, 'request failed');
  if (refusal === undefined) return reply.code(500).send({id: request.id} satisfies ErrorBody);
  if (refusal.retryAfter !== undefined) void reply.header('retry-after', refusal.retryAfter);
  const status = request.routeOptions.config.call?.usesStandardStatuses === true ? standardStatus(refusal) : refusal.status;
  return reply.code(status).send(refusalBody(refusal, request.id));
};

export const newRequestId = (): string => `req-${randomUUID()}`;

/** Request ids accepted from a proxy, so that one id connects several logs. */
const PROXY_REQUEST_ID = /^[\w.:-]{8,100}$/;
export const requestIdGenerator = (trustsProxy: boolean) => ({headers: {'x-request-id': proxyId}}: IncomingMessage): string =>
  (trustsProxy && typeof proxyId === 'string' && PROXY_REQUEST_ID.test(proxyId) ? proxyId : newRequestId());

export const slowBodyRefusal = (): Refusal =>
  new Refusal('LIMITE', 'O envio chegou devagar demais e foi interrompido. Verifique a conexão e tente novamente.', {retryAfter: 5});

export const parserErrorRefusal = (code: string | undefined): Refusal => (BY_CODE[code ?? ''] ?? malformedRefusal)();

/** Writes a refusal to a connection without a parsed request, and disconnects. */
export const disconnect = (socket: Socket, refusal: Refusal): void => {
  const body = JSON.stringify(refusalBody(refusal, newRequestId()));
  socket.write([
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
    'content-type: application/json; charset=utf-8', `content-length: ${Buffer.byteLength(body)}`, 'cache-control: no-store',
    'connection: close',
    ...(refusal.retryAfter === undefined ? [] : [`retry-after: ${refusal.retryAfter}`]),
    '', body,
  ].join('\r\n'));
  socket.destroySoon();
};
