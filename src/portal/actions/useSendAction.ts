/** Sends a declared action and does what follows: toast, fresh data, the next screen. */
import {useLocation} from 'react-router-dom';
import type {Action} from '../../schema/config/config.ts';
import {fill} from '../../schema/words/messages.ts';
import {apiOf, screens} from '../../schema/paths.ts';
import {useInvitation} from '../kinds/invitation.ts';
import {itemsOf} from '../parts/template/form.ts';
import {useAbout} from '../session/context.ts';
import {useToasts} from '../toasts/useToasts.ts';
import {useReach} from '../ui/place/useReach.ts';
import {request} from '../wire/http.ts';
import {askForSteps, useChanged, useRemember} from '../wire/changed.ts';
import {bodyWithFiles, dataOf, pathValues, saysSomething, type Answers} from '../wire/payload.ts';
import {useSubmissionKey, type KeyPlace} from '../wire/submissionKey.ts';
import {whileDone} from '../wire/useLiveRecord.ts';
import type {ActionRecord} from '../wire/verdict.ts';

export interface SendOptions {
  signal?: AbortSignal;
  /** From 0 to 1, while files go up. */
  onProgress?: (share: number) => void;
  /** What is said once it is done, if not the action's own words. */
  success?: string;
  /** As it was asked, where that is less than the action asks: what was not asked is not sent. */
  action?: Action | undefined;
}

/**
 * @param keyPlace where the key of a submission is kept whose outcome is unknown
 * @returns a function that does action `name` to `record`; it throws the HttpError of a refusal. Done, its answer is the record,
 *   and the rest of what the screen shows is fetched again; refused, all of it: a refusal means that it is old.
 */
export const useSendAction = (resourceName: string, keyPlace?: KeyPlace) => {
  const {config, resource, session} = useAbout(resourceName);
  const toasts = useToasts();
  const reach = useReach();
  const {pathname} = useLocation();
  const remember = useRemember(resourceName);
  const changed = useChanged();
  const submission = useSubmissionKey(keyPlace);
  const invite = useInvitation(resourceName);

  /** A row of a list carries no form items, which go with an action's data. What the person saw of it stays: its version above all. */
  const withItems = async (action: Action, record: ActionRecord, answers: Answers): Promise<ActionRecord> => {
    const {one} = apiOf(resourceName, resource);
    if (!saysSomething(resource, action, answers) || resource.template === undefined || one === undefined || itemsOf(resource, record)) {
      return record;
    }
    // Where it cannot be read the action decides by itself whether it can be done.
    const whole = await request<ActionRecord>(one, {params: {id: record.id}}).then(({body}) => body, () => undefined);
    return {...whole, ...record};
  };

  return async (name: string, record: ActionRecord, answers: Answers, options: SendOptions = {}): Promise<void> => {
    const {signal, onProgress, success, action = resource.actions?.[name]} = options;
    if (action === undefined) return;
    let answer: unknown;
    try {
      const data = dataOf(resource, action, await withItems(action, record, answers), session, answers);
      ({body: answer} = await whileDone(resourceName, record.id, request<unknown>(action.call, {
        params: pathValues(action, record, session),
        body: action.files === undefined || data === undefined ? data : bodyWithFiles(resource, data, answers.files),
        headers: {...askForSteps(resource), 'idempotency-key': submission.keyFor([name, record.id, data], answers.files)},
        signal,
        ...(onProgress && answers.files.length > 0 ? {onProgress} : {}),
      })));
    } catch (error) {
      submission.refused(error);
      changed(resourceName);
      throw error;
    }
    submission.done();
    toasts.success(fill(success ?? action.success, {id: record.id}), {name: resourceName, record});
    if (action.sends !== undefined) invite(record);
    const known = await remember(record, answer);
    const opened = action.opens === 'edit' ? screens(config, resource).edit(record.id) : undefined;
    changed(resourceName, {id: known?.id, leaves: opened !== undefined && opened !== pathname});
    if (opened !== undefined) reach.go(opened);
  };
};
