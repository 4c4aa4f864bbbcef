/** The note on a slow or repeated send, with a button to cancel it (rules: Errors 5). */
import {useEffect, useState} from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';

/** Milliseconds without progress after which the server is called slow. */
const SLOW_MS = 10_000;

interface Props {
  busy: boolean;
  isResend: boolean;
  /** Upload progress from 0 to 1, which restarts the timer. */
  share?: number | undefined;
  /** The input is stored as a draft. */
  isStored?: boolean;
  onCancel?: (() => void) | undefined;
}

type NoteProps = Omit<Props, 'busy' | 'share'>;
const Note = ({isResend, isStored = false, onCancel}: NoteProps) => {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  const slowSentence = isStored ? 'O servidor demora; o que você digitou está guardado.' : 'O servidor demora.';
  return (isSlow || isResend) && (
    <Alert
      role="status"
      severity="info"
      variant="outlined"
      sx={{flexBasis: '100%', py: 0, my: 1}}
      action={onCancel && <Button color="inherit" size="small" onClick={onCancel}>Cancelar envio</Button>}
    >
      {isSlow ? slowSentence : 'Enviando de novo…'}
    </Alert>
  );
};

export const SendingNote = ({busy, share, ...note}: Props) => busy && <Note key={share} {...note} />;
