/** Every step of a ticket: who, when, from which status to which, and why (§2). A table on a desk, a timeline on a phone. */
import ArrowIcon from '@mui/icons-material/ArrowForward';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type {Theme} from '@mui/material/styles';
import {formatInstant} from '../../schema/dates.ts';
import {useHistory, type Step} from '../form/history/history.ts';
import {TICKETS} from './ticket.ts';
import {NotLoaded} from '../ui/NotLoaded.tsx';
import {RowsSkeleton} from '../ui/Waiting.tsx';

/** The arrow is drawn: the portal's own font has none. */
const Move = ({entry: {deStatus, paraStatus, acao}}: {entry: Step}) => {
  if (!deStatus || !paraStatus) return paraStatus || deStatus || acao || '—';
  return <>{deStatus} <ArrowIcon titleAccess="para" sx={{fontSize: 14, verticalAlign: 'middle'}} /> {paraStatus}</>;
};

export const TicketHistory = ({id}: {id: number}) => {
  const {data, isError, refetch} = useHistory<Step>(TICKETS, id);
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  if (data === undefined) {
    return isError
      ? <NotLoaded what="o histórico" onRetry={() => void refetch()} />
      : <RowsSkeleton rows={3} label="Carregando o histórico" />;
  }
  if (data.length === 0) return <Typography color="text.secondary">Nada aconteceu com este ticket ainda.</Typography>;
  return (
    <Stack spacing={2}>
      {isError && <NotLoaded what="o histórico" kept="same" onRetry={() => void refetch()} />}
      {narrow ? <Timeline entries={data} /> : <HistoryTable entries={data} />}
    </Stack>
  );
};

const HistoryTable = ({entries}: {entries: readonly Step[]}) => (
  <TableContainer tabIndex={0} role="group" aria-label="Histórico">
    <Table size="small">
      <TableHead>
        <TableRow>
          <TableCell>Quando</TableCell>
          <TableCell>Quem</TableCell>
          <TableCell>Movimento</TableCell>
          <TableCell>Comentário</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {entries.map(entry => (
          <TableRow key={keyOf(entry)}>
            <TableCell sx={{whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums'}}>{formatInstant(entry.dataCriacao)}</TableCell>
            <TableCell>{entry.nomeUsuario}</TableCell>
            <TableCell><Move entry={entry} /></TableCell>
            <TableCell sx={{overflowWrap: 'anywhere', whiteSpace: 'pre-line'}}>{entry.comentario}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </TableContainer>
);

const Timeline = ({entries}: {entries: readonly Step[]}) => (
  <Stack component="ol" sx={{listStyle: 'none', m: 0, p: 0, borderLeft: '2px solid', borderColor: 'divider'}}>
    {entries.map(entry => (
      <Box component="li" key={keyOf(entry)} sx={{pl: 2, pb: 2}}>
        <Typography variant="body2" sx={{fontWeight: 600}}><Move entry={entry} /></Typography>
        <Typography variant="caption" color="text.secondary">{entry.nomeUsuario} · {formatInstant(entry.dataCriacao)}</Typography>
        {entry.comentario && <Typography variant="body2" sx={{overflowWrap: 'anywhere', whiteSpace: 'pre-line'}}>{entry.comentario}</Typography>}
      </Box>
    ))}
  </Stack>
);

/** Entries carry no id (§3); none is ever changed. */
const keyOf = ({dataCriacao, acao, comentario}: Step): string => [dataCriacao, acao, comentario].join();
