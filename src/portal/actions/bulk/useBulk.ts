/** Does one action to many records, one call after the other. */
import {useEffect, useRef, useState} from 'react';
import type {Config} from '../../../schema/config/config.ts';
import {apiOf} from '../../../schema/paths.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {bodyOfError, isMissing, isPassing, statusOfError, toastOfError} from '../../wire/errors.ts';
import {request} from '../../wire/http.ts';
import {useChanged} from '../../wire/changed.ts';
import {dataOf, pathValues} from '../../wire/payload.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {submissionOver, type SubmissionKey} from '../../wire/submissionKey.ts';
import {isDone, unsentOf, type Batch, type Outcome} from './batch.ts';
import {keepRun, type KeptRun} from './keptRun.ts';

export interface Bulk {
  /** What is done or was; undefined: nothing yet. */
  batch: Batch | undefined;
  /** In the order they were done; those of an earlier try that were done stay. */
  outcomes: readonly Outcome[];
  running: boolean;
  /**
   * Sends the rows, all of them where none are named; those after a stop, a lost line or a lost session stay unsent.
   *
   * @returns whether every record of the batch is done now
   */
  run: (batch: Batch, rows?: readonly Row[]) => Promise<boolean>;
  stop: () => void;
}

const LOST = {session: 401, line: 0};

const outcomeOf = (config: Config, row: Row, error: unknown): Outcome => {
  const {message, codigo} = bodyOfError(error);
  // Of one record among many it is the server that says what is not there.
  const said = isMissing(error) ? message : toastOfError(config, error)?.message;
  return {row, refusal: said || config.messages.failed, again: isPassing(error), stale: codigo === 'VERSAO'};
};

/** @param before what was done before the page went, to go on from */
export const useBulk = (before?: KeptRun): Bulk => {
  const config = useConfig();
  const session = useSession();
  const changed = useChanged();
  const [batch, setBatch] = useState(before?.batch);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>(before?.outcomes ?? []);
  const [running, setRunning] = useState(false);
  const all = useRef(outcomes);
  const stopped = useRef<'here' | 'gone'>(undefined);
  const sending = useRef(false);
  /** A key for each record and try, the same again while the outcome of the try is unknown. */
  const submissions = useRef(new Map<Row['id'], SubmissionKey>());
  const submissionOf = (id: Row['id']): SubmissionKey => {
    const known = submissions.current.get(id) ?? submissionOver({current: undefined});
    submissions.current.set(id, known);
    return known;
  };
  useEffect(() => () => {
    if (sending.current) stopped.current = 'gone';
  }, []);

  const tell = (next: readonly Outcome[]): void => {
    all.current = next;
    setOutcomes(next);
  };

  const send = async ({resource: name, action: actionName, values}: Batch, row: Row): Promise<void> => {
    const resource = config.resources[name];
    const action = resource?.actions?.[actionName];
    if (resource === undefined || action === undefined) return;
    const submission = submissionOf(row.id);
    const data = dataOf(resource, action, row, session, {values, files: []});
    try {
      await request(action.call, {
        params: pathValues(action, row, session), body: data, headers: {'idempotency-key': submission.keyFor([actionName, row.id, data])},
      });
      submission.done();
    } catch (error) {
      submission.refused(error);
      throw error;
    }
  };

  /** As it is now, where somebody else changed it since it was read. */
  const fresh = async (name: string, row: Row, earlier: readonly Outcome[]): Promise<Row> => {
    const resource = config.resources[name];
    const one = resource === undefined ? undefined : apiOf(name, resource).one;
    const isStale = earlier.some(outcome => outcome.row.id === row.id && outcome.stale);
    if (!isStale || one === undefined) return row;
    return request<Row>(one, {params: {id: row.id}}).then(({body}) => ({...row, ...body}), () => row);
  };

  const run = async (asked: Batch, rows = asked.rows): Promise<boolean> => {
    if (sending.current) return false;
    sending.current = true;
    stopped.current = undefined;
    setBatch(asked);
    setRunning(true);
    const again = new Set(rows.map(({id}) => id));
    const earlier = all.current;
    tell(asked === batch ? all.current.filter(({row}) => !again.has(row.id)) : []);
    let lost: number | undefined;
    for (const known of rows) {
      if (stopped.current !== undefined || lost !== undefined) break;
      const row = await fresh(asked.resource, known, earlier);
      try {
        await send(asked, row);
        tell([...all.current, {row, refusal: undefined}]);
      } catch (error) {
        const status = statusOfError(error);
        if (status === LOST.session || status === LOST.line) lost = status;
        if (status !== LOST.session) tell([...all.current, outcomeOf(config, row, error)]);
      }
    }
    sending.current = false;
    if (lost === LOST.session || (stopped.current as string | undefined) === 'gone') {
      keepRun(session.id, {batch: asked, outcomes: all.current});
    }
    setRunning(false);
    changed(asked.resource);
    return unsentOf(asked, all.current).length === 0 && all.current.every(isDone);
  };

  return {
    batch, outcomes, running, run,
    stop: () => {
      stopped.current = 'here';
    },
  };
};
