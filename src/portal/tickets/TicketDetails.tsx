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
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type {Theme} from '@mui/material/styles';
import {useGetOne} from 'ra-core';
import {Link} from 'react-router-dom';
import {itemField} from '../../schema/items.ts';
import {screens} from '../../schema/paths.ts';
import {ActionButtons} from '../actions/ActionButtons.tsx';
import {useVerdict} from '../actions/useActions.ts';
import {useConfig, useResource} from '../ConfigContext.tsx';
import {statusOfError} from '../errors.ts';
import {FieldValue} from '../kinds/FieldValue.tsx';
import {TICKETS, type Ticket} from './ticket.ts';
import {TicketFiles} from './TicketFiles.tsx';
import {TicketHistory} from './TicketHistory.tsx';
import {TicketStatus} from './TicketStatus.tsx';

/** What the details say of the ticket itself, besides its form. */
const FACTS = ['descricao', 'nomeEmpresa', 'nomeFilial', 'nomeUsuario', 'dataCriacao'];

export const TicketDetails = ({id, onClose}: {id: number; onClose: () => void}) => {
  const {data, error, refetch} = useGetOne<Ticket>(TICKETS, {id}, {retry: false});
  const fullScreen = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" fullScreen={fullScreen} aria-labelledby="detalhes-titulo">
      <DialogTitle id="detalhes-titulo" component="div" sx={{display: 'flex', alignItems: 'center', gap: 2}}>
        <Typography component="h2" variant="h6">Ticket {id}</Typography>
        {data && <TicketStatus ticket={data} />}
        <IconButton autoFocus aria-label="Fechar" onClick={onClose} sx={{ml: 'auto'}}><CloseIcon /></IconButton>
      </DialogTitle>
      <DialogContent dividers>
        {data === undefined
          ? <Waiting failed={error === null ? undefined : error} onRetry={() => void refetch()} />
          : <Contents ticket={data} />}
      </DialogContent>
      {data && <Actions ticket={data} />}
    </Dialog>
  );
};

const Waiting = ({failed, onRetry}: {failed: unknown; onRetry: () => void}) => {
  if (failed === undefined) {
    return <Stack spacing={2}><Skeleton variant="rounded" height={96} /><Skeleton variant="rounded" height={160} /><Skeleton variant="rounded" height={96} /></Stack>;
  }
  return statusOfError(failed) === 404
    ? <Alert severity="error">Este ticket não existe ou não está ao seu alcance.</Alert>
    : <Alert severity="error" action={<Button color="inherit" size="small" onClick={onRetry}>Tentar de novo</Button>}>Não foi possível carregar o ticket.</Alert>;
};

const Contents = ({ticket}: {ticket: Ticket}) => {
  const config = useConfig();
  const {fields} = useResource(TICKETS);
  return (
    <Stack spacing={3}>
      <Facts>
        {FACTS.map(name => {
          const field = fields[name];
          return field && <Fact key={name} label={field.label}><FieldValue field={field} value={ticket[name]} record={ticket} /></Fact>;
        })}
      </Facts>
      <Part title="Dados do formulário">
        <Facts>
          {(ticket.ticketFormularios ?? []).map(item => (
            <Fact key={item.id} label={item.descricao} aviso={item.aviso ?? undefined}>
              <FieldValue field={itemField(config, item)} value={item.valor} />
            </Fact>
          ))}
        </Facts>
      </Part>
      <Part title="Arquivos"><TicketFiles files={ticket.ticketArquivos ?? []} /></Part>
      <Part title="Histórico"><TicketHistory id={ticket.id} /></Part>
    </Stack>
  );
};

const Part = ({title, children}: {title: string; children: ReactNode}) => (
  <Box component="section" aria-label={title}>
    <Typography component="h3" variant="subtitle2" sx={{mb: 1, fontWeight: 600}}>{title}</Typography>
    {children}
  </Box>
);

const Facts = ({children}: {children: ReactNode}) => (
  <Box component="dl" sx={{m: 0, display: 'grid', gap: 2, gridTemplateColumns: {xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))'}}}>{children}</Box>
);

const Fact = ({label, aviso, children}: {label: string; aviso?: string | undefined; children: ReactNode}) => (
  <Box sx={{minWidth: 0}}>
    <Typography component="dt" variant="caption" color="text.secondary">{label}</Typography>
    <Typography component="dd" variant="body2" sx={{m: 0, overflowWrap: 'anywhere'}}>{children}</Typography>
    {aviso && <Alert component="dd" severity="warning" variant="outlined" sx={{m: 0, mt: 0.5, py: 0}}>{aviso}</Alert>}
  </Box>
);

const Actions = ({ticket}: {ticket: Ticket}) => {
  const config = useConfig();
  const resource = useResource(TICKETS);
  const mayEdit = useVerdict(TICKETS, 'salvar', ticket).allowed;
  return (
    // One row to swipe on a phone: stacked, the buttons would take half of it.
    <DialogActions
      sx={{
        flexWrap: {sm: 'wrap'}, gap: 1, overflowX: 'auto', justifyContent: {xs: 'flex-start', sm: 'flex-end'},
        '& > :not(style) ~ :not(style)': {ml: 0}, '& > *': {flexShrink: 0}, '&:empty': {display: 'none'},
      }}
    >
      {mayEdit && (
        <Button component={Link} to={screens(config, resource).edit(ticket.id)} startIcon={<EditIcon />} sx={{mr: 'auto'}}>Editar</Button>
      )}
      <ActionButtons resource={TICKETS} record={ticket} place="details" />
    </DialogActions>
  );
};
