/** The shared table of errors (rules: Errors 1): one function says what a failed call shows. */
import type {Config} from '../../schema/config.ts';
import type {ErrorBody} from './http.ts';
import {HttpError} from './httpError.ts';

export interface ErrorToast {
  type: 'error' | 'warning';
  message: string;
}

export const bodyOfError = (error: unknown): ErrorBody => {
  const body = error instanceof HttpError ? (error.body as ErrorBody | null | undefined) : undefined;
  return body ?? {};
};
export const statusOfError = (error: unknown): number | undefined => (error instanceof HttpError ? error.status : undefined);

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
