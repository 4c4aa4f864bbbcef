/** A list that could not be read: another try, and without the filters when it is they that were refused. Rows that were there stay. */
import Button from '@mui/material/Button';
import {useListContext} from 'ra-core';
import {rangeMistakes} from '../../schema/lists/query.ts';
import {useResource} from '../session/context.ts';
import {LoadError, NotLoaded} from '../ui/LoadError.tsx';
import {Message} from '../ui/Message.tsx';
import {statusOfError} from '../wire/errors.ts';
import {useFilters} from './filters/useFilters.ts';

const REFUSED = 400;

interface ListErrorProps {
  name: string;
  error: unknown;
  /** The rows still shown: of this list before, or of another (filters, page) that was there. */
  kept: 'same' | 'other' | undefined;
}

export const ListError = ({name, error, kept}: ListErrorProps) => {
  const resource = useResource(name);
  const {refetch} = useListContext();
  const {values, clear} = useFilters(name);
  const [wrong] = rangeMistakes(resource, values);
  if (wrong !== undefined) {
    return (
      <Message alert icon="exclamation" title={wrong.mensagem} action={<Button variant="outlined" onClick={clear}>Limpar filtros</Button>}>
        A lista não foi buscada. Corrija o filtro, ou limpe todos.
      </Message>
    );
  }
  const instead = statusOfError(error) === REFUSED ? {label: 'Limpar filtros', run: clear} : undefined;
  const retry = () => void refetch();
  return kept
    ? <NotLoaded what={kept === 'same' ? 'a lista' : 'o que você pediu'} kept={kept} onRetry={retry} instead={instead} />
    : <LoadError error={error} retry={retry} instead={instead} />;
};
