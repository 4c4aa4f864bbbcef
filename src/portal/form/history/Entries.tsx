/**
 * The history of a record, of a resource with a life cycle or without: who, when, from which status to which, why, and what changed
 * in which field, the newest first. To who listens it is a table, with the specified columns (rules: Tickets 12).
 */
import {useEffect, useId, useRef, useState, type ReactNode} from 'react';
import ArrowIcon from '@mui/icons-material/ArrowForward';
import FileIcon from '@mui/icons-material/AttachFile';
import EditIcon from '@mui/icons-material/EditOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import LockIcon from '@mui/icons-material/LockOutlined';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import type {Resource} from '../../../schema/shapes/config.ts';
import {CONFIRMED_LABEL} from '../../../schema/queue.ts';
import {nounOf} from '../../../schema/words/nouns.ts';
import {statusesOf} from '../../../schema/statuses/statuses.ts';
import type {FieldChange} from '../../../schema/wire.ts';
import {StatusBadge} from '../../kinds/StatusBadge.tsx';
import {useResource} from '../../session/context.ts';
import {Icon} from '../../theme/Icon.tsx';
import {GUTTER} from '../../theme/tokens.ts';
import {usePhone} from '../../theme/usePhone.ts';
import {Age} from '../../ui/Age.tsx';
import {NotLoaded} from '../../ui/LoadError.tsx';
import {Quote} from '../../ui/Facts.tsx';
import {actionOf, isTyped, useHistory, type Entry, type Told} from './history.ts';
import {isFailed, Repeat} from './Repeat.tsx';
import {timelineOf} from './timeline.ts';

/** Of a long history so many are drawn, so that what follows is not far; and as many more each time somebody asks. */
const FIRST = {phone: 3, desk: 10};
const MORE = 200;

/** Steps that are still coming, as high as they are. */
export const EntriesSkeleton = () => (
  <Box role="status" aria-label="Carregando o histórico" sx={{display: 'grid', gap: 2}}>
    {[1, 2, 3].map(step => (
      <Box key={step} sx={{display: 'grid', gridTemplateColumns: '28px minmax(0, 1fr)', columnGap: 1}}>
        <Skeleton variant="circular" width={28} height={28} />
        <Box><Skeleton width="60%" /><Skeleton width="40%" /><Skeleton width="80%" /></Box>
      </Box>
    ))}
  </Box>
);

export interface HistoryEntriesProps {
  /** The resource's name. */
  name: string;
  id: number | string;
  /** What of the record belongs to an entry besides its words. @param entries all of them, the newest first */
  addedBy?: ((entry: Entry, entries: readonly Entry[]) => ReactNode) | undefined;
}

export const HistoryEntries = ({name, id, addedBy}: HistoryEntriesProps) => {
  const resource = useResource(name);
  const {data, isError, refetch} = useHistory(name, id);
  const phone = usePhone();
  // What is there stays where a phone is turned.
  const [first] = useState(FIRST[phone ? 'phone' : 'desk']);
  const [more, setMore] = useState(0);
  const drawn = first + more * MORE;
  const table = useRef<HTMLDivElement>(null);
  // On with the first of those that came: who asked for them reads on, and the button may be gone.
  useEffect(() => {
    if (more > 0) table.current?.querySelector<HTMLElement>('[role=row][tabindex]')?.focus();
  }, [more]);
  if (data === undefined) {
    return isError
      ? <NotLoaded what="o histórico" onRetry={() => void refetch()} />
      : <EntriesSkeleton />;
  }
  // What is repeated is the record as it is now, whichever attempt is meant.
  const told = timelineOf(name, resource, data);
  const failed = told.findIndex(isFailed);
  const left = told.length - drawn;
  if (data.length === 0) {
    return (
      <Typography color="text.secondary">
        {resource.status === undefined ? 'Nenhuma alteração foi registrada ainda.' : `Nada aconteceu com ${nounOf(resource).this} ainda.`}
      </Typography>
    );
  }
  return (
    <Stack spacing={2}>
      {isError && <NotLoaded what="o histórico" kept="same" onRetry={() => void refetch()} />}
      <Box ref={table} role="table" aria-label="Histórico">
        <Box role="row" sx={visuallyHidden}>
          {['Quando', 'Quem', 'Movimento', 'Comentário'].map(title => <span key={title} role="columnheader">{title}</span>)}
        </Box>
        {/* Entries carry no id (rules: Tickets 12); none is ever changed. */}
        {told.slice(0, drawn).map((entry, index) => (
          <Step
            key={told.length - index}
            resource={resource}
            name={name}
            id={id}
            entry={entry}
            last={index === told.length - 1}
            came={more > 0 && index === drawn - MORE}
            added={addedBy?.(entry, told)}
            repeats={index === failed}
          />
        ))}
      </Box>
      {left > 0 && <Button size="small" onClick={() => setMore(more + 1)}>Mostrar mais (restam {left})</Button>}
    </Stack>
  );
};

interface InStep {
  resource: Resource;
  entry: Told;
}

const places = {
  display: 'grid', gridTemplateColumns: '28px minmax(0, 1fr) auto', columnGap: 1, rowGap: 0.5, alignItems: 'baseline',
  gridTemplateAreas: '"sign who when" "line move move" "line words words"',
} as const;

type StepProps = InStep & Pick<HistoryEntriesProps, 'name' | 'id'> & Record<'last' | 'came' | 'repeats', boolean> & {added: ReactNode};

