/** The dialog of an action: confirmation or asks, and its changes after a refusal. */
import {useRef, useState} from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {useDataProvider} from 'ra-core';
import type {Action, Resource} from '../../schema/shapes/config.ts';
import {apiOf} from '../../schema/paths.ts';
import {fillRecordText} from '../../schema/lists/details.ts';
import {recordTitle} from '../../schema/fields/recordTitle.ts';
import {statusByKey} from '../../schema/statuses/statuses.ts';
import {listTargetStatuses} from '../../schema/lifeCycle/workflow.ts';
import {submissionKeyStore} from '../form/drafts/draftStore.ts';
import {useDraftPlace} from '../form/drafts/useDraftPlace.ts';
import {useConfig, useResource, useSession} from '../session/context.ts';
import {useToasts} from '../toasts/useToasts.ts';
import {ConfirmDialog} from '../ui/ConfirmDialog.tsx';
import {lazyComponent} from '../ui/lazyComponent.tsx';
import {readErrorBody} from '../api/errors.ts';
import type {Answers} from '../api/payload.ts';
import {findReplyAction, type ActionRecord, type JudgedAction} from '../api/actionVerdicts.ts';
import type {PressedButton} from './AskDialog.tsx';
import {useDependentsHandOver} from './bulk/useDependentsHandOver.tsx';
import {useConsequences} from './Consequences.tsx';
import {LatestComment} from './LatestComment.tsx';
import {useSendAction, type SendOptions} from './useSendAction.ts';

const ChangesSince = lazyComponent(async () => (await import('../form/history/ChangesSince.tsx')).ChangesSince);

const AskDialog = lazyComponent(async () => (await import('./AskDialog.tsx')).AskDialog);

export interface ActionRequest {
  resourceName: string;
  name: string;
  record: ActionRecord;
  as?: Pick<Action, 'label' | 'success'> | undefined;
}

interface ActionDialogProps {
  request: ActionRequest;
  /** A next record exists, to which the dialog may lead. */
  hasNext: boolean;
  /** `on`: continues with the next record. */
  onSettled: (done: boolean, on?: boolean) => void;
  onClose: () => void;
}

/** Tells whether the action ends the record, so that the next record is offered; never after a destructive action. */
const endsLife = (resource: Resource, action: Action): boolean => {
  const targets = listTargetStatuses(action);
  return action.tone !== 'danger' && targets.length > 0 && targets.every(key => statusByKey(resource, key)?.end === true);
};

/** Limits an alternative action to the asks that both actions share. */
const limitAsks = ({asks: commonAsks = {}}: Action, {action, ...rest}: JudgedAction): JudgedAction => {
  const asks = Object.entries(action.asks ?? {}).filter(([name]) => name in commonAsks);
  return {...rest, action: {...action, asks: Object.fromEntries(asks)}};
};

export const ActionDialog = (
  {request: {resourceName, name, record: initialRecord, as}, hasNext, onSettled, onClose}: ActionDialogProps,
) => {
  const resource = useResource(resourceName);
  const form = `${resourceName}.${initialRecord.id}.${name}`;
  const send = useSendAction(resourceName, submissionKeyStore(useDraftPlace(form), resource.actions?.[name]?.asks ?? {}));
  const toasts = useToasts();
  const dataProvider = useDataProvider();
  const [open, setOpen] = useState(true);
  const config = useConfig();
  const session = useSession();
  const [answerAction] = useState(() => [findReplyAction(config, resource, initialRecord, session)].find(judged => judged?.name === name));
  const [record, setRecord] = useState(initialRecord);
  /** The version the person acted on, after someone else changed the record. */
  const [outdated, setOutdated] = useState<ActionRecord>();
  const confirming = useRef<AbortController>(undefined);
  const about = {name: resourceName, record};
  const handOver = useDependentsHandOver(resourceName, record.id, useConsequences({name: resourceName, id: record.id, before: name}));
  const declared = answerAction?.action ?? resource.actions?.[name];
  if (declared === undefined) return null;
  const action = {...declared, ...as};

  const close = (done: boolean, goToNext = false) => {
    setOpen(false);
    onSettled(done, goToNext);
  };
  const onRefused = async (error: unknown) => {
    if (error instanceof DOMException) return;
    toasts.failed(error, about);
    if (readErrorBody(error).codigo !== 'VERSAO' || apiOf(resourceName, resource).one === undefined) return;
    try {
      // The next try uses the current version; typed answers stay.
      const {data} = await dataProvider.getOne<ActionRecord>(resourceName, {id: initialRecord.id});
      setOutdated(record);
      setRecord(data);
    } catch (readError) {
      toasts.failed(readError, about);
    }
  };
  const confirm = async (): Promise<boolean> => {
    if (!(await handOver.settle())) return false;
    const sending = new AbortController();
    confirming.current = sending;
    await send(name, record, {values: {}, files: []}, {...as, signal: sending.signal});
    close(true);
    return true;
  };
  const sendAnswers = async (answers: Answers, {opensNext, alternative}: PressedButton, options: SendOptions) => {
    setOutdated(undefined);
    try {
      await send(alternative?.name ?? name, record, answers, {...options, action: alternative?.action});
      close(true, opensNext);
    } catch (error) {
      await onRefused(error);
      throw error;
    }
  };

  const title = `${action.label}: ${recordTitle(resource, record)}`;
  return action.asks === undefined && action.files === undefined ? (
    <ConfirmDialog
      open={open}
      title={title}
      question={fillRecordText(config, resource, action.confirm ?? `${action.label}?`, record)}
      confirm={handOver.confirmLabel(action.label)}
      tone={action.tone}
      about={about}
      refused={handOver.isBlocked}
      onConfirm={confirm}
      onCancel={() => confirming.current?.abort()}
      onClose={() => close(false)}
      onClosed={onClose}
    >
      {handOver.content}
    </ConfirmDialog>
  ) : (
    <AskDialog
      open={open}
      title={title}
      name={resourceName}
      form={form}
      action={action}
      record={record}
      note={answerAction === undefined ? handOver.content : (
        <>{handOver.content}<Box sx={{mb: 2}}><LatestComment name={resourceName} record={record} /></Box></>
      )}
      offersNext={hasNext && endsLife(resource, action)}
      alternatives={answerAction?.replyTransitions?.map(alternative => limitAsks(action, alternative))}
      onSend={sendAnswers}
      onClose={() => close(false)}
      onClosed={onClose}
    >
      {outdated && (
        <>
          <ChangesSince name={resourceName} id={record.id} from={outdated['versao']} stored={record} />
          <Typography variant="inherit" sx={{mt: 1}}>
            O que você preencheu continua aqui. Confira e, se ainda valer, use “{action.label}” de novo.
          </Typography>
        </>
      )}
    </AskDialog>
  );
};
