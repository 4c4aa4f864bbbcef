/** Where a record stands and since when, whose turn it is, why, and the one next thing to do (rules: Screens 11). */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import {attendantField, authorField} from '../../../schema/lifeCycle/people.ts';
import {endsOf} from '../../../schema/lifeCycle/statuses.ts';
import {ActionButton} from '../../actions/ActionButton.tsx';
import {LastWords} from '../../actions/LastWords.tsx';
import type {OwnPlace} from '../../actions/places.ts';
import {useActionRunner} from '../../actions/ActionDialogHost.tsx';
import {laterOf, useNext} from '../../actions/next.ts';
import {FieldValue} from '../../kinds/FieldValue.tsx';
import {mayName} from '../../kinds/RecordFacts.tsx';
import {useAbout} from '../../session/context.ts';
import {GUTTER} from '../../theme/tokens.ts';
import {Age} from '../../ui/Age.tsx';
import type {Row} from '../../wire/providers/dialects.ts';
import type {ActionRecord} from '../../wire/verdict.ts';
import {namedIn, turnOf} from './people.ts';
import {QueueLine} from './QueueLine.tsx';
import {WayLine} from './WayLine.tsx';

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
  const later = laterOf(config, resource, record, session);
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
      {later && (
        <Typography variant="caption" color="text.secondary" sx={{displayPrint: 'none'}}>
          “{later.label}” vem depois de {AND.format(later.after.map(label => `“${label}”`))}.
        </Typography>
      )}
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
  const ended = endsOf(resource).some(({id}) => id === record[resource.status ?? '']);
  const to = asked?.kind === 'referencia' ? config.resources[asked.to] : undefined;
  const known = person.self || person.name !== undefined || (to !== undefined && mayName(to, record[by], session));
  if (field === undefined || (person.nobody ? ended || !missed : !known)) return null;
  return (
    <Typography variant="body2">
      <Box component="span" sx={{color: 'text.secondary'}}>{field.label}: </Box>
      {person.nobody && 'ninguém'}
      {!person.nobody && (person.self ? 'você' : <FieldValue field={field} value={record[person.field]} record={record} />)}
    </Typography>
  );
};
