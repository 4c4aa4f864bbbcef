/** What is said of a send that is made once more, or that the server does not answer, with the way to stop it (rules: Errors 5). */
import {useEffect, useState} from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';

/** Milliseconds of silence after which the server is said to be slow. */
const SLOW_MS = 10_000;

interface Props {
  busy: boolean;
  /** It is sent by itself. */
  isAgain: boolean;
  /** From 0 to 1 while bytes go up: as long as they do, nobody is silent. */
  share?: number | undefined;
  /** What is typed is in the browser's store. */
  isKept?: boolean;
  onCancel?: (() => void) | undefined;
}

type NoteProps = Omit<Props, 'busy' | 'share'>;
/** From one sign of life to the next. */
const Note = ({isAgain, isKept = false, onCancel}: NoteProps) => {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  const slow = isKept ? 'O servidor demora; o que você digitou está guardado.' : 'O servidor demora.';
  return (isSlow || isAgain) && (
    <Alert
      role="status"
      severity="info"
      variant="outlined"
      sx={{flexBasis: '100%', py: 0, my: 1}}
      action={onCancel && <Button color="inherit" size="small" onClick={onCancel}>Cancelar envio</Button>}
    >
      {isSlow ? slow : 'Enviando de novo…'}
    </Alert>
  );
};

export const SendingNote = ({busy, share, ...note}: Props) => busy && <Note key={share} {...note} />;
