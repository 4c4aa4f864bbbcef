/** What could not be loaded, in the words of the shared error table (§8), with another try. */
import Button from '@mui/material/Button';
import {useConfig} from '../session/ConfigContext.tsx';
import {toastOfError} from '../wire/errors.ts';
import {Message} from './Message.tsx';

export interface LoadErrorProps {
  error: unknown;
  retry: () => void;
  /** Another way forward, where the same try would fail again. */
  instead?: {label: string; run: () => void};
}

export const LoadError = ({error, retry, instead}: LoadErrorProps) => {
  const said = toastOfError(useConfig(), error)?.message;
  const actions = (
    <>
      <Button variant="outlined" onClick={retry}>Tentar de novo</Button>
      {instead && <Button variant="outlined" onClick={instead.run}>{instead.label}</Button>}
    </>
  );
  return (
    <Message alert icon="exclamation" title="Não foi possível carregar" action={actions}>
      {said ?? 'O servidor não respondeu como esperado.'}
    </Message>
  );
};
