/** Says that somebody else changed the record that is being edited; what was typed goes on (rules: Screens 15). */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import {capitalize, nounOf} from '../../../schema/words/nouns.ts';
import {useResource} from '../../session/context.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {entriesSince, namesIn, useHistory} from '../history/history.ts';
import {useUnsaved} from '../UnsavedGuard.tsx';

export const versionOf = (record: Readonly<Record<string, unknown>>): number => Number(record['versao'] ?? 0);

interface Props {
  /** The resource's name. */
  name: string;
  /** As it is now. */
  record: Row;
  /** As the form was filled from. */
  shown: Row;
  /** Compares the two. */
  onSee: () => void;
}

const several = new Intl.ListFormat('pt-BR');

/** Lives inside the form. */
export const ChangedLine = (props: Props) => {
  const {unsaved, isSubmitting} = useUnsaved();
  return unsaved && !isSubmitting && versionOf(props.record) > versionOf(props.shown) ? <Line {...props} /> : null;
};

const Line = ({name, record, shown, onSee}: Props) => {
  const resource = useResource(name);
  const {data: entries = []} = useHistory(name, record.id);
  const since = entriesSince(resource, entries, versionOf(record) - versionOf(shown));
  const who = namesIn(since);
  return (
    <Alert
      severity="warning"
      variant="outlined"
      role="status"
      sx={{mb: 2}}
      action={<Button color="inherit" size="small" onClick={onSee} sx={{whiteSpace: 'nowrap'}}>Ver alterações</Button>}
    >
      {capitalize(nounOf(resource).this)} foi alterad{resource.label.article ?? 'o'} por{' '}
      {who.length === 0 ? 'outra pessoa' : several.format(who)}.
      {' '}O que você digitou continua aqui.
    </Alert>
  );
};
