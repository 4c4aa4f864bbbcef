/** /adm/ticket/editar/{id}: the form, the files, the history and every action of one ticket (§2, §4). */
import {useState} from 'react';
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import {ResourceContextProvider, useGetOne} from 'ra-core';
import {useParams} from 'react-router-dom';
import {ActionButtons} from '../actions/ActionButtons.tsx';
import {useVerdict} from '../actions/useActions.ts';
import {statusOfError} from '../errors.ts';
import {NotFound} from '../pages/NotFound.tsx';
import {FormSkeleton} from '../views/FormSkeleton.tsx';
import {LoadError} from '../views/LoadError.tsx';
import {AddFiles} from './AddFiles.tsx';
import {EditForm} from './EditForm.tsx';
import {Section} from './Section.tsx';
import {TICKETS, type Ticket} from './ticket.ts';
import {TicketFiles} from './TicketFiles.tsx';
import {TicketHistory} from './TicketHistory.tsx';
import {TicketPage} from './TicketPage.tsx';
import {TicketStatus} from './TicketStatus.tsx';

export const TicketEdit = () => {
  const {id = ''} = useParams();
  return /^\d+$/.test(id) ? <One key={id} id={Number(id)} /> : <NotFound />;
};

const One = ({id}: {id: number}) => {
  const {data, error, refetch, isFetchedAfterMount} = useGetOne<Ticket>(TICKETS, {id}, {retry: false});
  // Not what the list or an earlier visit left behind: a draft would be laid over a row without its fields, or an old version.
  if (data?.ticketFormularios !== undefined && isFetchedAfterMount) return <Loaded ticket={data} onReload={async () => (await refetch()).data} />;
  if (statusOfError(error) === 404) return <NotFound />;
  return (
    <TicketPage heading={`Ticket ${id}`}>
      {error ? <LoadError error={error} retry={() => void refetch()} /> : <FormSkeleton inputs={8} />}
    </TicketPage>
  );
};

const Loaded = ({ticket, onReload}: {ticket: Ticket; onReload: () => Promise<Ticket | undefined>}) => {
  const verdict = useVerdict(TICKETS, 'salvar', ticket);
  const [dirty, setDirty] = useState(false);
  return (
    <ResourceContextProvider value={TICKETS}>
      <TicketPage
        heading={`Ticket ${ticket.id}`}
        badge={<TicketStatus ticket={ticket} />}
        actions={<ActionButtons resource={TICKETS} record={ticket} place="edit" blocked={dirty ? 'Salve as alterações antes.' : undefined} />}
      >
        {!verdict.allowed && <Alert severity="info" variant="outlined">Somente leitura. {verdict.reason}</Alert>}
        <EditForm ticket={ticket} verdict={verdict} dirty={dirty} onDirty={setDirty} onReload={onReload} />
        <Section title="Arquivos">
          <Stack spacing={3}>
            <TicketFiles files={ticket.ticketArquivos ?? []} mayDelete={verdict.allowed} />
            <AddFiles ticket={ticket} disabled={!verdict.allowed} />
          </Stack>
        </Section>
        <Section title="Histórico"><TicketHistory id={ticket.id} /></Section>
      </TicketPage>
    </ResourceContextProvider>
  );
};
