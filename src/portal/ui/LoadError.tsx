/** A screen that could not be loaded, in words of its own, with another try; the toast says the rest (rules: Errors 2). */
import Button from '@mui/material/Button';
import {bodyOfError, statusOfError} from '../wire/errors.ts';
import {Message} from './Message.tsx';

/** Another way forward, where the same try would fail again. */
export interface OtherWay {
  label: string;
  run: () => void;
}

export interface LoadErrorProps {
  error: unknown;
  retry: () => void;
  instead?: OtherWay | undefined;
}

/** What a person can make of a failure. */
export const reasonOf = (error: unknown): string => {
  const status = statusOfError(error);
  if (status === 0) return 'O servidor não pôde ser alcançado. Confira a conexão.';
  if (status === 404) return 'O servidor não encontrou o que esta tela pede.';
  return bodyOfError(error).message || 'O servidor não respondeu como esperado.';
};

export const LoadError = ({error, retry, instead}: LoadErrorProps) => {
  const actions = (
    <>
      <Button variant="outlined" onClick={retry}>Tentar de novo</Button>
      {instead && <Button variant="outlined" onClick={instead.run}>{instead.label}</Button>}
    </>
  );
  return <Message alert icon="exclamation" title="Não foi possível carregar" action={actions}>{reasonOf(error)}</Message>;
};
