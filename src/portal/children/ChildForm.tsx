/** Form of a new or an existing child, with its history (rules: Screens 9). */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type {Location} from 'react-router-dom';
import {ActionButtons} from '../actions/ActionButtons.tsx';
import {SubmitStatus} from '../form/SubmitStatus.tsx';
import {useUnsavedChanges} from '../form/UnsavedGuard.tsx';
import {UploadProgress} from '../parts/files/UploadProgress.tsx';
import {BelowForm} from '../record/partViews.tsx';
import {RecordForm} from '../record/RecordForm.tsx';
import {RecordInputs} from '../record/RecordInputs.tsx';
import {useRecordForm, type RecordFormProps} from '../record/useRecordForm.ts';
import {useResource} from '../session/context.ts';
import {isLeavingChildModal} from './children.ts';

interface ChildFormProps extends Pick<RecordFormProps, 'name' | 'record' | 'parent' | 'onShown'> {
  onDone: () => void;
}

const isLeaving = (from: Location, to: Location): boolean => from.pathname !== to.pathname || isLeavingChildModal(from.search, to.search);

export const ChildForm = ({onDone, ...form}: ChildFormProps) => {
  const {label} = useResource(form.name);
  return (
    <Box sx={{mb: 3}}>
      <RecordForm {...form} isLeavingModal={isLeaving} onSaved={onDone}>
        <Box sx={{display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', gap: 1, mb: 1}}>
          <Typography variant="h3" component="h3">{form.record === undefined ? 'Cadastrar' : 'Editar'} {label.one}</Typography>
          <Actions />
        </Box>
        <RecordInputs bar={<ChildButtons onDone={onDone} />} />
        <BelowForm heading="h3" />
      </RecordForm>
    </Box>
  );
};

const Actions = () => {
  const {name, record, before} = useRecordForm();
  return record && <ActionButtons resource={name} record={record} place="edit" before={before} />;
};

export const ChildButtons = ({onDone}: {onDone: () => void}) => {
  const {record, draft, files, upload, discardDraft} = useRecordForm();
  const {unsaved, isSubmitting} = useUnsavedChanges();
  const editing = record !== undefined;
  const discard = () => {
    discardDraft();
    onDone();
  };
  return (
    <Box sx={{display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2}}>
      <SubmitStatus draft={draft} share={upload.share} onCancel={upload.cancel} />
      <Button
        type="submit"
        variant="contained"
        disabled={files.choice.checking || upload.share !== undefined}
        loading={isSubmitting}
      >
        Salvar
      </Button>
      <Button variant="outlined" disabled={!editing && !unsaved && files.choice.chosen.length === 0} onClick={discard}>
        {editing ? 'Cancelar edição' : 'Limpar'}
      </Button>
      {upload.share !== undefined && <UploadProgress share={upload.share} onCancel={() => upload.cancel()} />}
    </Box>
  );
};
