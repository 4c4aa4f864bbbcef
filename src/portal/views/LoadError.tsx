/** What could not be loaded, in the words of the shared error table (§8), with another try. */
import Button from '@mui/material/Button';
import {useConfig} from '../ConfigContext.tsx';
import {toastOfError} from '../errors.ts';
import {Message} from './Message.tsx';

export const LoadError = ({error, retry}: {error: unknown; retry: () => void}) => {
  const said = toastOfError(useConfig(), error)?.message;
  return (
    <Message alert icon="exclamation" title="Não foi possível carregar" action={<Button variant="outlined" onClick={retry}>Tentar de novo</Button>}>
      {said ?? 'O servidor não respondeu como esperado.'}
    </Message>
  );
};
