/**
 * The history of a record, newest first: author, time, status change, comment and changed fields. Screen readers get a table with the
 * specified columns (rules: Tickets 12).
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
import type {FieldChange} from '../../../schema/apiShapes.ts';
import {EMPTY_VALUE} from '../../../schema/words/messages.ts';
import {StatusBadge} from '../../fields/StatusBadge.tsx';
import {useResource} from '../../session/context.ts';
import {Icon} from '../../theme/Icon.tsx';
import {GUTTER} from '../../theme/tokens.ts';
import {useIsPhone} from '../../theme/useIsPhone.ts';
import {Age} from '../../ui/Age.tsx';
import {NotLoaded} from '../../ui/LoadError.tsx';
import {Quote} from '../../ui/Facts.tsx';
import {actionOfEntry, isTypedComment, useHistory, type Entry, type TimelineEntry} from './history.ts';
import {isFailedAttempt, RepeatInSimulator} from './RepeatInSimulator.tsx';
import {buildTimeline} from './timeline.ts';

const INITIAL_COUNT = {phone: 3, desk: 10};
const MORE_COUNT = 200;

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
  name: string;
  id: number | string;
  /** Extra content of an entry. @param entries all entries, newest first */
  renderExtra?: ((entry: Entry, entries: readonly Entry[]) => ReactNode) | undefined;
}

export const HistoryEntries = ({name, id, renderExtra}: HistoryEntriesProps) => {
  const resource = useResource(name);
  const {data, isError, refetch} = useHistory(name, id);
  const phone = useIsPhone();
  const [initialCount] = useState(INITIAL_COUNT[phone ? 'phone' : 'desk']);
  const [more, setMore] = useState(0);
  const shownCount = initialCount + more * MORE_COUNT;
  const table = useRef<HTMLDivElement>(null);
  // Focuses the first added entry, because the pressed button may be gone.
  useEffect(() => {
    if (more > 0) table.current?.querySelector<HTMLElement>('[role=row][tabindex]')?.focus();
  }, [more]);
  if (data === undefined) {
    return isError
      ? <NotLoaded subject="o histórico" onRetry={() => void refetch()} />
      : <EntriesSkeleton />;
  }
  // Only the latest failed attempt offers a repeat, because it replays the current record.
  const timeline = buildTimeline(name, resource, data);
  const latestFailedIndex = timeline.findIndex(isFailedAttempt);
  const remaining = timeline.length - shownCount;
  if (data.length === 0) {
    return (
      <Typography color="text.secondary">
        {resource.status === undefined ? 'Nenhuma alteração foi registrada ainda.' : `Nada aconteceu com ${nounOf(resource).this} ainda.`}
      </Typography>
    );
  }
  return (
    <Stack spacing={2}>
      {isError && <NotLoaded subject="o histórico" shownContent="same" onRetry={() => void refetch()} />}
      <Box ref={table} role="table" aria-label="Histórico">
        <Box role="row" sx={visuallyHidden}>
          {['Quando', 'Quem', 'Movimento', 'Comentário'].map(title => <span key={title} role="columnheader">{title}</span>)}
        </Box>
        {/* Entries have no id (rules: Tickets 12) and never change, so their position is the key. */}
        {timeline.slice(0, shownCount).map((entry, index) => (
          <Step
            key={timeline.length - index}
            resource={resource}
            name={name}
            id={id}
            entry={entry}
            last={index === timeline.length - 1}
            came={more > 0 && index === shownCount - MORE_COUNT}
            added={renderExtra?.(entry, timeline)}
            repeats={index === latestFailedIndex}
          />
        ))}
      </Box>
      {remaining > 0 && <Button size="small" onClick={() => setMore(more + 1)}>Mostrar mais (restam {remaining})</Button>}
    </Stack>
  );
};

interface StepContext {
  resource: Resource;
  entry: TimelineEntry;
}

const stepGrid = {
  display: 'grid', gridTemplateColumns: '28px minmax(0, 1fr) auto', columnGap: 1, rowGap: 0.5, alignItems: 'baseline',
  gridTemplateAreas: '"sign who when" "line move move" "line words words"',
} as const;

type StepProps = StepContext & Pick<HistoryEntriesProps, 'name' | 'id'> & Record<'last' | 'came' | 'repeats', boolean> & {added: ReactNode};

