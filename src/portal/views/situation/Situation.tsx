/** The situation of a record: status and since when, whom it waits for, the last comment, and the next action (rules: Screens 11). */
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {historyOperation, mayAccess} from '../../../schema/access.ts';
import {attendantField, authorField} from '../../../schema/statuses/people.ts';
import {isInFinalStatus, statusById} from '../../../schema/statuses/statuses.ts';
import {mainPathOf} from '../../../schema/lifeCycle/mainPath.ts';
import {queueKey} from '../../../schema/parts.ts';
import {formatAttempt, maxAttemptsOf, resolveQueue, formatStalledTime} from '../../../schema/queue.ts';
import type {QueueState} from '../../../schema/apiShapes.ts';
import {capitalize} from '../../../schema/words/nouns.ts';
import {ActionButton} from '../../actions/ActionButton.tsx';
import {LatestComment} from '../../actions/LatestComment.tsx';
import type {SingleRecordPlace} from '../../actions/actionPlaces.ts';
import {useActionRunner} from '../../actions/ActionDialogHost.tsx';
import {reachableFinalAction, useNextAction} from '../../actions/nextAction.ts';
import {entriesOfRound, useHistory} from '../../form/history/history.ts';
import {FieldValue} from '../../fields/FieldValue.tsx';
import {mayReadName} from '../../fields/RecordFacts.tsx';
import {useResourceAndSession, useResource} from '../../session/context.ts';
import {GUTTER} from '../../theme/tokens.ts';
import {Age, formatAgeWithTime} from '../../ui/Age.tsx';
import {lazyComponent} from '../../ui/lazyComponent.tsx';
import type {Row} from '../../api/providers/listDialects.ts';
import type {ActionRecord} from '../../api/actionVerdicts.ts';
import {personInField, waitingText} from './namedPersons.ts';

const Presence = lazyComponent(async () => (await import('./Presence.tsx')).Presence, 'rest');

/** Width from which a step shows its name. */
const STEP_WIDTH_PX = 96;

const stepSentence = (at: number, steps: readonly {name: string}[], status: {name: string; end?: true | undefined} | undefined): string => {
  if (at >= 0) return `Passo ${at + 1} de ${steps.length}: ${steps[at]?.name ?? ''}`;
  if (status === undefined) return '';
  return status.end === true ? `Encerrado: ${status.name}` : `Fora do caminho principal: ${status.name}`;
};

const LOOKS = {
  here: {borderColor: 'text.primary', backgroundColor: 'text.primary'},
  passed: {borderColor: 'text.secondary', backgroundColor: 'text.secondary'},
  ahead: {borderColor: 'text.secondary', opacity: 0.5},
} as const;

/** The main steps of the record's life cycle, with the current and the passed ones; a sentence covers a status off the main path. */
const StepLine = ({name, record}: {name: string; record: Row}) => {
  const {resource, session} = useResourceAndSession(name);
  const {steps, at} = mainPathOf({resource, record, session});
  const {data = []} = useHistory(name, record.id, mayAccess(resource, historyOperation(resource), session.perfil));
  const passed = new Set(entriesOfRound(resource, data).map(({paraStatus}) => paraStatus));
  const isPassed = (index: number) => passed.has(steps[index]?.name) && (at < 0 || index < at);
  const stepStyle = (index: number) => LOOKS[index === at ? 'here' : isPassed(index) ? 'passed' : 'ahead'];
  const sentence = stepSentence(at, steps, statusById(resource, record[resource.status ?? '']));
  if (steps.length < 2 || sentence === '') return null;
  const roomy = `@container (min-width: ${steps.length * STEP_WIDTH_PX}px)`;
  return (
    <Box sx={{containerType: 'inline-size'}}>
      <Box aria-hidden sx={{display: 'flex', gap: 0.5}}>
        {steps.map((step, index) => (
          <Box
            key={step.key}
            title={step.name}
            data-name={step.name}
            sx={{
              flex: '1 1 0', minWidth: 0,
              '&::before': {
                content: '""', display: 'block', height: 4, borderRadius: 2, border: 1, boxSizing: 'border-box',
                ...stepStyle(index),
              },
              // CSS content, because screen readers get the sentence instead.
              '&::after': {
                content: 'attr(data-name)', display: 'none', mt: 0.5, typography: 'caption', overflow: 'hidden', textOverflow: 'ellipsis',
                whiteSpace: 'nowrap', color: index === at ? 'text.primary' : 'text.secondary', fontWeight: index === at ? 600 : 400,
                [roomy]: {display: 'block'},
              },
            }}
          />
        ))}
      </Box>
      <Typography variant="caption" component="p" sx={{mt: 0.5, color: 'text.secondary', ...(at < 0 ? {} : {[roomy]: visuallyHidden})}}>
        {sentence}
      </Typography>
    </Box>
  );
};

const attemptText = ({tentativa, robo, leaseAte, adiadoAte}: NonNullable<QueueState>, maxAttempts: number): string => {
  if (leaseAte !== null) return formatAttempt(tentativa, maxAttempts, robo);
  if (tentativa === 0) return '';
  const attempt = formatAttempt(tentativa, maxAttempts, '');
  return adiadoAte === null ? `${attempt} não terminou` : `${attempt} falhou; a próxima vem ${formatAgeWithTime(adiadoAte)}`;
};

