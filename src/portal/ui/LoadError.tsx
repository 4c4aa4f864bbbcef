/** Messages in place of a screen or part that could not be loaded, with a retry (rules: Errors 2). */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import {bodyOfError, isJudged, saidOf, statusOfError, unsentBecause} from '../wire/errors.ts';
import {Message} from './Message.tsx';

/** An action beside the retry, where a retry would fail again. */
interface Alternative {
  label: string;
  run: () => void;
}

interface LoadErrorProps {
  error: unknown;
  retry: () => void;
  instead?: Alternative | undefined;
}

export const NO_LINE = 'O servidor não pôde ser alcançado. Confira a conexão.';

export const reasonOf = (error: unknown): string => {
  const status = statusOfError(error);
  if (status === 0) return NO_LINE;
  if (status === 404) return 'O servidor não encontrou o que esta tela pede.';
  return bodyOfError(error).message || 'O servidor não respondeu como esperado.';
};

/** The sentence beside the one submitted input: the server's message on it, else why it was not saved. */
export const besideInput = (name: string, error: unknown): string =>
  saidOf(error, name) ?? (isJudged(error) ? reasonOf(error) : unsentBecause(reasonOf(error)));

export const LoadError = ({error, retry, instead}: LoadErrorProps) => {
  const buttons = (
    <>
      <Button variant="outlined" onClick={retry}>Tentar de novo</Button>
      {instead && <Button variant="outlined" onClick={instead.run}>{instead.label}</Button>}
    </>
  );
  return <Message alert icon="exclamation" title="Não foi possível carregar" action={buttons}>{reasonOf(error)}</Message>;
};

interface NotLoadedProps {
  what: string;
  onRetry: () => void;
  /** Content still shown. `same`: an older state; `other`: another record or list. */
  kept?: 'same' | 'other' | undefined;
  instead?: Alternative | undefined;
}

const notLoadedSentence = ({what, kept}: NotLoadedProps): string => {
  if (kept === 'same') return `Não foi possível atualizar ${what}. O que você vê pode estar desatualizado.`;
  return `Não foi possível carregar ${what}.${kept === 'other' ? ' O que você vê é o que estava aqui antes.' : ''}`;
};

export const NotLoaded = (props: NotLoadedProps) => {
  const {kept, onRetry, instead} = props;
  return (
    <Alert
      severity={kept ? 'warning' : 'error'}
      variant={kept ? 'outlined' : 'standard'}
      action={(
        <>
          <Button color="inherit" size="small" onClick={onRetry} sx={{whiteSpace: 'nowrap'}}>Tentar de novo</Button>
          {instead && <Button color="inherit" size="small" onClick={instead.run} sx={{whiteSpace: 'nowrap'}}>{instead.label}</Button>}
        </>
      )}
    >
      {notLoadedSentence(props)}
    </Alert>
  );
};
