/** Refusals where there is no request to answer: the one body, written to the connection itself, which ends with it. */
import {randomUUID} from 'node:crypto';
import {STATUS_CODES} from 'node:http';
import type {Socket} from 'node:net';
import {Refusal} from '../errors.ts';
import {malformed, refusalBody, tooLarge} from './refusals.ts';

/** A request's name in answers and log. */
export const newRequestId = (): string => `req-${randomUUID()}`;

/** Not 400: a browser takes 408 for a connection that was open too long unused, and asks again. */
const lateHead = (): Refusal =>
  new Refusal('LIMITE', 'A requisição demorou demais para chegar. Verifique a conexão e tente novamente.', {status: 408});
export const slowBody = (): Refusal =>
  new Refusal('LIMITE', 'O envio chegou devagar demais e foi interrompido. Verifique a conexão e tente novamente.', {retryAfter: 5});

/** What the HTTP parser refuses, by its code; anything else is malformed. */
const BY_CODE: Readonly<Record<string, () => Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: lateHead,
  HPE_HEADER_OVERFLOW: tooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: tooLarge,
};
/** The refusal of what is no request. */
export const refusalOfNoise = (code: string | undefined): Refusal => (BY_CODE[code ?? ''] ?? malformed)();

/** Says why, and disconnects. */
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
