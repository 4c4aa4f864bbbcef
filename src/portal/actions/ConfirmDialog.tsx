/** A question before something happens; cancelling aborts (§5, 'Confirmations'). */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import {useId, type ReactNode} from 'react';

export interface ConfirmDialogProps {
  open: boolean;
  /** What it is about: 'Ticket 12'. */
  title: string;
  /** The question, as specified. */
  question: string;
  /** What the confirming button says. */
  confirm: string;
  /** What the other button says. */
  back?: string | undefined;
  tone?: 'primary' | 'danger' | undefined;
  /** While it is sent nothing can be pressed again. */
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** After the closing animation. */
  onClosed?: (() => void) | undefined;
  /** Under the question. */
  children?: ReactNode;
}

export const ConfirmDialog = ({open, title, question, confirm, back = 'Voltar', tone, busy = false, onConfirm, onClose, onClosed, children}: ConfirmDialogProps) => {
  const id = useId();
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
      <DialogActions sx={{flexWrap: 'wrap', rowGap: 1}}>
        <Button onClick={onClose} disabled={busy}>{back}</Button>
        <Button variant="contained" color={tone === 'danger' ? 'error' : 'primary'} autoFocus loading={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
