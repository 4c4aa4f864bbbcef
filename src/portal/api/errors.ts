/** The shared table of errors (rules: Errors 1). */
import type {Config} from '../../schema/shapes/config.ts';
import type {ErrorCode} from '../../schema/apiShapes.ts';
import type {ErrorBody} from './http.ts';
import {HttpError} from './httpError.ts';

interface ErrorToast {
  type: 'error' | 'warning';
  message: string;
}

export const readErrorBody = (error: unknown): ErrorBody => {
  const body = error instanceof HttpError ? (error.body as ErrorBody | null | undefined) : undefined;
  return body ?? {};
};
export const fieldErrorMessage = (error: unknown, name: string): string | undefined =>
  readErrorBody(error).campos?.find(({campo}) => campo === name)?.mensagem;
export const statusOfError = (error: unknown): number | undefined => (error instanceof HttpError ? error.status : undefined);

interface RetryMeaning {
  isRetryable: boolean;
  isProcessed: boolean;
}
const NOT_RETRYABLE: RetryMeaning = {isRetryable: false, isProcessed: true};
const RETRYABLE: RetryMeaning = {isRetryable: true, isProcessed: true};
const NOT_PROCESSED: RetryMeaning = {isRetryable: true, isProcessed: false};
const meaningByCode: Readonly<Record<ErrorCode, RetryMeaning>> = {
  VALIDACAO: NOT_RETRYABLE, CONFLITO: NOT_RETRYABLE, VERSAO: RETRYABLE, TAMANHO: RETRYABLE, EXTENSAO: RETRYABLE, TOKEN: RETRYABLE,
  LIMITE: NOT_PROCESSED, SESSAO: NOT_PROCESSED, PERMISSAO: NOT_RETRYABLE, NAO_ENCONTRADO: NOT_RETRYABLE, LEASE: NOT_RETRYABLE,
  PRAZO: NOT_RETRYABLE, INTERROMPIDO: NOT_RETRYABLE, INDISPONIVEL: NOT_PROCESSED,
};
const errorMeaning = (error: unknown): RetryMeaning | undefined => {
  const {codigo} = readErrorBody(error);
  return codigo === undefined ? undefined : meaningByCode[codigo];
};

/** True for a call that the server processed and refused: not after a broken connection, an ended session or a rate limit. */
export const isRefusedByServer = (error: unknown): boolean => {
  const status = statusOfError(error) ?? 0;
  return status >= 400 && status < 500 && status !== 401 && errorMeaning(error)?.isProcessed !== false;
};

/** The note beside input that the server has not received. @param why a sentence */
export const notSentMessage = (why: string): string => `Ainda não foi enviado. ${why}`;

/** True where a repeated call may succeed. */
export const isRetryableError = (error: unknown): boolean =>
  !isNotFound(error) && statusOfError(error) !== 403 && errorMeaning(error)?.isRetryable !== false;

/** The toast of a failed call; undefined for none. A 401 has none, because the end of the session is told at the login. */
export const toastOfError = (config: Pick<Config, 'messages'>, error: unknown): ErrorToast | undefined => {
  const status = statusOfError(error);
  const {message} = readErrorBody(error);
  if (status === 0) return {type: 'error', message: config.messages.offline};
  if (status === 401) return undefined;
  if (status === 404) return {type: 'error', message: config.messages.notFound};
  if (message) return {type: 'warning', message};
  return status === 400 || status === 500 ? {type: 'error', message: config.messages.failed} : undefined;
};

const NOT_FOUND = 404;
/** A record that does not exist, or a call that another server does not have. */
export const isNotFound = (error: unknown): boolean => statusOfError(error) === NOT_FOUND;
