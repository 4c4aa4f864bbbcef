/** The one place where action dialogs are drawn: a row or menu that asked may be gone before the answer comes. */
import {createContext, useCallback, useContext, useMemo, useRef, useState, type ReactNode} from 'react';
import Typography from '@mui/material/Typography';
import {useDataProvider} from 'ra-core';
import {useResource} from '../session/ConfigContext.tsx';
import {useToasts} from '../toasts/index.ts';
import {ConfirmDialog} from '../ui/ConfirmDialog.tsx';
import {bodyOfError, statusOfError} from '../wire/errors.ts';
import {recordTitle} from '../../schema/recordTitle.ts';
import type {Answers} from '../wire/payload.ts';
import type {ActionRecord} from '../wire/verdict.ts';
import {useSendAction, type SendOptions} from './useSendAction.ts';
import {later} from '../ui/later.tsx';

const ChangesSince = later(async () => (await import('../form/history/ChangesSince.tsx')).ChangesSince);

const AskDialog = later(async () => (await import('./AskDialog.tsx')).AskDialog);

export interface ActionRequest {
  resourceName: string;
  name: string;
  record: ActionRecord;
}
type Ask = (request: ActionRequest) => Promise<boolean>;

const HostContext = createContext<Ask | undefined>(undefined);

/** Opens the dialog of an action; resolves `true` when it was done, `false` when the person went back. */
export const useActionHost = (): Ask => {
  const ask = useContext(HostContext);
  if (ask === undefined) throw new Error('An action needs an ActionDialogHost above it');
  return ask;
};

/** Mounted once, around everything that has actions. */
export const ActionDialogHost = ({children}: {children: ReactNode}) => {
  const [asked, setAsked] = useState<ActionRequest & {turn: number}>();
  const settle = useRef<(done: boolean) => void>(undefined);
  const turn = useRef(0);
  const ask = useCallback<Ask>(request => {
    settle.current?.(false);
    turn.current += 1;
    setAsked({...request, turn: turn.current});
    return new Promise(resolve => {
      settle.current = resolve;
    });
  }, []);
  const settled = useCallback((done: boolean) => {
    settle.current?.(done);
    settle.current = undefined;
  }, []);
  const dialog = useMemo(() => asked && <ActionDialog key={asked.turn} asked={asked} onSettled={settled} onClosed={() => setAsked(undefined)} />, [asked, settled]);
  return (
    <HostContext value={ask}>
      {children}
      {dialog}
    </HostContext>
  );
};

interface DialogProps {
  asked: ActionRequest;
  onSettled: (done: boolean) => void;
  onClosed: () => void;
}

const ActionDialog = ({asked: {resourceName, name, record: first}, onSettled, onClosed}: DialogProps) => {
  const resource = useResource(resourceName);
  const send = useSendAction(resourceName);
  const toasts = useToasts();
  const dataProvider = useDataProvider();
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const [record, setRecord] = useState(first);
  /** The record as somebody acted on it before somebody else changed it. */
  const [outdated, setOutdated] = useState<ActionRecord>();
  const sending = useRef(false);
  const action = resource.actions?.[name];
  if (action === undefined) return null;

  const close = (done: boolean) => {
    setOpen(false);
    onSettled(done);
  };
  const refused = async (error: unknown) => {
    if (error instanceof DOMException) return;
    toasts.failed(error);
    if (bodyOfError(error).codigo !== 'VERSAO' || resource.api?.one === undefined) return;
    try {
      // The next try is about the record as it is now; what was typed stays.
      const {data} = await dataProvider.getOne<ActionRecord>(resourceName, {id: first.id});
      setOutdated(record);
      setRecord(data);
    } catch (second) {
      toasts.failed(second);
    }
  };
  const confirm = async () => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      await send(name, record, {values: {}, files: []});
      close(true);
    } catch (error) {
      // Once it is done there is no second time, also while the dialog fades out.
      sending.current = false;
      await refused(error);
      // Refused for good: the screen behind shows why. A lost connection can be tried again.
      const status = statusOfError(error) ?? 0;
      if (status >= 400 && status < 500) close(false);
    } finally {
      setBusy(false);
    }
  };
  const answer = async (answers: Answers, options: SendOptions) => {
    setOutdated(undefined);
    try {
      await send(name, record, answers, options);
      close(true);
    } catch (error) {
      await refused(error);
      throw error;
    }
  };

  const title = `${action.label}: ${recordTitle(resource, record)}`;
  return action.asks === undefined ? (
    <ConfirmDialog
      open={open}
      title={title}
      question={action.confirm ?? `${action.label}?`}
      confirm={action.label}
      tone={action.tone}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={() => close(false)}
      onClosed={onClosed}
    />
  ) : (
    <AskDialog open={open} title={title} action={action} onSend={answer} onClose={() => close(false)} onClosed={onClosed}>
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
