/** The modal of a record's children: one form and the table of those there are (§2: branches of a company, items of a template). */
import {useEffect, useRef, useState} from 'react';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import {Form, ResourceContextProvider} from 'ra-core';
import {may} from '../../schema/access.ts';
import {fill} from '../../schema/messages.ts';
import type {Values} from '../../schema/validate.ts';
import {ConfirmDialog} from '../actions/ConfirmDialog.tsx';
import {useConfig, useResource} from '../ConfigContext.tsx';
import {DraftKeeper, useDraftPlace} from '../drafts/DraftKeeper.tsx';
import {dropDraft} from '../drafts/store.ts';
import type {Row} from '../providers/dialects.ts';
import {StaleDialog} from '../stale/StaleDialog.tsx';
import {useSession} from '../useSession.ts';
import {ChildTable} from './ChildTable.tsx';
import {FirstError} from './FirstError.tsx';
import {FormSections} from './FormSections.tsx';
import {openingValues} from './openingValues.ts';
import {UnsavedGuard, useLeavingWords, useUnsaved} from './UnsavedGuard.tsx';
import {useSave} from './useSave.ts';

export interface ChildDialogProps {
  parentName: string;
  /** The child resource. */
  name: string;
  parent: Row;
  onClose: () => void;
}

export const ChildDialog = ({parentName, name, parent, onClose}: ChildDialogProps) => {
  const child = useResource(parentName).children?.[name];
  const resource = useResource(name);
  const {perfil} = useSession();
  const phone = useMediaQuery(theme => theme.breakpoints.down('sm'));
  const [editing, setEditing] = useState<Row>();
  const [turn, setTurn] = useState(0);
  const [unsaved, setUnsaved] = useState(false);
  const [asking, setAsking] = useState(false);
  const dragging = useRef(false);
  const form = formName(name, parent, editing);
  const place = useDraftPlace(form);
  const words = useLeavingWords();
  if (child === undefined) return null;
  const fresh = (record?: Row) => {
    setEditing(record);
    setTurn(turn + 1);
  };
  const close = () => {
    if (dragging.current) return;
    if (unsaved) setAsking(true);
    else onClose();
  };
  const title = fill(child.title, parent);
  const id = `filhos-${name}`;
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={phone} onClose={close} aria-labelledby={id}>
      <DialogTitle id={id} sx={{display: 'flex', alignItems: 'start', gap: 1}}>
        <Box component="span" sx={{flexGrow: 1, overflowWrap: 'anywhere'}}>{title}</Box>
        <IconButton edge="end" size="small" aria-label="Fechar" onClick={close}><CloseIcon /></IconButton>
      </DialogTitle>
      <DialogContent>
        <ResourceContextProvider value={name}>
          {may(resource, editing ? 'update' : 'create', perfil) && (
            <ChildForm key={turn} name={name} by={child.by} parent={parent} record={editing} onDone={fresh} onUnsaved={setUnsaved} />
          )}
          <ChildTable name={name} by={child.by} parent={parent} onEdit={fresh} onDeleted={row => row.id === editing?.id && fresh()} onDragging={now => { dragging.current = now; }} />
        </ResourceContextProvider>
      </DialogContent>
      <ConfirmDialog
        {...words}
        open={asking}
        onConfirm={() => {
          dropDraft(place);
          onClose();
        }}
        onClose={() => setAsking(false)}
      />
    </Dialog>
  );
};

const formName = (name: string, parent: Row, record: Row | undefined): string => `${name}.${parent.id}.${record?.id ?? 'novo'}`;

interface ChildFormProps {
  name: string;
  by: string;
  parent: Row;
  record: Row | undefined;
  /** Saved, or given up: the form is empty again, or shows this record. */
  onDone: (record?: Row) => void;
  onUnsaved: (unsaved: boolean) => void;
}

const ChildForm = ({name, by, parent, record, onDone, onUnsaved}: ChildFormProps) => {
  const config = useConfig();
  const resource = useResource(name);
  const session = useSession();
  const [stale, setStale] = useState(false);
  const form = formName(name, parent, record);
  const place = useDraftPlace(form);
  const end = (next?: Row) => {
    dropDraft(place);
    onDone(next);
  };
  const save = useSave(name, () => end(), () => setStale(true));
  const submit = (values: Values) => save({...values, [by]: parent.id}, record);
  const opening = record ? {record} : {defaultValues: {...openingValues(config, resource, session), [by]: parent.id}};
  return (
    <Form onSubmit={submit as never} {...opening} noValidate disableInvalidFormNotification>
      <Typography variant="h3" component="h3" sx={{mb: 1}}>
        {record === undefined ? `Cadastrar ${resource.label.one}` : `Editar ${resource.label.one}`}
      </Typography>
      <DraftKeeper form={form} fields={resource.fields} />
      <FormSections resource={name} without={[by]} />
      <FirstError />
      <Buttons editing={record !== undefined} onCancel={() => end()} onUnsaved={onUnsaved} />
      <UnsavedGuard onLeave={() => dropDraft(place)} />
      {stale && record && <StaleDialog name={name} mine={record} by={by} onReload={stored => end(stored as Row)} onClose={() => setStale(false)} />}
    </Form>
  );
};

const Buttons = ({editing, onCancel, onUnsaved}: {editing: boolean; onCancel: () => void; onUnsaved: (unsaved: boolean) => void}) => {
  const {unsaved, isSubmitting} = useUnsaved();
  useEffect(() => {
    onUnsaved(unsaved);
    return () => onUnsaved(false);
  }, [unsaved, onUnsaved]);
  return (
    <Box sx={{display: 'flex', gap: 1, mt: 2, mb: 3}}>
      <Button type="submit" variant="contained" loading={isSubmitting}>Salvar</Button>
      <Button variant="outlined" disabled={!editing && !unsaved} onClick={onCancel}>{editing ? 'Cancelar edição' : 'Limpar'}</Button>
    </Box>
  );
};
