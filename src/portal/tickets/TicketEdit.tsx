/** /adm/ticket/editar/{id}: the form, the files, the history and every action of one ticket (§2, §4). */
import {useRef, useState} from 'react';
import Alert from '@mui/material/Alert';
import {ResourceContextProvider, useGetOne} from 'ra-core';
import {useParams} from 'react-router-dom';
import {useVerdict} from '../actions/useActions.ts';
import {FormSkeleton} from '../ui/FormSkeleton.tsx';
import {LoadError} from '../ui/LoadError.tsx';
import {NotFound} from '../ui/NotFound.tsx';
import {NotLoaded} from '../ui/NotLoaded.tsx';
import {Section} from '../ui/Section.tsx';
import {statusOfError} from '../wire/errors.ts';
import {EditForm, type TicketSaver} from './EditForm.tsx';
import {TICKETS, type Ticket} from './ticket.ts';
import {TicketActions} from './TicketActions.tsx';
import {TicketHistory} from './TicketHistory.tsx';
import {TicketPage} from './TicketPage.tsx';
import {TicketStatus} from './TicketStatus.tsx';
import {unsentFiles} from './unsent.ts';
import {useTicketFiles} from './useTicketFiles.ts';

export const TicketEdit = () => {
  const {id = ''} = useParams();
  return /^\d+$/.test(id) ? <One key={id} id={Number(id)} /> : <NotFound />;
};

const One = ({id}: {id: number}) => {
  const {data, error, refetch, isFetchedAfterMount} = useGetOne<Ticket>(TICKETS, {id}, {retry: false});
  const whole = data?.ticketFormularios === undefined ? undefined : data;
  const [arrived, setArrived] = useState(false);
  if (!arrived && whole !== undefined && isFetchedAfterMount && !error) setArrived(true);
  const load = async () => {
    const {data: fresh, isError} = await refetch();
    return isError ? undefined : fresh;
  };
  // Not what the list or an earlier visit left behind: a draft would be laid over a row without its fields, or an old version.
  // Once it arrived it stays, with what is typed into it, also when it cannot be read again.
  if (whole !== undefined && arrived) return <Loaded ticket={whole} failed={Boolean(error)} onReload={load} />;
  if (statusOfError(error) === 404) return <NotFound />;
  return (
    <TicketPage tab={`Ticket ${id}`} heading={`Ticket ${id}`}>
      {error ? <LoadError error={error} retry={() => void refetch()} /> : <FormSkeleton inputs={8} />}
    </TicketPage>
  );
};

interface LoadedProps {
  ticket: Ticket;
  /** Whether it could not be read again. */
  failed: boolean;
  onReload: () => Promise<Ticket | undefined>;
}

const Loaded = ({ticket, failed, onReload}: LoadedProps) => {
  const verdict = useVerdict(TICKETS, 'salvar', ticket);
  const [dirty, setDirty] = useState(false);
  const files = useTicketFiles(ticket);
  const form = useRef<TicketSaver>(null);
  const unsaved = [dirty ? 'O que você digitou ainda não foi salvo.' : '', unsentFiles(files.choice) ?? ''].join(' ').trim();
  return (
    <ResourceContextProvider value={TICKETS}>
      <TicketPage
        tab={`Ticket ${ticket.id}`}
        heading={`Ticket ${ticket.id}`}
        badge={<TicketStatus ticket={ticket} />}
        // Where nothing can be saved nothing can be saved first: it stays on the page.
        actions={<TicketActions ticket={ticket} unsaved={verdict.allowed && unsaved !== '' ? unsaved : undefined} form={form} />}
      >
        {failed && <NotLoaded what="o ticket" kept="same" onRetry={() => void onReload()} />}
        {!verdict.allowed && <Alert severity="info" variant="outlined">Somente leitura. {verdict.reason}</Alert>}
        <EditForm ref={form} ticket={ticket} verdict={verdict} files={files} onDirty={setDirty} onReload={onReload}>
          <Section title="Histórico"><TicketHistory id={ticket.id} /></Section>
        </EditForm>
      </TicketPage>
    </ResourceContextProvider>
  );
};
