/** A list that could not be read: another try, and without the filters when it is they that were refused. */
import Button from '@mui/material/Button';
import {useListContext} from 'ra-core';
import {periodMistakes} from '../../schema/query.ts';
import {useResource} from '../session/ConfigContext.tsx';
import {LoadError} from '../ui/LoadError.tsx';
import {Message} from '../ui/Message.tsx';
import {statusOfError} from '../wire/errors.ts';
import {useFilters} from './useFilters.ts';

const REFUSED = 400;

export const ListError = ({name, error}: {name: string; error: unknown}) => {
  const resource = useResource(name);
  const {refetch} = useListContext();
  const {values, clear} = useFilters(name);
  const [wrong] = periodMistakes(resource, values);
  if (wrong !== undefined) {
    return (
      <Message alert icon="exclamation" title={wrong.mensagem} action={<Button variant="outlined" onClick={clear}>Limpar filtros</Button>}>
        A lista não foi buscada. Corrija a data nos filtros, ou limpe-os.
      </Message>
    );
  }
  return <LoadError error={error} retry={() => void refetch()} {...(statusOfError(error) === REFUSED ? {instead: {label: 'Limpar filtros', run: clear}} : {})} />;
};
