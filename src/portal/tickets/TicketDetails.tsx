/** A ticket at a glance, over the list: form data, files, history, and what can be done (§2). Its address is `?detalhes={id}`. */
import type {ReactNode} from 'react';
import CloseIcon from '@mui/icons-material/Close';
import EditIcon from '@mui/icons-material/EditOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type {Theme} from '@mui/material/styles';
import {useGetOne} from 'ra-core';
import {Link} from 'react-router-dom';
import {screens} from '../../schema/paths.ts';
import {ActionButtons} from '../actions/ActionButtons.tsx';
import {useVerdict} from '../actions/useActions.ts';
import {FieldValue} from '../kinds/FieldValue.tsx';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {NotLoaded} from '../ui/NotLoaded.tsx';
import {useReach} from '../ui/place/useReach.ts';
import {statusOfError} from '../wire/errors.ts';
import {Fact, Facts} from './Facts.tsx';
import {ItemFacts} from './ItemFacts.tsx';
import {TICKETS, type Ticket} from './ticket.ts';
import {TicketFiles} from './TicketFiles.tsx';
import {TicketHistory} from './TicketHistory.tsx';
import {TicketStatus} from './TicketStatus.tsx';
import {FactSkeleton, RowsSkeleton} from '../ui/Waiting.tsx';
import {useStoredFiles} from './useStoredFiles.ts';

/** What the details say of the ticket itself, besides its form. */
const FACTS = ['descricao', 'nomeEmpresa', 'nomeFilial', 'nomeUsuario', 'dataCriacao'];

export const TicketDetails = ({id, onClose}: {id: number; onClose: () => void}) => {
  const {data, error, refetch} = useGetOne<Ticket>(TICKETS, {id}, {retry: false});
  const gone = statusOfError(error) === 404;
  const fullScreen = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" fullScreen={fullScreen} aria-labelledby="detalhes-titulo">
      <DialogTitle id="detalhes-titulo" component="div" sx={{display: 'flex', alignItems: 'center', gap: 2}}>
        <Box component="h2" sx={{font: 'inherit', m: 0}}>Ticket {id}</Box>
        {data && <TicketStatus ticket={data} />}
        <IconButton autoFocus aria-label="Fechar" onClick={onClose} sx={{ml: 'auto'}}><CloseIcon /></IconButton>
      </DialogTitle>
      <DialogContent dividers>
        {gone
          ? <Alert severity="error">Este ticket não existe ou não está ao seu alcance.</Alert>
          : <Contents id={id} ticket={data} failed={Boolean(error)} onRetry={() => void refetch()} />}
      </DialogContent>
      {data && !gone && <Actions ticket={data} />}
    </Dialog>
  );
};

interface ContentsProps {
  id: number;
  /** The whole ticket, its row of the list while it is on its way, or nothing yet. */
  ticket: Ticket | undefined;
  failed: boolean;
  onRetry: () => void;
}

const Contents = ({id, ticket, failed, onRetry}: ContentsProps) => {
  const {fields} = useResource(TICKETS);
  const items = ticket?.ticketFormularios;
  const files = useStoredFiles(id, ticket?.ticketArquivos);
  const whole = items !== undefined && files !== undefined;
  return (
    <Stack spacing={3}>
      {failed && <NotLoaded what="o ticket" kept={whole ? 'same' : undefined} onRetry={onRetry} />}
      {(ticket !== undefined || !failed) && (
        <Facts waiting={ticket === undefined}>
          {FACTS.map(name => {
            const field = fields[name];
            if (field === undefined) return null;
            return ticket === undefined
              ? <FactSkeleton key={name} />
              : <Fact key={name} label={field.label}><FieldValue field={field} value={ticket[name]} record={ticket} /></Fact>;
          })}
        </Facts>
      )}
      {(items !== undefined || !failed) && (
        <Part title="Dados do formulário">
          {items === undefined && (
            <Box role="status" aria-label="Carregando os campos">
              <Facts waiting>{[1, 2, 3, 4, 5, 6].map(place => <FactSkeleton key={place} />)}</Facts>
            </Box>
          )}
          {items?.length === 0 && <Typography color="text.secondary">Este ticket não tem campos.</Typography>}
          <ItemFacts items={items ?? []} />
        </Part>
      )}
      {(files !== undefined || !failed) && (
        <Part title="Arquivos">
          {files === undefined ? <RowsSkeleton rows={2} label="Carregando os arquivos" /> : <TicketFiles files={files} />}
        </Part>
      )}
      <Part title="Histórico"><TicketHistory id={id} /></Part>
    </Stack>
  );
};

const Part = ({title, children}: {title: string; children: ReactNode}) => (
  <Box component="section" aria-label={title}>
    <Typography component="h3" variant="subtitle2" sx={{mb: 1, fontWeight: 600}}>{title}</Typography>
    {children}
  </Box>
);

const Actions = ({ticket}: {ticket: Ticket}) => {
  const config = useConfig();
  const resource = useResource(TICKETS);
  const {state} = useReach();
  const mayEdit = useVerdict(TICKETS, 'salvar', ticket).allowed;
  return (
    <DialogActions sx={{flexWrap: 'wrap', gap: 1, justifyContent: 'flex-end', '& > :not(style) ~ :not(style)': {ml: 0}, '& > *': {flexGrow: {xs: 1, sm: 0}}, '&:empty': {display: 'none'}}}>
      {mayEdit && (
        <Button component={Link} to={screens(config, resource).edit(ticket.id)} state={state} startIcon={<EditIcon />} sx={{mr: {sm: 'auto'}}}>Editar</Button>
      )}
      <ActionButtons resource={TICKETS} record={ticket} place="details" beside={mayEdit ? 1 : 0} />
    </DialogActions>
  );
};
