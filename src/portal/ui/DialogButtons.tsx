/**
 * The two buttons of a question. The one rule of where the focus is: on what was asked for, but in a dangerous dialog on
 * the way back, so that Enter pressed at once destroys nothing.
 */
import type {Ref} from 'react';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';

export type Tone = 'primary' | 'danger' | undefined;

export interface DialogButtonsProps {
  /** What the confirming button says. */
  confirm: string;
  /** What the other button says. */
  back?: string | undefined;
  tone?: Tone;
  /** While it is sent nothing can be pressed again. */
  busy?: boolean;
  /** The one that has the focus first. */
  first?: Ref<HTMLButtonElement>;
  onConfirm: () => void;
  onBack: () => void;
}

export const DialogButtons = ({confirm, back = 'Voltar', tone, busy = false, first, onConfirm, onBack}: DialogButtonsProps) => {
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
        onClick={onConfirm}
      >
        {confirm}
      </Button>
    </DialogActions>
  );
};