/** The robot's lease or the next attempt: attempt number, progress, time limit (rules: Robots 6). */
const QueueLine = ({name, record}: {name: string; record: Row}) => {
  const resource = useResource(name);
  const state = record[queueKey(resource)] as QueueState | undefined;
  if (resource.queue === undefined || !state) return null;
  const {leaseAte, limiteAte, progresso, porcento} = state;
  const attempt = attemptText(state, maxAttemptsOf({queue: resolveQueue(name, resource)}));
  if (attempt === '') return null;
  const isLeased = leaseAte !== null;
  const progressText = [progresso, formatStalledTime(state.semProgressoSegundos ?? null)].filter(Boolean).join(', ');
  return (
    <Box sx={{display: 'grid', gap: 0.5}}>
      <Typography variant="body2" sx={{overflowWrap: 'anywhere'}}>{attempt}</Typography>
      {isLeased && progressText !== '' && (
        <Typography variant="body2" sx={{overflowWrap: 'anywhere'}}>{capitalize(progressText)}</Typography>
      )}
      {isLeased && porcento !== null && (
        <Box sx={{display: 'flex', alignItems: 'center', gap: 1}}>
          <LinearProgress variant="determinate" value={porcento} aria-label="Progresso do robô" sx={{flexGrow: 1, borderRadius: 1}} />
          <Typography aria-hidden variant="caption" color="text.secondary">{porcento} %</Typography>
        </Box>
      )}
      {isLeased && limiteAte !== null && (
        <Typography variant="caption" color="text.secondary">
          Responde até {formatAgeWithTime(leaseAte)}; a tentativa vai até {formatAgeWithTime(limiteAte)}
        </Typography>
      )}
    </Box>
  );
};

interface SituationProps {
  name: string;
  record: Row | undefined;
  place: SingleRecordPlace;
  /** Saves first: resolves the record to act on; undefined cancels. */
  before?: (() => Promise<ActionRecord | undefined>) | undefined;
  quiet?: boolean;
}

export const Situation = ({record, ...rest}: SituationProps) => (
  <Paper component="section" variant="outlined" aria-label="Situação" sx={{p: GUTTER, display: 'flex', flexDirection: 'column', gap: 1.25}}>
    {record === undefined
      ? <Box role="status" aria-label="Carregando a situação"><Skeleton width="60%" height={28} /><Skeleton /><Skeleton width="80%" /></Box>
      : <SituationContent {...rest} record={record} />}
  </Paper>
);

const LIST_FORMAT = new Intl.ListFormat('pt-BR');

const SituationContent = ({name, record, place, before, quiet = false}: SituationProps & {record: Row}) => {
  const {config, resource, session} = useResourceAndSession(name);
  const run = useActionRunner(name);
  const next = useNextAction(name, record, place);
  const blocked = reachableFinalAction(config, resource, record, session);
  const {fields, since, status = ''} = resource;
  const sinceValue = since === undefined ? undefined : record[since];
  const waitingFor = waitingText(config, resource, record, session);
  const start = async (action: string) => {
    const ready = before === undefined ? record : await before();
    if (ready !== undefined) await run(action, ready);
  };
  return (
    <>
      <Box sx={{display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5}}>
        {fields[status] && <FieldValue field={fields[status]} value={record[status]} record={record} />}
        {typeof sinceValue === 'string' && sinceValue !== '' && (
          <Typography component="span" variant="body2" color="text.secondary"><Age instant={sinceValue} /></Typography>
        )}
      </Box>
      <StepLine name={name} record={record} />
      <Box sx={{display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, '&:empty': {display: 'none'}}}>
        {waitingFor !== undefined && <Typography variant="body2" sx={{fontWeight: 600}}>{waitingFor}</Typography>}
        {place === 'edit' && <Person name={name} record={record} by={authorField(resource)} />}
        <Person name={name} record={record} by={attendantField(resource)} missed />
      </Box>
      <QueueLine name={name} record={record} />
      <LatestComment name={name} record={record} />
      {next && (
        <Box sx={{display: 'grid', justifyItems: {xs: 'stretch', sm: 'start', lg: 'stretch'}}}>
          <ActionButton judgedAction={next} next={!quiet} onClick={() => void start(next.name)} />
        </Box>
      )}
      {blocked && (
        <Typography variant="caption" color="text.secondary" sx={{displayPrint: 'none'}}>
          “{blocked.label}” vem depois de {LIST_FORMAT.format(blocked.after.map(label => `“${label}”`))}.
        </Typography>
      )}
      {/* Space is reserved where others may appear, so that nothing moves. */}
      <Box sx={{mb: -1.5, displayPrint: 'none', ...(config.profiles[session.perfil]?.team === true && {minHeight: 20})}}>
        <Presence name={name} id={record.id} />
      </Box>
    </>
  );
};

interface PersonProps {
  name: string;
  record: Row;
  by: string | undefined;
  /** Shown as 'ninguém' while the record is open and has no such person. */
  missed?: boolean;
}

/** A person whom the record names; nothing if the name is not readable. */
const Person = ({name, record, by, missed = false}: PersonProps) => {
  const {config, resource, session} = useResourceAndSession(name);
  const person = personInField(config, resource, record, by, session);
  if (by === undefined || person?.nobody === undefined) return null;
  const [field, reference] = [resource.fields[person.field], resource.fields[by]];
  const personResource = reference?.kind === 'referencia' ? config.resources[reference.to] : undefined;
  const isReadable = person.self || person.name !== undefined
    || (personResource !== undefined && mayReadName(personResource, record[by], session));
  if (field === undefined || (person.nobody ? isInFinalStatus(resource, record) || !missed : !isReadable)) return null;
  return (
    <Typography variant="body2">
      <Box component="span" sx={{color: 'text.secondary'}}>{field.label}: </Box>
      {person.nobody && 'ninguém'}
      {!person.nobody && (person.self ? 'você' : <FieldValue field={field} value={record[person.field]} record={record} />)}
    </Typography>
  );
};
