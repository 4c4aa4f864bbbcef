/** The refusal of a public form with one field, shown at the field or as a 'not sent' note (rules: Errors 2). */
import {useState, type ReactNode} from 'react';
import type {PublicConfig} from '../../../schema/shapes/publicConfig.ts';
import {fieldErrorMessage, toastOfError, notSentMessage} from '../../api/errors.ts';
import {showErrorToast, type ShowPublicToast} from './publicToasts.ts';

interface Refusal {
  atField: string | undefined;
  notSent: ReactNode;
  /** Shows the error of the call. @returns whether it belongs to the field, which should be focused then */
  refuse: (error: unknown) => boolean;
}

export const useFieldRefusal = (words: PublicConfig, show: ShowPublicToast, field: string, value: string): Refusal => {
  const [refusal, setRefusal] = useState<{value: string; reason?: string | undefined; unsent?: string | undefined}>({value});
  return {
    atField: refusal.value === value ? refusal.reason : undefined,
    notSent: refusal.unsent !== undefined && <p className="door-note" role="status">{notSentMessage(refusal.unsent)}</p>,
    refuse: error => {
      const reason = fieldErrorMessage(error, field);
      if (reason === undefined) showErrorToast(words, show, error);
      setRefusal({value, reason, unsent: reason === undefined ? toastOfError(words, error)?.message ?? '' : undefined});
      return reason !== undefined;
    },
  };
};
