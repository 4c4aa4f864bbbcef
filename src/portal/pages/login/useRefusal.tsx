/** What became of the one thing that a public form asks, said in the form: at its field, or that it was not sent (rules: Errors 2). */
import {useState, type ReactNode} from 'react';
import type {PublicConfig} from '../../../schema/shapes/publicConfig.ts';
import {saidOf, toastOfError, unsentBecause} from '../../wire/errors.ts';
import {tellFailure, type ShowNotice} from './notice.ts';

interface Refusal {
  /** What the server said of the value, for as long as it is that one. */
  atField: string | undefined;
  /** Until another try was judged. */
  notSent: ReactNode;
  /** Takes what the call failed with. @returns whether it is the field's, which is to have the focus */
  refuse: (error: unknown) => boolean;
}

/** @param field its name in the call */
export const useRefusal = (words: PublicConfig, show: ShowNotice, field: string, value: string): Refusal => {
  const [said, setSaid] = useState<{value: string; why?: string | undefined; unsent?: string | undefined}>({value});
  return {
    atField: said.value === value ? said.why : undefined,
    notSent: said.unsent !== undefined && <p className="door-note" role="status">{unsentBecause(said.unsent)}</p>,
    refuse: error => {
      const why = saidOf(error, field);
      if (why === undefined) tellFailure(words, show, error);
      setSaid({value, why, unsent: why === undefined ? toastOfError(words, error)?.message ?? '' : undefined});
      return why !== undefined;
    },
  };
};
