/** Who changed a record, when and what, under its form: loaded when it is opened. */
import {useId, useState} from 'react';
import ArrowIcon from '@mui/icons-material/ArrowForward';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import {formatInstant} from '../../../schema/dates.ts';
import type {FieldChange, HistoryEntry} from '../../../schema/wire.ts';
import {useHistory} from './history.ts';

export interface RecordHistoryProps {
  name: string;
  id: number | string;
  /** The level of its heading: under the page's, when not given. */
  heading?: 'h2' | 'h3';
}

export const RecordHistory = ({name, id, heading = 'h2'}: RecordHistoryProps) => {
  const [open, setOpen] = useState(false);
  const own = useId();
  return (
    // An accordion's own margin changes as it opens.
    <Box sx={{maxWidth: 960, mt: 2}}>
      <Accordion
        variant="outlined"
        disableGutters
        expanded={open}
        onChange={(_event, expanded) => setOpen(expanded)}
        slotProps={{heading: {component: heading}, transition: {unmountOnExit: true}}}
        sx={{'&&': {borderRadius: 1.5}, '&::before': {display: 'none'}}}
      >
        <AccordionSummary expandIcon={<ExpandMore />} id={`${own}-titulo`} aria-controls={`${own}-conteudo`} sx={{px: {xs: 2, sm: 3}}}>
          <Typography component="span" variant="h3">Histórico</Typography>
        </AccordionSummary>
        <AccordionDetails sx={{px: {xs: 2, sm: 3}, pt: 0, pb: 2}}>
          <Timeline name={name} id={id} />
        </AccordionDetails>
      </Accordion>
    </Box>
  );
};

const Timeline = ({name, id}: {name: string; id: number | string}) => {
  const {data, isError, refetch} = useHistory(name, id);
  if (isError && data === undefined) {
    return (
      <Alert severity="error" action={<Button color="inherit" size="small" onClick={() => void refetch()}>Tentar de novo</Button>}>
        Não foi possível carregar o histórico.
      </Alert>
    );
  }
  if (data === undefined) return <Skeleton variant="rounded" height={96} />;
  if (data.length === 0) return <Typography color="text.secondary">Nenhuma alteração foi registrada ainda.</Typography>;
  return (
    <Box component="ol" sx={{listStyle: 'none', m: 0, p: 0, borderLeft: 2, borderColor: 'divider'}}>
      {data.map((entry, index) => <Entry key={index} entry={entry} />)}
    </Box>
  );
};

const Entry = ({entry}: {entry: HistoryEntry}) => (
  <Box component="li" sx={{pl: 2, pb: 2, '&:last-child': {pb: 0}}}>
    <Typography variant="body2" sx={{fontWeight: 600}}>{entry.acao}</Typography>
    <Typography variant="caption" color="text.secondary" component="p" sx={{mb: 0.5}}>
      {entry.nomeUsuario} · <time dateTime={entry.dataCriacao}>{formatInstant(entry.dataCriacao)}</time>
    </Typography>
    {entry.campos.length > 0 && (
      <Box
        component="dl"
        sx={{
          m: 0, display: 'grid', gridTemplateColumns: {xs: '1fr', sm: 'minmax(120px, 200px) 1fr'}, columnGap: 2, rowGap: {xs: 0, sm: 0.25},
        }}
      >
        {entry.campos.map(change => <Change key={change.campo} change={change} />)}
      </Box>
    )}
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
