/** The modal of a record's children: one form and the table of those there are (§2: branches of a company, items of a template). */
import {useState} from 'react';
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
import {useFormState} from 'react-hook-form';
import {may} from '../../schema/access.ts';
import {fill} from '../../schema/messages.ts';
import type {Values} from '../../schema/validate.ts';
import {useResource} from '../ConfigContext.tsx';
import type {Row} from '../providers/dialects.ts';
import {useSession} from '../useSession.ts';
import {ChildTable} from './ChildTable.tsx';
import {FirstError} from './FirstError.tsx';
import {FormSections} from './FormSections.tsx';
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
  if (child === undefined) return null;
  const fresh = (record?: Row) => {
    setEditing(record);
    setTurn(turn + 1);
  };
  const title = fill(child.title, parent);
  const id = `filhos-${name}`;
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={phone} onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id} sx={{display: 'flex', alignItems: 'start', gap: 1}}>
        <Box component="span" sx={{flexGrow: 1, overflowWrap: 'anywhere'}}>{title}</Box>
        <IconButton edge="end" size="small" aria-label="Fechar" onClick={onClose}><CloseIcon /></IconButton>
      </DialogTitle>
      <DialogContent>
        <ResourceContextProvider value={name}>
          {may(resource, editing ? 'update' : 'create', perfil) && (
            <ChildForm key={turn} name={name} by={child.by} parent={parent} record={editing} onDone={() => fresh()} />
          )}
          <ChildTable name={name} by={child.by} parent={parent} onEdit={fresh} onDeleted={row => row.id === editing?.id && fresh()} />
        </ResourceContextProvider>
      </DialogContent>
    </Dialog>
  );
};

interface ChildFormProps {
  name: string;
  by: string;
  parent: Row;
  record: Row | undefined;
  /** Saved, or given up: the form is empty again. */
  onDone: () => void;
}

const ChildForm = ({name, by, parent, record, onDone}: ChildFormProps) => {
  const {label} = useResource(name);
  const save = useSave(name, onDone);
  const submit = (values: Values) => save({...values, [by]: parent.id}, record);
  return (
    <Form onSubmit={submit as never} {...(record ? {record} : {})} noValidate disableInvalidFormNotification>
      <Typography variant="h3" component="h3" sx={{mb: 1}}>
        {record === undefined ? `Cadastrar ${label.one}` : `Editar ${label.one}`}
      </Typography>
      <FormSections resource={name} without={[by]} />
      <FirstError />
      <Buttons editing={record !== undefined} onCancel={onDone} />
    </Form>
  );
};

const Buttons = ({editing, onCancel}: {editing: boolean; onCancel: () => void}) => {
  const {isSubmitting, dirtyFields} = useFormState();
  const dirty = Object.keys(dirtyFields).length > 0;
  return (
    <Box sx={{display: 'flex', gap: 1, mt: 2, mb: 3}}>
      <Button type="submit" variant="contained" loading={isSubmitting}>Salvar</Button>
      <Button variant="outlined" disabled={!editing && !dirty} onClick={onCancel}>{editing ? 'Cancelar edição' : 'Limpar'}</Button>
    </Box>
  );
};
