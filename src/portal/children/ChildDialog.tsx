/**
 * Modal with a record's children: one form and a table (rules: Screens 9: branches of a company, items of a template). The list's address
 * says which record is open and which child is edited.
 */
import {useRef, useState} from 'react';
import Alert from '@mui/material/Alert';
import DialogContent from '@mui/material/DialogContent';
import {ResourceContextProvider, useGetOne} from 'ra-core';
import {mayAccess} from '../../schema/access.ts';
import {PROFILE_REFUSAL} from '../../schema/lifeCycle/workflow.ts';
import {fillPlaceholders} from '../../schema/words/messages.ts';
import {Consequences} from '../actions/Consequences.tsx';
import {findFirstInput} from '../record/useRecordForm.ts';
import {useResourceAndSession, useResource} from '../session/context.ts';
import {FormSkeleton} from '../ui/FormSkeleton.tsx';
import {LoadError} from '../ui/LoadError.tsx';
import {Message} from '../ui/Message.tsx';
import {Modal} from '../ui/Modal.tsx';
import {useKeepFocus} from '../navigation/useKeepFocus.ts';
import {statusOfError} from '../api/errors.ts';
import {useInvalidateRecords} from '../api/cacheUpdates.ts';
import type {Row} from '../api/providers/listDialects.ts';
import {childVerdict, sharedParentValues} from './childVerdict.ts';
import {ChildForm} from './ChildForm.tsx';
import {useChildRows} from './ChildRows.tsx';
import type {ChildDeclaration} from './children.ts';
import {ChildTable} from './ChildTable.tsx';

export interface ParentRecord {
  /** undefined while it loads, or when it cannot be read. */
  record: Row | undefined;
  error: unknown;
  retry: () => void;
}

export interface ChildDialogProps {
  name: string;
  child: ChildDeclaration;
  parent: ParentRecord;
  /** Id of the edited child; undefined for a new one. */
  editing: number | undefined;
  onEdit: (id: number | undefined) => void;
  onClose: () => void;
}

export const ChildDialog = ({name, child, parent, editing, onEdit, onClose}: ChildDialogProps) => {
  const resource = useResource(name);
  const isDragging = useRef(false);
  const close = () => {
    if (!isDragging.current) onClose();
  };
  return (
    <Modal title={parent.record ? fillPlaceholders(child.title, parent.record) : resource.label.many} onClose={close}>
      <DialogContent>
        <ResourceContextProvider value={name}>
          {parent.record
            ? (
              <Children
                name={name}
                by={child.by}
                parent={parent.record}
                editing={editing}
                onEdit={onEdit}
                onDragging={isDragged => { isDragging.current = isDragged; }}
              />
            )
            : <ParentLoading {...parent} />}
        </ResourceContextProvider>
      </DialogContent>
    </Modal>
  );
};

const ParentLoading = ({error, retry}: ParentRecord) => {
  if (statusOfError(error) === 404) return (
    <Message alert icon="exclamation" title="Registro não encontrado">Ele não existe ou não está ao seu alcance.</Message>
  );
  return error ? <LoadError error={error} retry={retry} /> : <FormSkeleton inputs={4} />;
};

interface ChildrenProps {
  name: string;
  by: string;
  parent: Row;
  editing: number | undefined;
  onEdit: (id: number | undefined) => void;
  onDragging: (isDragging: boolean) => void;
}

