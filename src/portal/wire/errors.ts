/** The shared table of errors (rules: Errors 1): one function says what a failed call shows. */
import type {Config} from '../../schema/shapes/config.ts';
import type {ErrorCode} from '../../schema/wire.ts';
import type {ErrorBody} from './http.ts';
import {HttpError} from './httpError.ts';

interface ErrorToast {
  type: 'error' | 'warning';
  message: string;
}

export const bodyOfError = (error: unknown): ErrorBody => {
  const body = error instanceof HttpError ? (error.body as ErrorBody | null | undefined) : undefined;
  return body ?? {};
};
/** What the server said of one value that it was sent. */
export const saidOf = (error: unknown, name: string): string | undefined =>
  bodyOfError(error).campos?.find(({campo}) => campo === name)?.mensagem;
export const statusOfError = (error: unknown): number | undefined => (error instanceof HttpError ? error.status : undefined);

interface Meaning {
  /** Whether the same may be asked again, and be done. */
  again: boolean;
  /** Whether what was sent was looked at. */
  judged: boolean;
}
const WRONG: Meaning = {again: false, judged: true};
const ANEW: Meaning = {again: true, judged: true};
const LATER: Meaning = {again: true, judged: false};
const meanings: Readonly<Record<ErrorCode, Meaning>> = {
  VALIDACAO: WRONG, CONFLITO: WRONG, VERSAO: ANEW, TAMANHO: ANEW, EXTENSAO: ANEW, TOKEN: ANEW, LIMITE: LATER, SESSAO: LATER,
  PERMISSAO: WRONG, NAO_ENCONTRADO: WRONG, LEASE: WRONG, PRAZO: WRONG, INTERROMPIDO: WRONG, INDISPONIVEL: LATER,
};
/** What a refusal's code means to whoever asked; undefined where none is told. */
const meaningOf = (error: unknown): Meaning | undefined => {
  const {codigo} = bodyOfError(error);
  return codigo === undefined ? undefined : meanings[codigo];
};

/** Whether the server judged what was sent: not where the line broke, the session was over or there were too many calls. */
export const isJudged = (error: unknown): boolean => {
  const status = statusOfError(error) ?? 0;
  return status >= 400 && status < 500 && status !== 401 && meaningOf(error)?.judged !== false;
};

/** What stands where something was typed that nobody judged. @param why a sentence */
export const unsentBecause = (why: string): string => `Ainda não foi enviado. ${why}`;

/** Whether the same may be done once it is asked again. */
export const isPassing = (error: unknown): boolean =>
  !isMissing(error) && statusOfError(error) !== 403 && meaningOf(error)?.again !== false;

/** The toast of a failed call; undefined: nothing is shown. A 401 is shown once, by whoever ends the session. */
export const toastOfError = (config: Pick<Config, 'messages'>, error: unknown): ErrorToast | undefined => {
  const status = statusOfError(error);
  const {message} = bodyOfError(error);
  if (status === 0) return {type: 'error', message: config.messages.offline};
  if (status === 401) return undefined;
  if (status === 404) return {type: 'error', message: config.messages.notFound};
  if (message) return {type: 'warning', message};
  return status === 400 || status === 500 ? {type: 'error', message: config.messages.failed} : undefined;
};

const NOT_FOUND = 404;
/** There is no such record, or another server has no such call. */
export const isMissing = (error: unknown): boolean => statusOfError(error) === NOT_FOUND;
