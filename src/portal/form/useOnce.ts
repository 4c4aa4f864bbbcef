/** Two clicks are quicker than a button that greys: both wait for the one save. */
import {useRef} from 'react';
import type {Fields} from '../../schema/shapes/fields.ts';
import type {FieldError} from '../../schema/wire.ts';
import {withdrawToast} from '../toasts/show.tsx';
import {reasonOf} from '../ui/LoadError.tsx';
import {saidOf} from '../wire/errors.ts';

/** By field: what keeps the form open. */
export type SaveErrors = Record<string, unknown>;

/** Its name among the errors of a form that are no field's. */
export const AFTER_SAVING = 'servidor';
/** A save that did not happen: the form keeps what it holds. @param reason said in the form; '': it is told elsewhere */
export const notSavedFor = (reason: string): SaveErrors => ({root: {[AFTER_SAVING]: reason}});
export const NOT_SAVED = notSavedFor('');
/** What the server says of fields that have no input in sight: each by its label, because the sentence alone does not say of which. */
export const besideForm = (fields: Fields, campos: readonly FieldError[]): string => campos.map(({campo, mensagem}) => {
  const label = fields[campo]?.label;
  return label === undefined ? mensagem : `${label}: ${mensagem}`;
}).join(' ');
/** What keeps a form of one field open: the server's words at the field where they are of it, else why it was not sent. */
export const refusalAt = (name: string, error: unknown): SaveErrors => {
  const said = saidOf(error, name);
  return said === undefined ? notSavedFor(reasonOf(error)) : {[name]: said};
};

/**
 * Saved, a form is never sent again; what follows a save takes it away, or puts another in its place.
 *
 * @param send resolves with the errors to show, or nothing
 */
export const useOnce = <Args extends unknown[]>(send: (...args: Args) => Promise<SaveErrors | undefined>) => {
  const running = useRef<Promise<SaveErrors | undefined>>(undefined);
  const refused = useRef(false);
  return (...args: Args): Promise<SaveErrors | undefined> => {
    // What was said of the last try is over.
    if (running.current === undefined && refused.current) withdrawToast();
    running.current ??= send(...args).then(errors => {
      refused.current = errors !== undefined;
      if (errors !== undefined) running.current = undefined;
      return errors;
    });
    return running.current;
  };
};
