/** A question before something happens; cancelling aborts (rules: Screens 6). */
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import {useEffect, useId, useRef, type ReactNode} from 'react';
import {DialogButtons, type DialogButtonsProps} from './DialogButtons.tsx';
import {useConfirming, type OnConfirm} from './useConfirming.ts';

export interface ConfirmDialogProps extends Omit<DialogButtonsProps, 'busy' | 'first' | 'onBack' | 'onConfirm'> {
  open: boolean;
  /** What it is about: 'Ticket 12'. */
  title: string;
  /** The question, as specified. */
  question: string;
  onConfirm: OnConfirm;
  onClose: () => void;
  /** After the closing animation. */
  onClosed?: (() => void) | undefined;
  /** Under the question. */
  children?: ReactNode;
}

export const ConfirmDialog = ({open, title, question, onConfirm, onClose, onClosed, children, ...buttons}: ConfirmDialogProps) => {
  const id = useId();
  const {busy, failures, confirm} = useConfirming(onConfirm);
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
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-question`}
      onClose={busy ? undefined : onClose}
      slotProps={{transition: {onExited: () => onClosed?.()}}}
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-question`}>{question}</DialogContentText>
        {children}
      </DialogContent>
      <DialogButtons {...buttons} first={first} busy={busy} onConfirm={confirm} onBack={onClose} />
    </Dialog>
  );
};
