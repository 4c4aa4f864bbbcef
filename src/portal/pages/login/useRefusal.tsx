/** The refusal of a public form with one field, shown at the field or as a 'not sent' note (rules: Errors 2). */
import {useState, type ReactNode} from 'react';
import type {PublicConfig} from '../../../schema/shapes/publicConfig.ts';
import {saidOf, toastOfError, unsentBecause} from '../../wire/errors.ts';
import {tellFailure, type ShowNotice} from './notice.ts';

interface Refusal {
  atField: string | undefined;
  notSent: ReactNode;
  /** Shows the error of the call. @returns whether it belongs to the field, which should be focused then */
  refuse: (error: unknown) => boolean;
}

export const useRefusal = (words: PublicConfig, show: ShowNotice, field: string, value: string): Refusal => {
  const [refusal, setRefusal] = useState<{value: string; reason?: string | undefined; unsent?: string | undefined}>({value});
  return {
    atField: refusal.value === value ? refusal.reason : undefined,
    notSent: refusal.unsent !== undefined && <p className="door-note" role="status">{unsentBecause(refusal.unsent)}</p>,
    refuse: error => {
      const reason = saidOf(error, field);
      if (reason === undefined) tellFailure(words, show, error);
      setRefusal({value, reason, unsent: reason === undefined ? toastOfError(words, error)?.message ?? '' : undefined});
      return reason !== undefined;
    },
  };
};
