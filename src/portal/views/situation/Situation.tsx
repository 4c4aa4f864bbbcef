/** Where a record stands and since when, whose turn it is, why, and the one next thing to do (rules: Screens 11). */
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {historyOperation, may} from '../../../schema/access.ts';
import {attendantField, authorField} from '../../../schema/statuses/people.ts';
import {isEnded, statusById} from '../../../schema/statuses/statuses.ts';
import {wayOf} from '../../../schema/lifeCycle/way.ts';
import {queueKey} from '../../../schema/parts.ts';
import {attemptWords, mostAttempts, queueOf, stillWords} from '../../../schema/queue.ts';
import type {QueueState} from '../../../schema/wire.ts';
import {capital} from '../../../schema/words/nouns.ts';
import {ActionButton} from '../../actions/ActionButton.tsx';
import {LastWords} from '../../actions/LastWords.tsx';
import type {OwnPlace} from '../../actions/places.ts';
import {useActionRunner} from '../../actions/ActionDialogHost.tsx';
import {laterOf, useNext} from '../../actions/next.ts';
import {roundOf, useHistory} from '../../form/history/history.ts';
import {FieldValue} from '../../kinds/FieldValue.tsx';
import {mayName} from '../../kinds/RecordFacts.tsx';
import {useAbout, useResource} from '../../session/context.ts';
import {GUTTER} from '../../theme/tokens.ts';
import {Age, momentOf} from '../../ui/Age.tsx';
import {later} from '../../ui/later.tsx';
import type {Row} from '../../wire/providers/dialects.ts';
import type {ActionRecord} from '../../wire/verdict.ts';
import {namedIn, turnOf} from './people.ts';

const Presence = later(async () => (await import('./Presence.tsx')).Presence, 'rest');

/** So wide a step has room for its name. */
const STEP = 96;

const sentenceOf = (at: number, steps: readonly {name: string}[], standing: {name: string; end?: true | undefined} | undefined): string => {
  if (at >= 0) return `Passo ${at + 1} de ${steps.length}: ${steps[at]?.name ?? ''}`;
  if (standing === undefined) return '';
  return standing.end === true ? `Encerrado: ${standing.name}` : `Fora do caminho principal: ${standing.name}`;
};

const LOOKS = {
  here: {borderColor: 'text.primary', backgroundColor: 'text.primary'},
  passed: {borderColor: 'text.secondary', backgroundColor: 'text.secondary'},
  ahead: {borderColor: 'text.secondary', opacity: 0.5},
} as const;

/** The main way of a record's life in one line: where it stands on it, in words where it is beside it, and what of it was passed. */
const WayLine = ({name, record}: {name: string; record: Row}) => {
  const {resource, session} = useAbout(name);
  const {steps, at} = wayOf({resource, record, session});
  const {data = []} = useHistory(name, record.id, may(resource, historyOperation(resource), session.perfil));
  const passed = new Set(roundOf(resource, data).map(({paraStatus}) => paraStatus));
  const isPassed = (index: number) => passed.has(steps[index]?.name) && (at < 0 || index < at);
  const lookOf = (index: number) => LOOKS[index === at ? 'here' : isPassed(index) ? 'passed' : 'ahead'];
  const sentence = sentenceOf(at, steps, statusById(resource, record[resource.status ?? '']));
  if (steps.length < 2 || sentence === '') return null;
  const roomy = `@container (min-width: ${steps.length * STEP}px)`;
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
                ...lookOf(index),
              },
              // Drawn and not written: the sentence says it to who listens.
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

const saidOf = ({tentativa, robo, leaseAte, adiadoAte}: NonNullable<QueueState>, most: number): string => {
  if (leaseAte !== null) return attemptWords(tentativa, most, robo);
  if (tentativa === 0) return '';
  const attempt = attemptWords(tentativa, most, '');
  return adiadoAte === null ? `${attempt} não terminou` : `${attempt} falhou; a próxima vem ${momentOf(adiadoAte)}`;
};

/** What a robot does with a record, or when the next one may: which attempt, how far it is, and until when (rules: Robots 6). */
const QueueLine = ({name, record}: {name: string; record: Row}) => {
  const resource = useResource(name);
  const state = record[queueKey(resource)] as QueueState | undefined;
  if (resource.queue === undefined || !state) return null;
  const {leaseAte, limiteAte, progresso, porcento} = state;
  const said = saidOf(state, mostAttempts({queue: queueOf(name, resource)}));
  if (said === '') return null;
  const isWorked = leaseAte !== null;
  const doing = [progresso, stillWords(state.semProgressoSegundos ?? null)].filter(Boolean).join(', ');
  return (
    <Box sx={{display: 'grid', gap: 0.5}}>
      <Typography variant="body2" sx={{overflowWrap: 'anywhere'}}>{said}</Typography>
      {isWorked && doing !== '' && <Typography variant="body2" sx={{overflowWrap: 'anywhere'}}>{capital(doing)}</Typography>}
      {isWorked && porcento !== null && (
        <Box sx={{display: 'flex', alignItems: 'center', gap: 1}}>
          <LinearProgress variant="determinate" value={porcento} aria-label="Progresso do robô" sx={{flexGrow: 1, borderRadius: 1}} />
          <Typography aria-hidden variant="caption" color="text.secondary">{porcento} %</Typography>
        </Box>
      )}
      {isWorked && limiteAte !== null && (
        <Typography variant="caption" color="text.secondary">
          Responde até {momentOf(leaseAte)}; a tentativa vai até {momentOf(limiteAte)}
        </Typography>
      )}
    </Box>
  );
};

