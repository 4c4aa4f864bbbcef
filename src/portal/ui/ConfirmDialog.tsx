/** A question before something happens; cancelling aborts (rules: Screens 6). What was not sent says so in it (rules: Errors 2). */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import {useEffect, useId, useRef, useState, type ReactNode, type Ref} from 'react';
import type {About} from '../toasts/AboutRecord.tsx';
import {withdrawToast} from '../toasts/show.tsx';
import {useToasts} from '../toasts/useToasts.ts';
import {isJudged, unsentBecause} from '../wire/errors.ts';
import {NO_LINE, reasonOf} from './LoadError.tsx';
import {SendingNote} from './SendingNote.tsx';
import {useSendAgain} from './useSendAgain.ts';

interface DialogButtonsProps {
  /** What the confirming button says. */
  confirm: string;
  /** What the other button says. */
  back?: string | undefined;
  tone?: 'primary' | 'danger' | undefined;
  /** While it is sent nothing can be pressed again. */
  busy?: boolean;
  /** It cannot be confirmed: what stands under the question says why. */
  refused?: boolean;
  /** The one that has the focus first. */
  first?: Ref<HTMLButtonElement>;
  onConfirm: () => void;
  onBack: () => void;
}

/**
 * The two buttons of a question. The one rule of where the focus is: on what was asked for, but in a dangerous dialog on
 * the way back, so that Enter pressed at once destroys nothing.
 */
export const DialogButtons = (
  {confirm, back = 'Voltar', tone, busy = false, refused = false, first, onConfirm, onBack}: DialogButtonsProps,
) => {
  const danger = tone === 'danger';
  const begins = {ref: first, autoFocus: true};
  return (
    <DialogActions sx={{flexWrap: 'wrap', rowGap: 1}}>
      <Button variant={danger ? 'outlined' : 'text'} {...(danger ? begins : {})} disabled={busy} onClick={onBack}>{back}</Button>
      <Button
        variant="contained"
        color={danger ? 'error' : 'primary'}
        {...(danger ? {} : begins)}
        loading={busy}
        disabled={refused}
        onClick={onConfirm}
      >
        {confirm}
      </Button>
    </DialogActions>
  );
};

/** Resolves `false` where it may be confirmed again; otherwise it is done, also while the dialog fades out. */
type OnConfirm = () => void | Promise<boolean | void>;

/**
 * What a dialog's confirming button does, once however often it is pressed: two clicks are quicker than a button that greys.
 *
 * @returns `busy`: it is on its way, and cannot be left; `failures`: how often it did not work
 */
export const useConfirming = (onConfirm: OnConfirm) => {
  const [busy, setBusy] = useState(false);
  const [failures, setFailures] = useState(0);
  const running = useRef(false);
  const refused = useRef(false);
  const run = async (doing: Promise<boolean | void>): Promise<void> => {
    running.current = true;
    setBusy(true);
    try {
      running.current = (await doing) !== false;
      refused.current = !running.current;
      if (refused.current) setFailures(count => count + 1);
    } finally {
      setBusy(false);
    }
  };
  const confirm = () => {
    if (running.current) return;
    if (refused.current) withdrawToast();
    const doing = onConfirm();
    if (doing !== undefined) void run(doing);
  };
  return {busy, failures, confirm};
};

interface ConfirmDialogProps extends Omit<DialogButtonsProps, 'busy' | 'first' | 'onBack' | 'onConfirm'> {
  open: boolean;
  /** What it is about: 'Ticket 12'. */
  title: string;
  /** The question, as specified. */
  question: string;
  /** The record that it is done to, which a refusal names. */
  about?: About | undefined;
  /** What its promise rejects with is told: a refusal closes the dialog, what the server did not judge can be confirmed again. */
  onConfirm: OnConfirm;
  onClose: () => void;
  /** Stops what is on its way, which a key makes safe to repeat; absent: it is not, and nobody but the person repeats it. */
  onCancel?: (() => void) | undefined;
  /** After the closing animation. */
  onClosed?: (() => void) | undefined;
  /** Under the question. */
  children?: ReactNode;
}

export const ConfirmDialog = (
  {open, title, question, about, onConfirm, onClose, onCancel, onClosed, children, ...buttons}: ConfirmDialogProps,
) => {
  const id = useId();
  const toasts = useToasts();
  const [unsent, setUnsent] = useState<string>();
  const told = async (doing: Promise<boolean | void>): Promise<boolean | void> => {
    try {
      const done = await doing;
      setUnsent(undefined);
      return done;
    } catch (error) {
      if (error instanceof DOMException) return false;
      toasts.failed(error, about);
      if (!isJudged(error)) {
        setUnsent(reasonOf(error));
        return false;
      }
      // Refused for good: the screen behind shows why.
      onClose();
      return true;
    }
  };
  const {busy, failures, confirm} = useConfirming(() => {
    const doing = onConfirm();
    return doing && told(doing);
  });
  const isAgain = useSendAgain(open && unsent === NO_LINE, busy, onCancel && confirm);
  const first = useRef<HTMLButtonElement>(null);
  // A button that was busy has let the focus fall.
  useEffect(() => {
    if (open && failures > 0) first.current?.focus();
  }, [open, failures]);
  return (
    <Dialog
      open={open}
      role="alertdialog"
      maxWidth="xs"
      fullWidth
      aria-describedby={id}
      onClose={busy ? undefined : onClose}
      slotProps={{transition: {onExited: () => onClosed?.()}}}
    >
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={id}>{question}</DialogContentText>
        {children}
        {unsent !== undefined && <Alert severity="warning" role="status" sx={{mt: 2}}>{unsentBecause(unsent)}</Alert>}
        <SendingNote busy={busy} isAgain={isAgain} onCancel={onCancel} />
      </DialogContent>
      <DialogButtons {...buttons} first={first} busy={busy} onConfirm={confirm} onBack={onClose} />
    </Dialog>
  );
};
