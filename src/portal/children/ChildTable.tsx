/** Table of children with edit and delete buttons (rules: Screens 9). */
import {useState} from 'react';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import {mayAccess} from '../../schema/access.ts';
import {recordTitle} from '../../schema/fields/recordTitle.ts';
import {DeleteDialog} from '../actions/DeleteDialog.tsx';
import {useResourceAndSession} from '../session/context.ts';
import type {ToastRecord} from '../toasts/ToastRecordLine.tsx';
import {Message} from '../ui/Message.tsx';
import type {Row} from '../api/providers/listDialects.ts';
import {childVerdict} from './childVerdict.ts';
import {ChildRows, type ChildRowsProps} from './ChildRows.tsx';
import {OrderedRows, type OrderedRowsProps} from './order/OrderedRows.tsx';
import {useManualOrder} from './order/useManualOrder.ts';

export interface ChildTableProps extends Pick<ChildRowsProps, 'name' | 'by' | 'stored'> {
  parent: Row;
  current: number | undefined;
  onEdit: (record: Row, button: HTMLElement) => void;
  onDeleted: (record: Row) => void;
  onDragging: (dragging: boolean) => void;
}

export const ChildTable = ({name, by, parent, stored, current, onEdit, onDeleted, onDragging}: ChildTableProps) => {
  const {resource, session: {perfil}} = useResourceAndSession(name);
  const [rowToDelete, setRowToDelete] = useState<Row>();
  const rowActions = (record: Row) => (
    <ChildActions name={name} by={by} parent={parent} record={record} onEdit={onEdit} onDelete={setRowToDelete} />
  );
  const {data} = stored;
  const {[by]: reference} = resource.fields;
  const isOrdered = resource.order !== undefined && mayAccess(resource, 'update', perfil) && data !== undefined;
  return (
    <>
      <ChildRows
        name={name}
        by={by}
        stored={stored}
        rowLead={() => undefined}
        rowActions={rowActions}
        current={current}
        empty={<Message icon={resource.icon} title={resource.messages.empty}>Use o formulário acima para cadastrar.</Message>}
      >
        {isOrdered && (
          <OrderedChildren
            name={name}
            field={resource.order ?? ''}
            stored={data}
            about={reference?.kind === 'referencia' ? {name: reference.to, record: parent} : undefined}
            within={by}
            rowActions={rowActions}
            current={current}
            onDragging={onDragging}
          />
        )}
      </ChildRows>
      {rowToDelete && (
        <DeleteDialog
          name={name}
          record={rowToDelete}
          by={by}
          onDeleted={() => onDeleted(rowToDelete)}
          onClose={() => setRowToDelete(undefined)}
        />
      )}
    </>
  );
};

interface OrderedProps extends Omit<OrderedRowsProps, 'order'> {
  field: string;
  stored: readonly Row[];
  about: ToastRecord | undefined;
}

const OrderedChildren = ({field, stored, about, ...props}: OrderedProps) => (
  <OrderedRows {...props} order={useManualOrder(props.name, field, stored, about)} />
);

interface ChildActionsProps {
  name: string;
  by: string;
  parent: Row;
  record: Row;
  onEdit: (record: Row, button: HTMLElement) => void;
  onDelete: (record: Row) => void;
}

const ChildActions = ({name, by, parent, record, onEdit, onDelete}: ChildActionsProps) => {
  const {config, resource, session} = useResourceAndSession(name);
  const isAllowed = (operation: 'update' | 'delete') => childVerdict(operation, {config, session, name, by, parent}, record).allowed;
  const title = recordTitle(resource, record);
  return (
    <Box sx={{display: 'flex'}}>
      {isAllowed('update') && (
        <IconButton size="small" aria-label={`Editar ${title}`} onClick={event => onEdit(record, event.currentTarget)}>
          <EditIcon fontSize="small" />
        </IconButton>
      )}
      {isAllowed('delete') && (
        <IconButton size="small" color="error" aria-label={`Excluir ${title}`} onClick={() => onDelete(record)}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
};
