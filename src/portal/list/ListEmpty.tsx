/** No rows to show: because the page is past the last, because nothing matches, or because there is nothing yet; each with its way forward. */
import Button from '@mui/material/Button';
import {useListContext} from 'ra-core';
import {useResource} from '../session/ConfigContext.tsx';
import {Message} from '../ui/Message.tsx';
import {CreateButton} from './CreateButton.tsx';
import {useFilters} from './useFilters.ts';

export const ListEmpty = ({name}: {name: string}) => {
  const resource = useResource(name);
  const {chosen, clear} = useFilters(name);
  const {total = 0, setPage} = useListContext();
  if (total > 0) {
    return (
      <Message icon="inbox" title="Esta página não existe mais" action={<Button variant="outlined" onClick={() => setPage(1)}>Ir para a primeira página</Button>}>
        A lista tem menos registros do que quando o endereço foi guardado.
      </Message>
    );
  }
  return chosen.length > 0 ? (
    <Message icon="inbox" title={resource.messages.empty} action={<Button variant="outlined" onClick={clear}>Limpar filtros</Button>}>
      Pode haver outros fora destes filtros. Mude-os ou limpe-os para ver mais.
    </Message>
  ) : (
    <Message icon={resource.icon} title={resource.messages.empty} action={<CreateButton name={name} />} />
  );
};