const Step = ({resource, name, id, entry, last, came: isFirstAdded, repeats, added}: StepProps) => (
  <Box role="row" {...(isFirstAdded && {tabIndex: -1})} sx={{...stepGrid, pb: last ? 0 : 2}}>
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
      {entry.comentario && <CommentText text={entry.comentario} typed={isTypedComment(resource, entry, id)} />}
      <Changes entry={entry} />
      {added}
      {repeats && <RepeatInSimulator name={name} id={id} />}
    </Box>
  </Box>
);

/** Label of the only profile that reads a comment or a change. */
const Audience = ({words}: {words: string | undefined}) => words !== undefined && (
  <Typography variant="caption" sx={{display: 'flex', alignItems: 'center', gap: 0.5, fontWeight: 600}}>
    <LockIcon aria-hidden sx={{fontSize: 14}} />{words}
  </Typography>
);

/** Icon of an entry: its action's, a robot, a change, a creation, otherwise a file. */
const Sign = ({resource, entry}: StepContext) => {
  const robotIcon = entry.attempt === undefined ? undefined : 'robot';
  const icon = robotIcon ?? actionOfEntry(resource, entry)?.icon ?? (entry.acao === CONFIRMED_LABEL ? 'check' : undefined)
    ?? (!entry.deStatus && entry.paraStatus ? resource.icon : undefined);
  const isChange = icon === undefined && (
    resource.status === undefined || actionOfEntry(resource, entry) !== undefined || entry.campos?.length
  );
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
      {isChange && <EditIcon />}
      {icon === undefined && !isChange && <FileIcon />}
    </Box>
  );
};

/** An icon, because the portal's font has no arrow. */
const Arrow = () => <ArrowIcon titleAccess="para" sx={{fontSize: 14, verticalAlign: 'middle'}} />;

const Status = ({resource, name}: {resource: Resource; name: string}) => {
  const status = statusesOf(resource).find(candidate => candidate.name === name);
  return status?.tone === undefined ? name : <StatusBadge choice={status} />;
};

const Move = ({resource, entry: {deStatus, paraStatus, acao}}: StepContext) => {
  const statusName = paraStatus || deStatus;
  if (!statusName) return acao || EMPTY_VALUE;
  if (!deStatus || !paraStatus) return <Status resource={resource} name={statusName} />;
  return (
    <Box component="span" sx={{display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5}}>
      <Status resource={resource} name={deStatus} /> <Arrow /> <Status resource={resource} name={paraStatus} />
    </Box>
  );
};

const CommentText = ({text, typed}: {text: string; typed: boolean}) => (typed
  ? <Quote>{text}</Quote>
  : <Typography variant="body2" color="text.secondary" sx={{overflowWrap: 'anywhere', whiteSpace: 'pre-line'}}>{text}</Typography>);

const Changes = ({entry: {campos = []}}: Pick<StepContext, 'entry'>) => campos.length > 0 && (
  <Box component="dl" sx={{m: 0, display: 'grid', gridTemplateColumns: 'fit-content(40%) minmax(0, 1fr)', columnGap: 1.5, rowGap: 0.25}}>
    {campos.map(change => <Change key={change.campo} change={change} />)}
  </Box>
);

/** The old value is omitted where it was empty: a new record would be a column of dashes. */
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

interface RecordHistoryProps {
  name: string;
  id: number | string;
  heading?: 'h2' | 'h3' | undefined;
}

/** History section below a record's form, loaded when it is opened. */
export const RecordHistory = ({name, id, heading = 'h2'}: RecordHistoryProps) => {
  const [open, setOpen] = useState(false);
  const sectionId = useId();
  return (
    // The margin is the wrapper's, because an accordion's own changes when it opens.
    <Box sx={{maxWidth: 960, mt: 2}}>
      <Accordion
        variant="outlined"
        disableGutters
        expanded={open}
        onChange={(_event, expanded) => setOpen(expanded)}
        slotProps={{heading: {component: heading}, transition: {unmountOnExit: true}}}
        sx={{'&&': {borderRadius: 1.5}, '&::before': {display: 'none'}}}
      >
        <AccordionSummary expandIcon={<ExpandMore />} id={`${sectionId}-titulo`} aria-controls={`${sectionId}-conteudo`} sx={{px: GUTTER}}>
          <Typography component="span" variant="h3">Histórico</Typography>
        </AccordionSummary>
        <AccordionDetails sx={{px: GUTTER, pt: 0, pb: 2}}><HistoryEntries name={name} id={id} /></AccordionDetails>
      </Accordion>
    </Box>
  );
};