const Step = ({resource, name, id, entry, last, came, repeats, added}: StepProps) => (
  <Box role="row" {...(came && {tabIndex: -1})} sx={{...places, pb: last ? 0 : 2}}>
    <Sign resource={resource} entry={entry} />
    {!last && (
      <Box aria-hidden sx={{gridArea: 'line', justifySelf: 'center', width: 2, alignSelf: 'stretch', mb: -2, bgcolor: 'divider'}} />
    )}
    <Typography role="cell" component="div" variant="caption" color="text.secondary" sx={{gridArea: 'when', whiteSpace: 'nowrap'}}>
      <Age instant={entry.dataCriacao} />
    </Typography>
    <Typography role="cell" component="div" variant="body2" sx={{gridArea: 'who', fontWeight: 600, overflowWrap: 'anywhere'}}>
      {entry.nomeUsuario}
    </Typography>
    <Typography role="cell" component="div" variant="body2" sx={{gridArea: 'move'}}><Move resource={resource} entry={entry} /></Typography>
    <Box role="cell" sx={{gridArea: 'words', minWidth: 0}}>
      {entry.attempt?.map(line => <Typography key={line} variant="body2" sx={{overflowWrap: 'anywhere'}}>{line}</Typography>)}
      {entry.comentario && <Audience words={entry.visibilidade} />}
      {entry.comentario && <Words text={entry.comentario} typed={isTyped(resource, entry, id)} />}
      <Changes entry={entry} />
      {added}
      {repeats && <Repeat name={name} id={id} />}
    </Box>
  </Box>
);

/** Who alone reads what is written beside it. */
const Audience = ({words}: {words: string | undefined}) => words !== undefined && (
  <Typography variant="caption" sx={{display: 'flex', alignItems: 'center', gap: 0.5, fontWeight: 600}}>
    <LockIcon aria-hidden sx={{fontSize: 14}} />{words}
  </Typography>
);

/** What kind of step it is: its action's own sign, a robot's, a change, a beginning; what else a record's life tells is its files. */
const Sign = ({resource, entry}: InStep) => {
  const own = entry.attempt === undefined ? undefined : 'robot';
  const icon = own ?? actionOf(resource, entry)?.icon ?? (entry.acao === CONFIRMED_LABEL ? 'check' : undefined)
    ?? (!entry.deStatus && entry.paraStatus ? resource.icon : undefined);
  const changes = icon === undefined && (resource.status === undefined || actionOf(resource, entry) !== undefined || entry.campos?.length);
  return (
    <Box
      aria-hidden
      title={entry.acao}
      sx={{
        gridArea: 'sign', alignSelf: 'start', width: 28, height: 28, borderRadius: '50%', border: 1, borderColor: 'divider',
        display: 'grid',
        placeItems: 'center', color: 'text.secondary', '& svg': {fontSize: 16},
      }}
    >
      {icon !== undefined && <Icon name={icon} />}
      {changes && <EditIcon />}
      {icon === undefined && !changes && <FileIcon />}
    </Box>
  );
};

/** The arrow is drawn: the portal's own font has none. */
const Arrow = () => <ArrowIcon titleAccess="para" sx={{fontSize: 14, verticalAlign: 'middle'}} />;

const Status = ({resource, name}: {resource: Resource; name: string}) => {
  const status = statusesOf(resource).find(one => one.name === name);
  return status?.tone === undefined ? name : <StatusBadge choice={status} />;
};

const Move = ({resource, entry: {deStatus, paraStatus, acao}}: InStep) => {
  const one = paraStatus || deStatus;
  if (!one) return acao || '—';
  if (!deStatus || !paraStatus) return <Status resource={resource} name={one} />;
  return (
    <Box component="span" sx={{display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5}}>
      <Status resource={resource} name={deStatus} /> <Arrow /> <Status resource={resource} name={paraStatus} />
    </Box>
  );
};

const Words = ({text, typed}: {text: string; typed: boolean}) => (typed
  ? <Quote>{text}</Quote>
  : <Typography variant="body2" color="text.secondary" sx={{overflowWrap: 'anywhere', whiteSpace: 'pre-line'}}>{text}</Typography>);

const Changes = ({entry: {campos = []}}: Pick<InStep, 'entry'>) => campos.length > 0 && (
  <Box component="dl" sx={{m: 0, display: 'grid', gridTemplateColumns: 'fit-content(40%) minmax(0, 1fr)', columnGap: 1.5, rowGap: 0.25}}>
    {campos.map(change => <Change key={change.campo} change={change} />)}
  </Box>
);

/** What there was before is left out where there was nothing: a new record would be a column of dashes. */
const Change = ({change: {rotulo, antes, depois, visibilidade}}: {change: FieldChange}) => (
  <>
    <Typography component="dt" variant="body2" color="text.secondary" sx={{overflowWrap: 'anywhere'}}>{rotulo}</Typography>
    <Typography component="dd" variant="body2" sx={{m: 0, overflowWrap: 'anywhere'}}>
      <Audience words={visibilidade} />
      {antes !== '' && <><Box component="del" sx={{color: 'text.secondary'}}>{antes}</Box>{' '}<Arrow />{' '}</>}
      {depois === '' ? 'vazio' : depois}
    </Typography>
  </>
);

/** Who changed a record, when and what, under its form: loaded when it is opened. */
interface RecordHistoryProps {
  name: string;
  id: number | string;
  /** The level of its heading: under the page's, when not given. */
  heading?: 'h2' | 'h3' | undefined;
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
        <AccordionSummary expandIcon={<ExpandMore />} id={`${own}-titulo`} aria-controls={`${own}-conteudo`} sx={{px: GUTTER}}>
          <Typography component="span" variant="h3">Histórico</Typography>
        </AccordionSummary>
        <AccordionDetails sx={{px: GUTTER, pt: 0, pb: 2}}><HistoryEntries name={name} id={id} /></AccordionDetails>
      </Accordion>
    </Box>
  );
};
