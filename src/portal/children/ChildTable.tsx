/** The children there are, with edit and delete (rules: Screens 9). */
import {useState} from 'react';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import {ListContextProvider, useList} from 'ra-core';
import {may} from '../../schema/access.ts';
import {recordTitle} from '../../schema/words/recordTitle.ts';
import {DeleteDialog} from '../actions/DeleteDialog.tsx';
import {ListCards} from '../list/table/ListCards.tsx';
import {ListTable} from '../list/table/ListTable.tsx';
import {useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {LoadError, NotLoaded} from '../ui/LoadError.tsx';
import {Message} from '../ui/Message.tsx';
import type {Row} from '../wire/providers/dialects.ts';
import {EVERY, type ChildRows} from './children.ts';
import {OrderedRows, type OrderedRowsProps} from './order/OrderedRows.tsx';
import {useOrder} from './order/useOrder.ts';

export interface ChildTableProps {
  name: string;
  by: string;
  rows: ChildRows;
  /** The one that is edited. */
  current: number | undefined;
  onEdit: (record: Row, button: HTMLElement) => void;
  onDeleted: (record: Row) => void;
  /** Where rows are ordered by hand: whether one is in the hand. */
  onDragging: (dragging: boolean) => void;
}

export const ChildTable = (
  {name, by, rows: {data, error, isPending, refetch}, current, onEdit, onDeleted, onDragging}: ChildTableProps,
) => {
  const resource = useResource(name);
  const phone = useMediaQuery(theme => theme.breakpoints.down('sm'));
  const {perfil} = useSession();
  const label = `a lista de ${resource.label.many}`;
  const [leaving, setLeaving] = useState<Row>();
  const [field, order] = resource.list.sort;
  // Sorted here: the whole of it is.
  const list = useList<Row>({
    ...(data ? {data} : {}), isPending, perPage: EVERY, sort: {field, order: order === 'desc' ? 'DESC' : 'ASC'}, resource: name,
  });
  if (error && data === undefined) return <LoadError error={error} retry={() => void refetch()} />;
  if (!isPending && data?.length === 0) return (
    <Message icon={resource.icon} title={resource.messages.empty}>Use o formulário acima para cadastrar.</Message>
  );
  const rowActions = (record: Row) => <ChildActions name={name} record={record} onEdit={onEdit} onDelete={setLeaving} />;
  const rows = {
    resource: name,
    within: by,
    rows: isPending ? undefined : list.data,
    rowLead: () => undefined,
    rowActions,
    current,
  };
  const ordered = resource.order !== undefined && may(resource, 'update', perfil) && data !== undefined;
  return (
    <ListContextProvider value={list}>
      {error && <Box sx={{mb: 1}}><NotLoaded what={label} kept="same" onRetry={() => void refetch()} /></Box>}
      {ordered && (
        <Ordered
          name={name}
          field={resource.order ?? ''}
          stored={data}
          within={by}
          rowActions={rowActions}
          current={current}
          onDragging={onDragging}
        />
      )}
      {!ordered && (phone ? <ListCards {...rows} /> : <ListTable {...rows} density="compacta" />)}
      {leaving && (
        <DeleteDialog name={name} record={leaving} by={by} onDeleted={() => onDeleted(leaving)} onClose={() => setLeaving(undefined)} />
      )}
    </ListContextProvider>
  );
};

const Ordered = ({field, stored, ...props}: Omit<OrderedRowsProps, 'order'> & {field: string; stored: readonly Row[]}) => (
  <OrderedRows {...props} order={useOrder(props.name, field, stored)} />
);

interface ChildActionsProps {
  name: string;
  record: Row;
  onEdit: (record: Row, button: HTMLElement) => void;
  onDelete: (record: Row) => void;
}

const ChildActions = ({name, record, onEdit, onDelete}: ChildActionsProps) => {
  const resource = useResource(name);
  const {perfil} = useSession();
  const title = recordTitle(resource, record);
  return (
    <Box sx={{display: 'flex'}}>
      {may(resource, 'update', perfil) && (
        <IconButton size="small" aria-label={`Editar ${title}`} onClick={event => onEdit(record, event.currentTarget)}>
          <EditIcon fontSize="small" />
        </IconButton>
      )}
      {may(resource, 'delete', perfil) && (
        <IconButton size="small" color="error" aria-label={`Excluir ${title}`} onClick={() => onDelete(record)}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
};
