/** Guard against double submits, and the errors of a failed save. */
import {useRef} from 'react';
import type {Fields} from '../../schema/shapes/fields.ts';
import type {FieldError} from '../../schema/apiShapes.ts';
import {dismissToast} from '../toasts/showToast.tsx';
import {errorReason} from '../ui/LoadError.tsx';
import {fieldErrorMessage} from '../api/errors.ts';

export type SaveErrors = Record<string, unknown>;

/** Key of form errors that belong to no field. */
export const FORM_ERROR_KEY = 'servidor';
/** Errors of a save that did not happen. @param reason shown in the form; '' where it is reported elsewhere */
export const notSavedErrors = (reason: string): SaveErrors => ({root: {[FORM_ERROR_KEY]: reason}});
export const NOT_SAVED = notSavedErrors('');
/** Joins errors of fields without a visible input, labelled because the message alone does not name its field. */
export const joinHiddenFieldErrors = (fields: Fields, campos: readonly FieldError[]): string => campos.map(({campo, mensagem}) => {
  const label = fields[campo]?.label;
  return label === undefined ? mensagem : `${label}: ${mensagem}`;
}).join(' ');
/** Errors of a form of one field: the server's message at the field, else why nothing was sent. */
export const singleFieldErrors = (name: string, error: unknown): SaveErrors => {
  const message = fieldErrorMessage(error, name);
  return message === undefined ? notSavedErrors(errorReason(error)) : {[name]: message};
};

/**
 * Wraps a submit so that a second call joins the running one, and nothing is sent after a success.
 *
 * @param send resolves with the errors to show, or nothing
 */
export const useSubmitOnce = <Args extends unknown[]>(send: (...args: Args) => Promise<SaveErrors | undefined>) => {
  const running = useRef<Promise<SaveErrors | undefined>>(undefined);
  const wasRefused = useRef(false);
  return (...args: Args): Promise<SaveErrors | undefined> => {
    if (running.current === undefined && wasRefused.current) dismissToast();
    running.current ??= send(...args).then(errors => {
      wasRefused.current = errors !== undefined;
      if (errors !== undefined) running.current = undefined;
      return errors;
    });
    return running.current;
  };
};
