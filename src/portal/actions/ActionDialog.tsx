/** The dialog of one action: its question or its inputs, and what a refusal changes in it. */
import {useRef, useState} from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {useDataProvider} from 'ra-core';
import type {Action, Resource} from '../../schema/config/config.ts';
import {apiOf} from '../../schema/paths.ts';
import {recordTitle} from '../../schema/words/recordTitle.ts';
import {statusByKey} from '../../schema/statuses/statuses.ts';
import {targetsOf} from '../../schema/lifeCycle/workflow.ts';
import {sentKeyOfForm} from '../form/drafts/store.ts';
import {useDraftPlace} from '../form/drafts/useDraftPlace.ts';
import {useConfig, useResource, useSession} from '../session/context.ts';
import {useToasts} from '../toasts/useToasts.ts';
import {ConfirmDialog} from '../ui/ConfirmDialog.tsx';
import {later} from '../ui/later.tsx';
import {bodyOfError} from '../wire/errors.ts';
import type {Answers} from '../wire/payload.ts';
import {answerTo, type ActionRecord, type JudgedAction} from '../wire/verdict.ts';
import type {Pressed} from './AskDialog.tsx';
import {useHandOver} from './bulk/useHandOver.tsx';
import {useConsequences} from './Consequences.tsx';
import {LastWords} from './LastWords.tsx';
import {useSendAction, type SendOptions} from './useSendAction.ts';

const ChangesSince = later(async () => (await import('../form/history/ChangesSince.tsx')).ChangesSince);

const AskDialog = later(async () => (await import('./AskDialog.tsx')).AskDialog);

export interface ActionRequest {
  resourceName: string;
  name: string;
  record: ActionRecord;
  /** Its words where the record is called otherwise than its resource. */
  as?: Pick<Action, 'label' | 'success'> | undefined;
}

export interface ActionDialogProps {
  asked: ActionRequest;
  /** There is another record to go on to. */
  leads: boolean;
  /** `on`: and goes on to it. */
  onSettled: (done: boolean, on?: boolean) => void;
  /** It is gone. */
  onClose: () => void;
}

/** Whether nothing is left to do to a record after it; of one that destroys something nobody goes on unasked. */
const endsLife = (resource: Resource, action: Action): boolean => {
  const targets = targetsOf(action);
  return action.tone !== 'danger' && targets.length > 0 && targets.every(key => statusByKey(resource, key)?.end === true);
};

/** What is asked with another action, of all that this one asks. */
const askedWith = ({asks: asked = {}}: Action, {action, ...one}: JudgedAction): JudgedAction => {
  const asks = Object.entries(action.asks ?? {}).filter(([name]) => name in asked);
  return {...one, action: {...action, asks: Object.fromEntries(asks)}};
};

export const ActionDialog = ({asked: {resourceName, name, record: first, as}, leads, onSettled, onClose}: ActionDialogProps) => {
  const resource = useResource(resourceName);
  /** The name of its draft. */
  const form = `${resourceName}.${first.id}.${name}`;
  const send = useSendAction(resourceName, sentKeyOfForm(useDraftPlace(form), resource.actions?.[name]?.asks ?? {}));
  const toasts = useToasts();
  const dataProvider = useDataProvider();
  const [open, setOpen] = useState(true);
  const config = useConfig();
  const session = useSession();
  const [answer] = useState(() => [answerTo(config, resource, first, session)].find(one => one?.name === name));
  const [record, setRecord] = useState(first);
  /** The record as somebody acted on it before somebody else changed it. */
  const [outdated, setOutdated] = useState<ActionRecord>();
  const confirming = useRef<AbortController>(undefined);
  const about = {name: resourceName, record};
  const handing = useHandOver(resourceName, record.id, useConsequences({name: resourceName, id: record.id, before: name}));
  const declared = answer?.action ?? resource.actions?.[name];
  if (declared === undefined) return null;
  const action = {...declared, ...as};

  const close = (done: boolean, on = false) => {
    setOpen(false);
    onSettled(done, on);
  };
  const refused = async (error: unknown) => {
    if (error instanceof DOMException) return;
    toasts.failed(error, about);
    if (bodyOfError(error).codigo !== 'VERSAO' || apiOf(resourceName, resource).one === undefined) return;
    try {
      // The next try is about the record as it is now; what was typed stays.
      const {data} = await dataProvider.getOne<ActionRecord>(resourceName, {id: first.id});
      setOutdated(record);
      setRecord(data);
    } catch (second) {
      toasts.failed(second, about);
    }
  };
  const confirm = async (): Promise<boolean> => {
    if (!(await handing.settle())) return false;
    const sending = new AbortController();
    confirming.current = sending;
    await send(name, record, {values: {}, files: []}, {...as, signal: sending.signal});
    close(true);
    return true;
  };
  const sendAnswers = async (answers: Answers, {on, way}: Pressed, options: SendOptions) => {
    setOutdated(undefined);
    try {
      await send(way?.name ?? name, record, answers, {...options, action: way?.action});
      close(true, on);
    } catch (error) {
      await refused(error);
      throw error;
    }
  };

  const title = `${action.label}: ${recordTitle(resource, record)}`;
  return action.asks === undefined && action.files === undefined ? (
    <ConfirmDialog
      open={open}
      title={title}
      question={action.confirm ?? `${action.label}?`}
      confirm={handing.confirm(action.label)}
      tone={action.tone}
      about={about}
      refused={handing.refused}
      onConfirm={confirm}
      onCancel={() => confirming.current?.abort()}
      onClose={() => close(false)}
      onClosed={onClose}
    >
      {handing.told}
    </ConfirmDialog>
  ) : (
    <AskDialog
      open={open}
      title={title}
      name={resourceName}
      form={form}
      action={action}
      record={record}
      told={answer === undefined ? handing.told : (
        <>{handing.told}<Box sx={{mb: 2}}><LastWords name={resourceName} record={record} /></Box></>
      )}
      leads={leads && endsLife(resource, action)}
      ways={answer?.ways?.map(way => askedWith(action, way))}
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
