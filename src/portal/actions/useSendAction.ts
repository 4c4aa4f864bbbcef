/** Sends a declared action, then shows a toast, refreshes data and opens the next screen. */
import {useLocation} from 'react-router-dom';
import type {Action} from '../../schema/shapes/config.ts';
import {fillPlaceholders} from '../../schema/words/messages.ts';
import {apiOf, screens} from '../../schema/paths.ts';
import {useShowInvitationLink} from '../fields/invitationLink.ts';
import {recordItems} from '../parts/template/templateForm.ts';
import {useResourceAndSession} from '../session/context.ts';
import {useToasts} from '../toasts/useToasts.ts';
import {useScreenNavigation} from '../navigation/useScreenNavigation.ts';
import {request} from '../api/http.ts';
import {newestStepsHeader, useInvalidateRecords, useCacheChangedRecord} from '../api/cacheUpdates.ts';
import {bodyWithFiles, actionData, pathValues, hasAnswers, type Answers} from '../api/payload.ts';
import {useSubmissionKey, type SubmissionKeyStore} from '../api/submissionKey.ts';
import {holdRefetchWhile} from '../api/useLiveRecord.ts';
import type {ActionRecord} from '../api/actionVerdicts.ts';

export interface SendOptions {
  signal?: AbortSignal;
  onProgress?: (share: number) => void;
  /** Replaces the action's own success message. */
  success?: string;
  /** The action with fewer asks; values of the other asks are not sent. */
  action?: Action | undefined;
}

/**
 * @param keyPlace stores the idempotency key of a submission with an unknown outcome
 * @returns a function that runs action `name` on `record` and throws the HttpError of a refusal. Success updates the record and refetches
 * the rest of the screen. A refusal refetches everything, because it means stale data.
 */
export const useSendAction = (resourceName: string, keyPlace?: SubmissionKeyStore) => {
  const {config, resource, session} = useResourceAndSession(resourceName);
  const toasts = useToasts();
  const reach = useScreenNavigation();
  const {pathname} = useLocation();
  const remember = useCacheChangedRecord(resourceName);
  const changed = useInvalidateRecords();
  const submission = useSubmissionKey(keyPlace);
  const invite = useShowInvitationLink(resourceName);

  /** Adds the form items, which list rows lack and an action's data needs. Values the person saw stay, above all the version. */
  const withItems = async (action: Action, record: ActionRecord, answers: Answers): Promise<ActionRecord> => {
    const {one: recordEndpoint} = apiOf(resourceName, resource);
    if (!hasAnswers(resource, action, answers) || resource.template === undefined
      || recordEndpoint === undefined || recordItems(resource, record)) {
      return record;
    }
    // If reading fails, the action itself decides.
    const fullRecord = await request<ActionRecord>(recordEndpoint, {params: {id: record.id}}).then(({body}) => body, () => undefined);
    return {...fullRecord, ...record};
  };

  return async (name: string, record: ActionRecord, answers: Answers, options: SendOptions = {}): Promise<void> => {
    const {signal, onProgress, success, action = resource.actions?.[name]} = options;
    if (action === undefined) return;
    let answer: unknown;
    try {
      const data = actionData(resource, action, await withItems(action, record, answers), session, answers);
      ({body: answer} = await holdRefetchWhile(resourceName, record.id, request<unknown>(action.call, {
        params: pathValues(action, record, session),
        body: action.files === undefined || data === undefined ? data : bodyWithFiles(resource, data, answers.files),
        headers: {...newestStepsHeader(resource), 'idempotency-key': submission.keyFor([name, record.id, data], answers.files)},
        signal,
        ...(onProgress && answers.files.length > 0 ? {onProgress} : {}),
      })));
    } catch (error) {
      submission.refused(error);
      changed(resourceName);
      throw error;
    }
    submission.done();
    const changedRecord = {...record, ...(answer !== null && typeof answer === 'object' ? answer : {})};
    toasts.success(fillPlaceholders(success ?? action.success, changedRecord), {name: resourceName, record});
    if (action.sends !== undefined) invite(record);
    const remembered = await remember(record, answer);
    const openedAddress = action.opens === 'edit' ? screens(config, resource).edit(record.id) : undefined;
    changed(resourceName, {id: remembered?.id, isLeaving: openedAddress !== undefined && openedAddress !== pathname});
    if (openedAddress !== undefined) reach.go(openedAddress);
  };
};
