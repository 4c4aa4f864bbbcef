/** A screen that could not be loaded, in words of its own, with another try; the toast says the rest (rules: Errors 2). */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import {bodyOfError, isJudged, saidOf, statusOfError, unsentBecause} from '../wire/errors.ts';
import {Message} from './Message.tsx';

/** Another way forward, where the same try would fail again. */
interface OtherWay {
  label: string;
  run: () => void;
}

interface LoadErrorProps {
  error: unknown;
  retry: () => void;
  instead?: OtherWay | undefined;
}

/** Why what was sent did not arrive, where there is no line. */
export const NO_LINE = 'O servidor não pôde ser alcançado. Confira a conexão.';

/** What a person can make of a failure. */
export const reasonOf = (error: unknown): string => {
  const status = statusOfError(error);
  if (status === 0) return NO_LINE;
  if (status === 404) return 'O servidor não encontrou o que esta tela pede.';
  return bodyOfError(error).message || 'O servidor não respondeu como esperado.';
};

/** Beside the one input that was sent: the server's words of it, else why nothing was kept. */
export const besideInput = (name: string, error: unknown): string =>
  saidOf(error, name) ?? (isJudged(error) ? reasonOf(error) : unsentBecause(reasonOf(error)));

export const LoadError = ({error, retry, instead}: LoadErrorProps) => {
  const actions = (
    <>
      <Button variant="outlined" onClick={retry}>Tentar de novo</Button>
      {instead && <Button variant="outlined" onClick={instead.run}>{instead.label}</Button>}
    </>
  );
  return <Message alert icon="exclamation" title="Não foi possível carregar" action={actions}>{reasonOf(error)}</Message>;
};

/** What could not be loaded, or not again, and another try: above what is still there, or in the place of a part. */
interface NotLoadedProps {
  what: string;
  onRetry: () => void;
  /** `same`: an older state of it is shown; `other`: what was there before, which is something else. */
  kept?: 'same' | 'other' | undefined;
  instead?: OtherWay | undefined;
}

const sentence = ({what, kept}: NotLoadedProps): string => {
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
      {sentence(props)}
    </Alert>
  );
};
