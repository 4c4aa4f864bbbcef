/** Confirmation dialog (rules: Screens 6), which tells where nothing was sent (rules: Errors 2). */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import {useEffect, useId, useRef, useState, type ReactNode, type Ref} from 'react';
import type {ToastRecord} from '../toasts/ToastRecordLine.tsx';
import {dismissToast} from '../toasts/showToast.tsx';
import {useToasts} from '../toasts/useToasts.ts';
import {isRefusedByServer, notSentMessage} from '../api/errors.ts';
import {OFFLINE_REASON, errorReason} from './LoadError.tsx';
import {SendingNote} from './SendingNote.tsx';
import {useResendWhenOnline} from './useResendWhenOnline.ts';

interface DialogButtonsProps {
  /** Label of the confirming button. */
  confirm: string;
  back?: string | undefined;
  tone?: 'primary' | 'danger' | undefined;
  busy?: boolean;
  /** Disables confirming; the dialog's content gives the reason. */
  refused?: boolean;
  first?: Ref<HTMLButtonElement>;
  onConfirm: () => void;
  onBack: () => void;
}

/** Confirms on Enter at once; a dangerous dialog focuses the other button, so that Enter destroys nothing. */
export const DialogButtons = (
  {confirm, back = 'Voltar', tone, busy = false, refused = false, first, onConfirm, onBack}: DialogButtonsProps,
) => {
  const danger = tone === 'danger';
  const focusFirst = {ref: first, autoFocus: true};
  return (
    <DialogActions sx={{flexWrap: 'wrap', rowGap: 1}}>
      <Button variant={danger ? 'outlined' : 'text'} {...(danger ? focusFirst : {})} disabled={busy} onClick={onBack}>{back}</Button>
      <Button
        variant="contained"
        color={danger ? 'error' : 'primary'}
        {...(danger ? {} : focusFirst)}
        loading={busy}
        disabled={refused}
        onClick={onConfirm}
      >
        {confirm}
      </Button>
    </DialogActions>
  );
};

/** Runs when the confirm button is pressed. Resolves `false` if it failed and the person may press the button again. */
type OnConfirm = () => void | Promise<boolean | void>;

/**
 * Runs a confirmation once however often the button is pressed, because two clicks are quicker than a disabled button.
 *
 * @returns `busy`: running; `failures`: how often it failed
 */
export const useConfirmOnce = (onConfirm: OnConfirm) => {
  const [busy, setBusy] = useState(false);
  const [failures, setFailures] = useState(0);
  const isRunning = useRef(false);
  const refused = useRef(false);
  const awaitResult = async (pending: Promise<boolean | void>): Promise<void> => {
    isRunning.current = true;
    setBusy(true);
    try {
      isRunning.current = (await pending) !== false;
      refused.current = !isRunning.current;
      if (refused.current) setFailures(count => count + 1);
    } finally {
      setBusy(false);
    }
  };
  const confirm = () => {
    if (isRunning.current) return;
    if (refused.current) dismissToast();
    const pending = onConfirm();
    if (pending !== undefined) void awaitResult(pending);
  };
  return {busy, failures, confirm};
};

interface ConfirmDialogProps extends Omit<DialogButtonsProps, 'busy' | 'first' | 'onBack' | 'onConfirm'> {
  open: boolean;
  /** 'Ticket 12'. */
  title: string;
  question: string;
  /** The record, for the toast of a refusal. */
  about?: ToastRecord | undefined;
  /** A rejection becomes a toast: a refusal closes the dialog, any other failure can be confirmed again. */
  onConfirm: OnConfirm;
  onClose: () => void;
  /** Aborts the call. Given for calls with an idempotency key, which are resent automatically. */
  onCancel?: (() => void) | undefined;
  /** After the closing animation. */
  onClosed?: (() => void) | undefined;
  /** Under the question. */
  children?: ReactNode;
}

export const ConfirmDialog = (
  {open, title, question, about, onConfirm, onClose, onCancel, onClosed, children, ...buttons}: ConfirmDialogProps,
) => {
  const questionId = useId();
  const toasts = useToasts();
  const [unsent, setUnsent] = useState<string>();
  const reportFailure = async (pending: Promise<boolean | void>): Promise<boolean | void> => {
    try {
      const result = await pending;
      setUnsent(undefined);
      return result;
    } catch (error) {
      if (error instanceof DOMException) return false;
      toasts.failed(error, about);
      if (!isRefusedByServer(error)) {
        setUnsent(errorReason(error));
        return false;
      }
      onClose();
      return true;
    }
  };
  const {busy, failures, confirm} = useConfirmOnce(() => {
    const pending = onConfirm();
    return pending && reportFailure(pending);
  });
  const isResend = useResendWhenOnline(open && unsent === OFFLINE_REASON, busy, onCancel && confirm);
  const first = useRef<HTMLButtonElement>(null);
  // A disabled button has lost the focus.
  useEffect(() => {
    if (open && failures > 0) first.current?.focus();
  }, [open, failures]);
  return (
    <Dialog
      open={open}
      role="alertdialog"
      maxWidth="xs"
      fullWidth
      aria-describedby={questionId}
      onClose={busy ? undefined : onClose}
      slotProps={{transition: {onExited: () => onClosed?.()}}}
    >
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={questionId}>{question}</DialogContentText>
        {children}
        {unsent !== undefined && <Alert severity="warning" role="status" sx={{mt: 2}}>{notSentMessage(unsent)}</Alert>}
        <SendingNote busy={busy} isResend={isResend} onCancel={onCancel} />
      </DialogContent>
      <DialogButtons {...buttons} first={first} busy={busy} onConfirm={confirm} onBack={onClose} />
    </Dialog>
  );
};
