/** Any error as the API's one body `{message, codigo, campos, id}` (rules: Answers 2). */
import {randomUUID} from 'node:crypto';
import {STATUS_CODES, type IncomingMessage} from 'node:http';
import type {Socket} from 'node:net';
import type {FastifyError, FastifyReply, FastifyRequest} from 'fastify';
import type {ErrorBody} from '../../schema/wire.ts';
import {LOCK_NOT_AVAILABLE, UNAVAILABLE_CODES} from '../db/databaseErrors.ts';
import {conflict, invalid, Refusal, textbookStatus} from '../errors.ts';

export const unavailable = (): Refusal =>
  new Refusal('INDISPONIVEL', 'Serviço temporariamente indisponível. Tente novamente em instantes.', {retryAfter: 5});
const full = (): Refusal => new Refusal('INDISPONIVEL', 'Não há espaço em disco no servidor. Avise o Administrador.');
const tooLarge = (): Refusal => new Refusal('TAMANHO', 'A requisição é grande demais.');
export const malformed = (): Refusal => invalid([], 'Requisição inválida.');
const notAllowed = (): Refusal => invalid([], 'Há caracteres ou números que não são aceitos.');
const busy = (): Refusal => conflict('Este registro está sendo alterado neste momento. Tente novamente.');

/** Not 400: a browser takes 408 for a connection that was open too long unused, and asks again. */
const lateHead = (): Refusal =>
  new Refusal('LIMITE', 'A requisição demorou demais para chegar. Verifique a conexão e tente novamente.', {status: 408});

/** Errors of PostgreSQL, Node and its HTTP parser, by code. */
const BY_CODE: Readonly<Record<string, () => Refusal>> = {
  // Text with NUL, a number out of range, a pattern that ends in an escape, a text that is no number.
  '22021': notAllowed, '22003': notAllowed, '22025': notAllowed, '22P02': notAllowed,
  // NUL in JSON, a text too long for its column, a date that is none or out of range.
  '22P05': notAllowed, '22001': notAllowed, '22007': notAllowed, '22008': notAllowed,
  // More than an index entry, a statement or its stack can hold.
  '54000': tooLarge, '54001': tooLarge, '54023': tooLarge,
  '23505': () => conflict('Registro já cadastrado.'),
  '23503': () => conflict('O registro está em uso ou se refere a outro que não existe.'),
  // Serialisation failure, deadlock, lock timeout.
  '40001': busy, '40P01': busy, [LOCK_NOT_AVAILABLE]: busy,
  ...Object.fromEntries(UNAVAILABLE_CODES.map(code => [code, unavailable])),
  ECONNREFUSED: unavailable, ECONNRESET: unavailable, ETIMEDOUT: unavailable, ENOTFOUND: unavailable,
  // No room left, for files or for the database.
  ENOSPC: full, EDQUOT: full, '53100': full,
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge, FST_REQ_FILE_TOO_LARGE: tooLarge, FST_FILES_LIMIT: tooLarge, FST_PARTS_LIMIT: tooLarge,
  FST_FIELDS_LIMIT: tooLarge, HPE_HEADER_OVERFLOW: tooLarge, HPE_CHUNK_EXTENSIONS_OVERFLOW: tooLarge, ERR_HTTP_REQUEST_TIMEOUT: lateHead,
};

/** The refusal behind an error; undefined for a bug. */
export const refusalOf = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  const {code, statusCode} = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : BY_CODE[code];
  if (known !== undefined) return known();
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? malformed() : undefined;
};

const refusalBody = ({message, codigo, campos}: Refusal, id: string): ErrorBody => ({message, codigo, campos, id});

/** Answers any error. A bug is told by the request's id alone; its details are in the log. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const refusal = refusalOf(error);
  if (refusal === undefined || refusal.status >= 500) request.log.error({err: error, req: request}, 'request failed');
  if (refusal === undefined) return reply.code(500).send({id: request.id} satisfies ErrorBody);
  if (refusal.retryAfter !== undefined) void reply.header('retry-after', refusal.retryAfter);
  const status = request.routeOptions.config.call?.textbook === true ? textbookStatus(refusal) : refusal.status;
  return reply.code(status).send(refusalBody(refusal, request.id));
};

/** A request's name in answers and log. */
export const newRequestId = (): string => `req-${randomUUID()}`;

/** What a proxy may have named it, so that one name leads through several logs. */
const GIVEN = /^[\w.:-]{8,100}$/;
/** @param trusts whether there is a proxy whose word counts */
export const nameRequest = (trusts: boolean) => ({headers: {'x-request-id': given}}: IncomingMessage): string =>
  (trusts && typeof given === 'string' && GIVEN.test(given) ? given : newRequestId());

export const slowBody = (): Refusal =>
  new Refusal('LIMITE', 'O envio chegou devagar demais e foi interrompido. Verifique a conexão e tente novamente.', {retryAfter: 5});

/** The refusal of what the HTTP parser takes for no request. */
export const refusalOfNoise = (code: string | undefined): Refusal => (BY_CODE[code ?? ''] ?? malformed)();

/** Says why where there is no request to answer, on the connection itself, and disconnects. */
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
