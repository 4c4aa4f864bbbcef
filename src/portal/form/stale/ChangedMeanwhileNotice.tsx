/** Notice that somebody else changed the record being edited; typed values stay (rules: Screens 15). */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import {capitalize, nounOf} from '../../../schema/words/nouns.ts';
import {useResource} from '../../session/context.ts';
import type {Row} from '../../api/providers/listDialects.ts';
import {entriesSince, authorsOf, useHistory} from '../history/history.ts';
import {useUnsavedChanges} from '../UnsavedGuard.tsx';

export const versionOf = (record: Readonly<Record<string, unknown>>): number => Number(record['versao'] ?? 0);

interface Props {
  name: string;
  record: Row;
  /** The record that filled the form. */
  formRecord: Row;
  onCompare: () => void;
}

const listFormat = new Intl.ListFormat('pt-BR');

export const ChangedMeanwhileNotice = (props: Props) => {
  const {unsaved, isSubmitting} = useUnsavedChanges();
  return unsaved && !isSubmitting && versionOf(props.record) > versionOf(props.formRecord) ? <Notice {...props} /> : null;
};

const Notice = ({name, record, formRecord, onCompare}: Props) => {
  const resource = useResource(name);
  const {data: entries = []} = useHistory(name, record.id);
  const newEntries = entriesSince(resource, entries, versionOf(record) - versionOf(formRecord));
  const authors = authorsOf(newEntries);
  return (
    <Alert
      severity="warning"
      variant="outlined"
      role="status"
      sx={{mb: 2}}
      action={<Button color="inherit" size="small" onClick={onCompare} sx={{whiteSpace: 'nowrap'}}>Ver alterações</Button>}
    >
      {capitalize(nounOf(resource).this)} foi alterad{resource.label.article ?? 'o'} por{' '}
      {authors.length === 0 ? 'outra pessoa' : listFormat.format(authors)}.
      {' '}O que você digitou continua aqui.
    </Alert>
  );
};
