/**
 * The history of a record, of a resource with a life cycle or without: who, when, from which status to which, why, and what changed
 * in which field. A table on a desk where there are statuses, else a timeline.
 */
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
import {formatInstant} from '../../../schema/dates.ts';
import {nounOf} from '../../../schema/nouns.ts';
import type {FieldChange} from '../../../schema/wire.ts';
import {useResource} from '../../session/ConfigContext.tsx';
import {NotLoaded} from '../../ui/NotLoaded.tsx';
import {RowsSkeleton} from '../../ui/Waiting.tsx';
import {useHistory, type Entry} from './history.ts';

export interface HistoryEntriesProps {
  /** The resource's name. */
  name: string;
  id: number | string;
}

export const HistoryEntries = ({name, id}: HistoryEntriesProps) => {
  const resource = useResource(name);
  const {data, isError, refetch} = useHistory(name, id);
  const narrow = useMediaQuery(theme => theme.breakpoints.down('sm'));
  const lives = resource.status !== undefined;
  if (data === undefined) {
    return isError
      ? <NotLoaded what="o histórico" onRetry={() => void refetch()} />
      : <RowsSkeleton rows={3} label="Carregando o histórico" />;
  }
  if (data.length === 0) {
    return (
      <Typography color="text.secondary">
        {lives ? `Nada aconteceu com ${nounOf(resource).this} ainda.` : 'Nenhuma alteração foi registrada ainda.'}
      </Typography>
    );
  }
  return (
    <Stack spacing={2}>
      {isError && <NotLoaded what="o histórico" kept="same" onRetry={() => void refetch()} />}
      {narrow || !lives ? <Timeline entries={data} /> : <Steps entries={data} />}
    </Stack>
  );
};

/** The arrow is drawn: the portal's own font has none. */
const Move = ({entry: {deStatus, paraStatus, acao}}: {entry: Entry}) => {
  if (!deStatus || !paraStatus) return paraStatus || deStatus || acao || '—';
  return <>{deStatus} <ArrowIcon titleAccess="para" sx={{fontSize: 14, verticalAlign: 'middle'}} /> {paraStatus}</>;
};

const When = ({entry: {dataCriacao}}: {entry: Entry}) => <time dateTime={dataCriacao}>{formatInstant(dataCriacao)}</time>;

const Steps = ({entries}: {entries: readonly Entry[]}) => (
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
        {entries.map((entry, index) => (
          // Entries carry no id (rules: Tickets 12); none is ever changed.
          <TableRow key={index}>
            <TableCell sx={{whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums'}}><When entry={entry} /></TableCell>
            <TableCell>{entry.nomeUsuario}</TableCell>
            <TableCell><Move entry={entry} /></TableCell>
            <TableCell sx={{overflowWrap: 'anywhere', whiteSpace: 'pre-line'}}>{entry.comentario}<Changes entry={entry} /></TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </TableContainer>
);

const Timeline = ({entries}: {entries: readonly Entry[]}) => (
  <Box component="ol" sx={{listStyle: 'none', m: 0, p: 0, borderLeft: 2, borderColor: 'divider'}}>
    {entries.map((entry, index) => (
      <Box component="li" key={index} sx={{pl: 2, pb: 2, '&:last-child': {pb: 0}}}>
        <Typography variant="body2" sx={{fontWeight: 600}}><Move entry={entry} /></Typography>
        <Typography variant="caption" color="text.secondary" component="p" sx={{mb: 0.5}}>
          {entry.nomeUsuario} · <When entry={entry} />
        </Typography>
        {entry.comentario && (
          <Typography variant="body2" sx={{overflowWrap: 'anywhere', whiteSpace: 'pre-line'}}>{entry.comentario}</Typography>
        )}
        <Changes entry={entry} />
      </Box>
    ))}
  </Box>
);

const Changes = ({entry: {campos = []}}: {entry: Entry}) => campos.length > 0 && (
  <Box
    component="dl"
    sx={{m: 0, display: 'grid', gridTemplateColumns: {xs: '1fr', sm: 'minmax(120px, 200px) 1fr'}, columnGap: 2, rowGap: {xs: 0, sm: 0.25}}}
  >
    {campos.map(change => <Change key={change.campo} change={change} />)}
  </Box>
);

/** What there was before is left out where there was nothing: a new record would be a column of dashes. */
const Change = ({change: {rotulo, antes, depois}}: {change: FieldChange}) => (
  <>
    <Typography component="dt" variant="body2" color="text.secondary">{rotulo}</Typography>
    <Typography component="dd" variant="body2" sx={{m: 0, mb: {xs: 0.5, sm: 0}, overflowWrap: 'anywhere'}}>
      {antes !== '' && (
        <>
          <Box component="del" sx={{color: 'text.secondary'}}>{antes}</Box>{' '}
          <ArrowIcon titleAccess="para" sx={{fontSize: 14, verticalAlign: 'middle'}} />{' '}
        </>
      )}
      {depois === '' ? 'vazio' : depois}
    </Typography>
  </>
);
