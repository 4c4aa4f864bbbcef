import {useEffect, useRef, useState} from 'react';
import type {Config} from '../../../schema/shapes/config.ts';
import {apiOf} from '../../../schema/paths.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {readErrorBody, isNotFound, isRetryableError, statusOfError, toastOfError} from '../../api/errors.ts';
import {request} from '../../api/http.ts';
import {useInvalidateRecords} from '../../api/cacheUpdates.ts';
import {actionData, pathValues} from '../../api/payload.ts';
import type {Row} from '../../api/providers/listDialects.ts';
import {createSubmissionKey, type SubmissionKey} from '../../api/submissionKey.ts';
import {isDoneOutcome, unsentRows, type BulkBatch, type BulkOutcome} from './bulkBatch.ts';
import {storeUnfinishedRun, type InterruptedRun} from './interruptedRun.ts';

export interface BulkRun {
  batch: BulkBatch | undefined;
  /** In the order of sending; a retry keeps those already done. */
  outcomes: readonly BulkOutcome[];
  running: boolean;
  /**
   * Sends the rows, by default all. A stop, a lost connection or a lost session leaves the rest unsent.
   *
   * @returns whether every record of the batch is done
   */
  run: (batch: BulkBatch, rows?: readonly Row[]) => Promise<boolean>;
  stop: () => void;
}

const LOST_STATUS = {session: 401, line: 0};

const outcomeOf = (config: Config, row: Row, error: unknown): BulkOutcome => {
  const {message, codigo} = readErrorBody(error);
  // For one record of many, the server's message says which part is missing.
  const reason = isNotFound(error) ? message : toastOfError(config, error)?.message;
  return {row, refusal: reason || config.messages.failed, again: isRetryableError(error), stale: codigo === 'VERSAO'};
};

/** @param before an interrupted run to continue */
export const useBulkRun = (before?: InterruptedRun): BulkRun => {
  const config = useConfig();
  const session = useSession();
  const changed = useInvalidateRecords();
  const [batch, setBatch] = useState(before?.batch);
  const [outcomes, setOutcomes] = useState<readonly BulkOutcome[]>(before?.outcomes ?? []);
  const [running, setRunning] = useState(false);
  const latestOutcomes = useRef(outcomes);
  const stopped = useRef<'here' | 'gone'>(undefined);
  const sending = useRef(false);
  /** An idempotency key per record and try, repeated while the outcome is unknown. */
  const submissions = useRef(new Map<Row['id'], SubmissionKey>());
  const submissionOf = (id: Row['id']): SubmissionKey => {
    const submission = submissions.current.get(id) ?? createSubmissionKey({current: undefined});
    submissions.current.set(id, submission);
    return submission;
  };
  useEffect(() => () => {
    if (sending.current) stopped.current = 'gone';
  }, []);

  const publish = (next: readonly BulkOutcome[]): void => {
    latestOutcomes.current = next;
    setOutcomes(next);
  };

  const send = async ({resource: name, action: actionName, values}: BulkBatch, row: Row): Promise<void> => {
    const resource = config.resources[name];
    const action = resource?.actions?.[actionName];
    if (resource === undefined || action === undefined) return;
    const submission = submissionOf(row.id);
    const data = actionData(resource, action, row, session, {values, files: []});
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

  /** The current version of a row whose last try was stale. */
  const readFresh = async (name: string, row: Row, earlier: readonly BulkOutcome[]): Promise<Row> => {
    const resource = config.resources[name];
    const readCall = resource === undefined ? undefined : apiOf(name, resource).one;
    const isStale = earlier.some(outcome => outcome.row.id === row.id && outcome.stale);
    if (!isStale || readCall === undefined) return row;
    return request<Row>(readCall, {params: {id: row.id}}).then(({body}) => ({...row, ...body}), () => row);
  };

  const run = async (nextBatch: BulkBatch, rows = nextBatch.rows): Promise<boolean> => {
    if (sending.current) return false;
    sending.current = true;
    stopped.current = undefined;
    setBatch(nextBatch);
    setRunning(true);
    const resentIds = new Set(rows.map(({id}) => id));
    const earlier = latestOutcomes.current;
    publish(nextBatch === batch ? latestOutcomes.current.filter(({row}) => !resentIds.has(row.id)) : []);
    let lost: number | undefined;
    for (const listedRow of rows) {
      if (stopped.current !== undefined || lost !== undefined) break;
      const row = await readFresh(nextBatch.resource, listedRow, earlier);
      try {
        await send(nextBatch, row);
        publish([...latestOutcomes.current, {row, refusal: undefined}]);
      } catch (error) {
        const status = statusOfError(error);
        if (status === LOST_STATUS.session || status === LOST_STATUS.line) lost = status;
        if (status !== LOST_STATUS.session) publish([...latestOutcomes.current, outcomeOf(config, row, error)]);
      }
    }
    sending.current = false;
    if (lost === LOST_STATUS.session || (stopped.current as string | undefined) === 'gone') {
      storeUnfinishedRun(session.id, {batch: nextBatch, outcomes: latestOutcomes.current});
    }
    setRunning(false);
    changed(nextBatch.resource);
    return unsentRows(nextBatch, latestOutcomes.current).length === 0 && latestOutcomes.current.every(isDoneOutcome);
  };

  return {
    batch, outcomes, running, run,
    stop: () => {
      stopped.current = 'here';
    },
  };
};
