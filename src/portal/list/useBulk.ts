/** One action done to many records, one after the other, with what became of each. */
import {useRef, useState} from 'react';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {bodyOfError, statusOfError, toastOfError} from '../wire/errors.ts';
import {request} from '../wire/http.ts';
import {useChanged} from '../wire/known.ts';
import {dataOf, pathValues} from '../wire/payload.ts';
import type {Row} from '../wire/providers/dialects.ts';

export interface Outcome {
  row: Row;
  /** undefined: done. */
  refusal: string | undefined;
  /** Whether another try may succeed: it was not refused for what the record or the person is. */
  again?: boolean;
}

export interface Bulk {
  /** In the order they were done; those of an earlier try that were done stay. */
  outcomes: readonly Outcome[];
  running: boolean;
  /** Resolves with what became of each row that was sent; those after a stop or a lost session were not. */
  run: (rows: readonly Row[]) => Promise<void>;
  stop: () => void;
}

const isPassing = (error: unknown): boolean =>
  ![403, 404].includes(statusOfError(error) ?? 0) && !['CONFLITO', 'VALIDACAO'].includes(bodyOfError(error).codigo ?? '');

export const useBulk = (resourceName: string, actionName: string): Bulk => {
  const config = useConfig();
  const resource = useResource(resourceName);
  const session = useSession();
  const changed = useChanged();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [running, setRunning] = useState(false);
  const stopped = useRef(false);

  const refusalOf = (error: unknown): string => toastOfError(config, error)?.message || config.messages.failed;

  const run = async (rows: readonly Row[]): Promise<void> => {
    const action = resource.actions?.[actionName];
    if (action === undefined || running) return;
    stopped.current = false;
    setRunning(true);
    setOutcomes(before => before.filter(({refusal}) => refusal === undefined));
    const answers = {values: {}, files: []};
    for (const row of rows) {
      if (stopped.current) break;
      let refusal: string | undefined;
      let again = false;
      try {
        const body = dataOf(resource, action, row, session, answers);
        await request(action.call, {params: pathValues(action, row, session), body});
      } catch (error) {
        if (statusOfError(error) === 401) break;
        refusal = refusalOf(error);
        again = isPassing(error);
      }
      setOutcomes(before => [...before, {row, refusal, again}]);
    }
    setRunning(false);
    changed(resourceName);
  };
  return {outcomes, running, run, stop: () => void (stopped.current = true)};
};