interface SituationProps {
  /** The resource's name: one with a status. */
  name: string;
  /** undefined: still coming. */
  record: Row | undefined;
  place: OwnPlace;
  /** What comes before it: resolves the record to do it to, undefined where it is not done. */
  before?: (() => Promise<ActionRecord | undefined>) | undefined;
  /** Something else on the screen is what comes next: its button is the one that stands out. */
  quiet?: boolean;
}

export const Situation = ({record, ...rest}: SituationProps) => (
  <Paper component="section" variant="outlined" aria-label="Situação" sx={{p: GUTTER, display: 'flex', flexDirection: 'column', gap: 1.25}}>
    {record === undefined
      ? <Box role="status" aria-label="Carregando a situação"><Skeleton width="60%" height={28} /><Skeleton /><Skeleton width="80%" /></Box>
      : <Standing {...rest} record={record} />}
  </Paper>
);

const AND = new Intl.ListFormat('pt-BR');

const Standing = ({name, record, place, before, quiet = false}: SituationProps & {record: Row}) => {
  const {config, resource, session} = useAbout(name);
  const run = useActionRunner(name);
  const next = useNext(name, record, place);
  const blocked = laterOf(config, resource, record, session);
  const {fields, since, status = ''} = resource;
  const entered = since === undefined ? undefined : record[since];
  const turn = turnOf(config, resource, record, session);
  const start = async (action: string) => {
    const ready = before === undefined ? record : await before();
    if (ready !== undefined) await run(action, ready);
  };
  return (
    <>
      <Box sx={{display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5}}>
        {fields[status] && <FieldValue field={fields[status]} value={record[status]} record={record} />}
        {typeof entered === 'string' && entered !== '' && (
          <Typography component="span" variant="body2" color="text.secondary"><Age instant={entered} /></Typography>
        )}
      </Box>
      <WayLine name={name} record={record} />
      <Box sx={{display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, '&:empty': {display: 'none'}}}>
        {turn !== undefined && <Typography variant="body2" sx={{fontWeight: 600}}>{turn}</Typography>}
        {place === 'edit' && <Person name={name} record={record} by={authorField(resource)} />}
        <Person name={name} record={record} by={attendantField(resource)} missed />
      </Box>
      <QueueLine name={name} record={record} />
      <LastWords name={name} record={record} />
      {next && (
        <Box sx={{display: 'grid', justifyItems: {xs: 'stretch', sm: 'start', lg: 'stretch'}}}>
          <ActionButton one={next} next={!quiet} onClick={() => void start(next.name)} />
        </Box>
      )}
      {blocked && (
        <Typography variant="caption" color="text.secondary" sx={{displayPrint: 'none'}}>
          “{blocked.label}” vem depois de {AND.format(blocked.after.map(label => `“${label}”`))}.
        </Typography>
      )}
      {/* Whoever may see others has room for them in the margin: nothing moves where somebody comes. */}
      <Box sx={{mb: -1.5, displayPrint: 'none', ...(config.profiles[session.perfil]?.team === true && {minHeight: 20})}}>
        <Presence name={name} id={record.id} />
      </Box>
    </>
  );
};

interface PersonProps {
  name: string;
  record: Row;
  /** The field that names them. */
  by: string | undefined;
  /** It is said where it is nobody, as long as somebody is missing. */
  missed?: boolean;
}

/** Somebody the record names; nothing where it is not known. */
const Person = ({name, record, by, missed = false}: PersonProps) => {
  const {config, resource, session} = useAbout(name);
  const person = namedIn(config, resource, record, by, session);
  if (by === undefined || person?.nobody === undefined) return null;
  const [field, asked] = [resource.fields[person.field], resource.fields[by]];
  const to = asked?.kind === 'referencia' ? config.resources[asked.to] : undefined;
  const known = person.self || person.name !== undefined || (to !== undefined && mayName(to, record[by], session));
  if (field === undefined || (person.nobody ? isEnded(resource, record) || !missed : !known)) return null;
  return (
    <Typography variant="body2">
      <Box component="span" sx={{color: 'text.secondary'}}>{field.label}: </Box>
      {person.nobody && 'ninguém'}
      {!person.nobody && (person.self ? 'você' : <FieldValue field={field} value={record[person.field]} record={record} />)}
    </Typography>
  );
};
