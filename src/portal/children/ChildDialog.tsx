/**
 * The modal of a record's children: one form and the table of those there are (rules: Screens 9: branches of a company, items of a
 * template). Its address is the list's own, and says which record is open and which of its children is edited.
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
import {useAbout, useResource} from '../session/context.ts';
import {FormSkeleton} from '../ui/FormSkeleton.tsx';
import {LoadError} from '../ui/LoadError.tsx';
import {Message} from '../ui/Message.tsx';
import {Modal} from '../ui/Modal.tsx';
import {useFocusKept} from '../navigation/useFocusKept.ts';
import {statusOfError} from '../wire/errors.ts';
import {useChanged} from '../wire/changed.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {childVerdict, sharedWith} from './childVerdict.ts';
import {ChildForm} from './ChildForm.tsx';
import {useChildRows} from './ChildRows.tsx';
import type {Child} from './children.ts';
import {ChildTable} from './ChildTable.tsx';

/** The record whose children they are. */
export interface Parent {
  /** undefined: still coming, or not to be had. */
  record: Row | undefined;
  error: unknown;
  retry: () => void;
}

export interface ChildDialogProps {
  /** The child resource. */
  name: string;
  child: Child;
  parent: Parent;
  /** The child that is edited; undefined: the form is for a new one. */
  editing: number | undefined;
  onEdit: (id: number | undefined) => void;
  onClose: () => void;
}

export const ChildDialog = ({name, child, parent, editing, onEdit, onClose}: ChildDialogProps) => {
  const resource = useResource(name);
  const dragging = useRef(false);
  const close = () => {
    if (!dragging.current) onClose();
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
                onDragging={now => { dragging.current = now; }}
              />
            )
            : <NoParent {...parent} />}
        </ResourceContextProvider>
      </DialogContent>
    </Modal>
  );
};

const NoParent = ({error, retry}: Parent) => {
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
  /** Where rows are ordered by hand: whether one is in the hand. */
  onDragging: (dragging: boolean) => void;
}

const Children = ({name, by, parent, editing, onEdit, onDragging}: ChildrenProps) => {
  const {config, resource, session} = useAbout(name);
  const {perfil} = session;
  const rows = useChildRows(name, by, parent.id);
  const changed = useChanged();
  // The address follows what was pressed by some moments, in which nobody should type into the form of a new one.
  const [pressed, setPressed] = useState<number>();
  if (pressed !== undefined && pressed === editing) setPressed(undefined);
  const wanted = mayAccess(resource, 'update', perfil) ? (pressed ?? editing) : undefined;
  // A row of a list carries no form.
  const hasForm = resource.template !== undefined;
  const whole = useGetOne<Row>(name, {id: wanted ?? 0}, {enabled: hasForm && wanted !== undefined, retry: false});
  const found = hasForm ? whole.data : rows.data?.find(row => row.id === wanted);
  // Kept with what is typed into it, also where it is not among the others any more.
  const [opened, setOpened] = useState<Row>();
  if (opened !== found && (found !== undefined || opened?.id !== wanted)) setOpened(found);
  const record = opened?.id === wanted ? opened : undefined;
  const [turn, setTurn] = useState(0);
  const {moveOn, forget, onShown} = useNextFocus();
  const place = useRef<HTMLDivElement>(null);
  // A row that is deleted has its neighbour go on.
  useFocusKept(place);
  const reference = resource.fields[by];
  const writes = (['create', 'update', 'delete'] as const).some(operation => mayAccess(resource, operation, perfil));

  const again = () => setTurn(turn + 1);
  /** Saved, or given up: the form is empty again. */
  const done = () => {
    changed(name, {id: record?.id});
    moveOn();
    setPressed(undefined);
    if (record === undefined) again();
    if (editing !== undefined) onEdit(undefined);
  };
  const edit = (row: Row, button: HTMLElement) => {
    moveOn(button);
    if (row.id === wanted) return again();
    setPressed(row.id);
    onEdit(row.id);
  };
  const deleted = (row: Row) => {
    if (row.id !== wanted) return;
    forget();
    done();
  };
  const verdict = childVerdict(record ? 'update' : 'create', {config, session, name, by, parent}, record);
  const missing = wanted !== undefined && record === undefined;
  const waiting = missing && (rows.isPending || rows.isFetching || whole.isFetching);
  const gone = missing && !waiting && rows.data !== undefined;
  return (
    <>
      {writes && reference?.kind === 'referencia' && <Consequences name={reference.to} id={parent.id} before={name} />}
      {waiting && <FormSkeleton inputs={4} />}
      {gone && <Alert severity="warning" variant="outlined" sx={{mb: 2}}>O registro que este endereço pede não existe mais.</Alert>}
      {!waiting && !verdict.allowed && verdict.reason !== PROFILE_REFUSAL && <Alert severity="info" sx={{mb: 2}}>{verdict.reason}</Alert>}
      {!waiting && verdict.allowed && (
        <ChildForm
          key={`${record?.id ?? 'novo'}.${turn}`}
          name={name}
          parent={{by, id: parent.id, shared: sharedWith({config, session, name, by, parent})}}
          record={record}
          onDone={done}
          onShown={(form, anew) => onShown(form, record !== undefined, anew)}
        />
      )}
      <div ref={place}>
        <ChildTable
          name={name}
          by={by}
          parent={parent}
          stored={rows}
          current={record?.id}
          onEdit={edit}
          onDeleted={deleted}
          onDragging={onDragging}
        />
      </div>
    </>
  );
};

/**
 * Where the focus goes when a form takes another's place: to its first input; back to the row's button where an edit ends.
 * When the modal opens it stays where it is.
 */
const useNextFocus = () => {
  const acted = useRef(false);
  const origin = useRef<HTMLElement>(undefined);
  return {
    /** @param from where an edit begins */
    moveOn: (from = origin.current) => {
      acted.current = true;
      origin.current = from;
    },
    forget: () => {
      origin.current = undefined;
    },
    /** @param anew in the place of what was given up for what is stored */
    onShown: (form: HTMLElement, editing: boolean, anew: boolean) => {
      if (!acted.current && !anew) return;
      acted.current = false;
      const back = editing || origin.current?.isConnected !== true ? undefined : origin.current;
      if (!editing) origin.current = undefined;
      (back ?? findFirstInput(form))?.focus();
    },
  };
};