const Children = ({name, by, parent, editing, onEdit, onDragging}: ChildrenProps) => {
  const {config, resource, session} = useResourceAndSession(name);
  const {perfil} = session;
  const rows = useChildRows(name, by, parent.id);
  const reportChange = useInvalidateRecords();
  // The address follows a press with a delay, in which nobody should type into the form of a new child.
  const [pressedId, setPressedId] = useState<number>();
  if (pressedId !== undefined && pressedId === editing) setPressedId(undefined);
  const editedId = mayAccess(resource, 'update', perfil) ? (pressedId ?? editing) : undefined;
  const hasForm = resource.template !== undefined;
  const fullRecord = useGetOne<Row>(name, {id: editedId ?? 0}, {enabled: hasForm && editedId !== undefined, retry: false});
  const loadedRecord = hasForm ? fullRecord.data : rows.data?.find(row => row.id === editedId);
  // The opened child stays with its typed values, also when it leaves the list.
  const [openedRecord, setOpenedRecord] = useState<Row>();
  if (openedRecord !== loadedRecord && (loadedRecord !== undefined || openedRecord?.id !== editedId)) setOpenedRecord(loadedRecord);
  const record = openedRecord?.id === editedId ? openedRecord : undefined;
  const [formTurn, setFormTurn] = useState(0);
  const {focusNextForm, clearOrigin, onShown} = useNextFocus();
  const tableBox = useRef<HTMLDivElement>(null);
  useKeepFocus(tableBox);
  const reference = resource.fields[by];
  const canWrite = (['create', 'update', 'delete'] as const).some(operation => mayAccess(resource, operation, perfil));

  const resetForm = () => setFormTurn(formTurn + 1);
  /** Empties the form after a save or a cancel. */
  const finish = () => {
    reportChange(name, {id: record?.id});
    focusNextForm();
    setPressedId(undefined);
    if (record === undefined) resetForm();
    if (editing !== undefined) onEdit(undefined);
  };
  const editRow = (row: Row, button: HTMLElement) => {
    focusNextForm(button);
    if (row.id === editedId) return resetForm();
    setPressedId(row.id);
    onEdit(row.id);
  };
  const handleDeleted = (row: Row) => {
    if (row.id !== editedId) return;
    clearOrigin();
    finish();
  };
  const verdict = childVerdict(record ? 'update' : 'create', {config, session, name, by, parent}, record);
  const isUnavailable = editedId !== undefined && record === undefined;
  const isLoading = isUnavailable && (rows.isPending || rows.isFetching || fullRecord.isFetching);
  const wasDeleted = isUnavailable && !isLoading && rows.data !== undefined;
  return (
    <>
      {canWrite && reference?.kind === 'referencia' && <Consequences name={reference.to} id={parent.id} before={name} />}
      {isLoading && <FormSkeleton inputs={4} />}
      {wasDeleted && <Alert severity="warning" variant="outlined" sx={{mb: 2}}>O registro que este endereço pede não existe mais.</Alert>}
      {!isLoading && !verdict.allowed && verdict.reason !== PROFILE_REFUSAL && <Alert severity="info" sx={{mb: 2}}>{verdict.reason}</Alert>}
      {!isLoading && verdict.allowed && (
        <ChildForm
          key={`${record?.id ?? 'novo'}.${formTurn}`}
          name={name}
          parent={{by, id: parent.id, shared: sharedParentValues({config, session, name, by, parent})}}
          record={record}
          onDone={finish}
          onShown={(form, isReload) => onShown(form, record !== undefined, isReload)}
        />
      )}
      <div ref={tableBox}>
        <ChildTable
          name={name}
          by={by}
          parent={parent}
          stored={rows}
          current={record?.id}
          onEdit={editRow}
          onDeleted={handleDeleted}
          onDragging={onDragging}
        />
      </div>
    </>
  );
};

/**
 * Moves the focus when a form replaces another: to its first input, or after an edit back to the row's button. Opening the modal moves no
 * focus.
 */
const useNextFocus = () => {
  const hasActed = useRef(false);
  const origin = useRef<HTMLElement>(undefined);
  return {
    /** @param from the button that starts an edit */
    focusNextForm: (from = origin.current) => {
      hasActed.current = true;
      origin.current = from;
    },
    clearOrigin: () => {
      origin.current = undefined;
    },
    onShown: (form: HTMLElement, editing: boolean, isReload: boolean) => {
      if (!hasActed.current && !isReload) return;
      hasActed.current = false;
      const backTarget = editing || origin.current?.isConnected !== true ? undefined : origin.current;
      if (!editing) origin.current = undefined;
      (backTarget ?? findFirstInput(form))?.focus();
    },
  };
};
