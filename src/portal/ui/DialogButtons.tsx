/**
 * The two buttons of a question. The one rule of where the focus is: on what was asked for, but in a dangerous dialog on
 * the way back, so that Enter pressed at once destroys nothing.
 */
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
  onConfirm: () => void;
  onBack: () => void;
}

export const DialogButtons = ({confirm, back = 'Voltar', tone, busy = false, onConfirm, onBack}: DialogButtonsProps) => {
  const danger = tone === 'danger';
  return (
    <DialogActions sx={{flexWrap: 'wrap', rowGap: 1}}>
      <Button variant={danger ? 'outlined' : 'text'} autoFocus={danger} disabled={busy} onClick={onBack}>{back}</Button>
      <Button variant="contained" color={danger ? 'error' : 'primary'} autoFocus={!danger} loading={busy} onClick={onConfirm}>
        {confirm}
      </Button>
    </DialogActions>
  );
};
