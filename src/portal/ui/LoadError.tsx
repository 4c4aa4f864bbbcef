/** Messages in place of a screen or part that could not be loaded, with a retry (rules: Errors 2). */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import {readErrorBody, isRefusedByServer, fieldErrorMessage, statusOfError, notSentMessage} from '../api/errors.ts';
import {Message} from './Message.tsx';

/** An action beside the retry, where a retry would fail again. */
interface Alternative {
  label: string;
  run: () => void;
}

interface LoadErrorProps {
  error: unknown;
  retry: () => void;
  alternative?: Alternative | undefined;
}

export const OFFLINE_REASON = 'O servidor não pôde ser alcançado. Confira a conexão.';

export const errorReason = (error: unknown): string => {
  const status = statusOfError(error);
  if (status === 0) return OFFLINE_REASON;
  if (status === 404) return 'O servidor não encontrou o que esta tela pede.';
  return readErrorBody(error).message || 'O servidor não respondeu como esperado.';
};

/** The sentence beside the one submitted input: the server's message on it, else why it was not saved. */
export const inputErrorMessage = (name: string, error: unknown): string =>
  fieldErrorMessage(error, name) ?? (isRefusedByServer(error) ? errorReason(error) : notSentMessage(errorReason(error)));

export const LoadError = ({error, retry, alternative}: LoadErrorProps) => {
  const buttons = (
    <>
      <Button variant="outlined" onClick={retry}>Tentar de novo</Button>
      {alternative && <Button variant="outlined" onClick={alternative.run}>{alternative.label}</Button>}
    </>
  );
  return <Message alert icon="exclamation" title="Não foi possível carregar" action={buttons}>{errorReason(error)}</Message>;
};

interface NotLoadedProps {
  subject: string;
  onRetry: () => void;
  /** Content still shown. `same`: an older state; `other`: another record or list. */
  shownContent?: 'same' | 'other' | undefined;
  alternative?: Alternative | undefined;
}

const notLoadedSentence = ({subject, shownContent}: NotLoadedProps): string => {
  if (shownContent === 'same') return `Não foi possível atualizar ${subject}. O que você vê pode estar desatualizado.`;
  return `Não foi possível carregar ${subject}.${shownContent === 'other' ? ' O que você vê é o que estava aqui antes.' : ''}`;
};

export const NotLoaded = (props: NotLoadedProps) => {
  const {shownContent, onRetry, alternative} = props;
  return (
    <Alert
      severity={shownContent ? 'warning' : 'error'}
      variant={shownContent ? 'outlined' : 'standard'}
      action={(
        <>
          <Button color="inherit" size="small" onClick={onRetry} sx={{whiteSpace: 'nowrap'}}>Tentar de novo</Button>
          {alternative && (
            <Button color="inherit" size="small" onClick={alternative.run} sx={{whiteSpace: 'nowrap'}}>{alternative.label}</Button>
          )}
        </>
      )}
    >
      {notLoadedSentence(props)}
    </Alert>
  );
};
