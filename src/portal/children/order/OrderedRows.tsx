/** Rows in a manual order: dragged by a handle (mouse, finger, keyboard) or moved by buttons. */
import type {CSSProperties, ReactNode} from 'react';
import {
  closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors, type Announcements, type DragEndEvent,
  type ScreenReaderInstructions, type UniqueIdentifier,
} from '@dnd-kit/core';
import {SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy} from '@dnd-kit/sortable';
import {CSS} from '@dnd-kit/utilities';
import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import DragIcon from '@mui/icons-material/DragIndicator';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import {columnLabel} from '../../../schema/lists/columns.ts';
import {recordTitle} from '../../../schema/fields/recordTitle.ts';
import {useDeclaredColumns} from '../../list/columns/declaredColumns.ts';
import {ListCell} from '../../list/table/ListCell.tsx';
import {currentCardStyle} from '../../list/table/ListCards.tsx';
import {useResource} from '../../session/context.ts';
import {useIsPhone} from '../../theme/useIsPhone.ts';
import type {Row} from '../../api/providers/listDialects.ts';
import type {ManualOrder} from './useManualOrder.ts';

const instructions: ScreenReaderInstructions = {
  draggable: 'Para mover o item, pressione espaço ou Enter. Mova-o com as setas. '
    + 'Pressione espaço ou Enter de novo para soltá-lo, ou Escape para desistir.',
};

const announcements = (
  titleOf: (id: UniqueIdentifier) => string, positionOf: (id: UniqueIdentifier) => number, total: number,
): Announcements => ({
  onDragStart: ({active}) => `${titleOf(active.id)} foi pego, na posição ${positionOf(active.id)} de ${total}.`,
  onDragOver: ({active, over}) => (over === null
    ? `${titleOf(active.id)} está fora da lista.`
    : `${titleOf(active.id)} está na posição ${positionOf(over.id)} de ${total}.`),
  onDragEnd: ({active, over}) => (over === null
    ? `${titleOf(active.id)} voltou ao seu lugar.`
    : `${titleOf(active.id)} foi solto na posição ${positionOf(over.id)} de ${total}.`),
  onDragCancel: ({active}) => `${titleOf(active.id)} voltou ao seu lugar.`,
});

export interface OrderedRowsProps {
  name: string;
  order: ManualOrder;
  within: string;
  rowActions: (record: Row) => ReactNode;
  current: number | undefined;
  /** True while a row is dragged, when Escape cancels the drag and must do nothing else. */
  onDragging: (dragging: boolean) => void;
}

export const OrderedRows = ({name, order, within, rowActions, current, onDragging}: OrderedRowsProps) => {
  const resource = useResource(name);
  const phone = useIsPhone();
  const {rows, move} = order;
  const sensors = useSensors(
    useSensor(PointerSensor, {activationConstraint: {distance: 4}}),
    useSensor(KeyboardSensor, {coordinateGetter: sortableKeyboardCoordinates}),
  );
  const indexOf = (id: number | string) => rows.findIndex(row => row.id === id);
  const titleOf = (id: number | string): string => {
    const row = rows[indexOf(id)];
    return row === undefined ? '' : recordTitle(resource, row);
  };
  const drop = ({active, over}: DragEndEvent) => {
    onDragging(false);
    if (over !== null) move(indexOf(active.id), indexOf(over.id));
  };
  const RowsView = phone ? CardRows : TableRows;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{announcements: announcements(titleOf, id => indexOf(id) + 1, rows.length), screenReaderInstructions: instructions}}
      onDragStart={() => onDragging(true)}
      onDragEnd={drop}
      onDragCancel={() => onDragging(false)}
    >
      <SortableContext items={rows.map(row => row.id)} strategy={verticalListSortingStrategy}>
        <RowsView name={name} within={within} order={order} rowActions={rowActions} current={current} />
      </SortableContext>
    </DndContext>
  );
};

type RowsProps = Pick<OrderedRowsProps, 'name' | 'within' | 'order' | 'rowActions' | 'current'>;

const TableRows = ({name, within, order, rowActions, current}: RowsProps) => {
  const resource = useResource(name);
  const columns = useDeclaredColumns(name, 'columns', within);
  return (
    <TableContainer>
      <Table size="small" aria-label={resource.label.many} sx={{'& td': {height: 36}}}>
        <TableHead>
          <TableRow>
            <TableCell sx={{width: '1%'}}>Ordem</TableCell>
            {columns.map(column => <TableCell key={column}>{columnLabel(resource, column)}</TableCell>)}
            <TableCell align="right">Ações</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {order.rows.map((row, index) => (
            <OrderedTableRow
              key={row.id}
              name={name}
              row={row}
              index={index}
              columns={columns}
              order={order}
              rowActions={rowActions}
              current={current}
            />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
};

interface RowProps {
  name: string;
  row: Row;
  index: number;
  columns: readonly string[];
  order: ManualOrder;
  rowActions: (record: Row) => ReactNode;
  current: number | undefined;
}

const OrderedTableRow = ({name, row, index, columns, order, rowActions, current}: RowProps) => {
  const {ref, style, handle} = useHandle(name, row);
  return (
    <TableRow
      ref={ref}
      style={style}
      selected={row.id === current}
      aria-current={row.id === current || undefined}
      sx={{backgroundColor: 'background.paper'}}
    >
      <TableCell sx={{whiteSpace: 'nowrap'}}>{handle}<MoveButtons name={name} row={row} index={index} order={order} /></TableCell>
      {columns.map(column => (
        <TableCell key={column} sx={{maxWidth: 320, overflowWrap: 'anywhere'}}>
          <ListCell resource={name} record={row} column={column} />
        </TableCell>
      ))}
      <TableCell align="right" sx={{whiteSpace: 'nowrap', width: '1%'}}>{rowActions(row)}</TableCell>
    </TableRow>
  );
};

const CardRows = ({name, within, order, rowActions, current}: RowsProps) => {
  const resource = useResource(name);
  const columns = useDeclaredColumns(name, 'card', within);
  return (
    <Box component="ol" aria-label={resource.label.many} sx={{display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none'}}>
      {order.rows.map((row, index) => (
        <OrderedCard
          key={row.id}
          name={name}
          row={row}
          index={index}
          columns={columns}
          order={order}
          rowActions={rowActions}
          current={current}
        />
      ))}
    </Box>
  );
};

const OrderedCard = ({name, row, index, columns: [titleColumn, ...facts], order, rowActions, current}: RowProps) => {
  const resource = useResource(name);
  const {ref, style, handle} = useHandle(name, row);
  return (
    <Paper
      component="li"
      variant="outlined"
      ref={ref}
      style={style}
      aria-current={row.id === current || undefined}
      sx={{p: 1.5, ...currentCardStyle}}
    >
      <Typography component="div" sx={{fontWeight: 600, overflowWrap: 'anywhere'}}>
        {titleColumn && <ListCell resource={name} record={row} column={titleColumn} />}
      </Typography>
      {facts.map(column => (
        <Typography key={column} variant="body2" component="div">
          <Box component="span" sx={{color: 'text.secondary'}}>{columnLabel(resource, column)}</Box>{' '}
          <ListCell resource={name} record={row} column={column} />
        </Typography>
      ))}
      <Box sx={{display: 'flex', justifyContent: 'space-between', mt: 1}}>
        <span>{handle}<MoveButtons name={name} row={row} index={index} order={order} /></span>
        {rowActions(row)}
      </Box>
    </Paper>
  );
};

const useHandle = (name: string, row: Row) => {
  const title = recordTitle(useResource(name), row);
  const {attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging} = useSortable({
    id: row.id, attributes: {roleDescription: 'alça de ordem'},
  });
  const style: CSSProperties = {
    transform: CSS.Translate.toString(transform) ?? '', transition: transition ?? '',
    ...(isDragging ? {position: 'relative', zIndex: 1, opacity: 0.85} : {}),
  };
  const handle = (
    <IconButton
      size="small"
      ref={setActivatorNodeRef}
      aria-label={`Arrastar ${title}`}
      sx={{cursor: 'grab', touchAction: 'none'}}
      {...attributes}
      {...listeners}
    >
      <DragIcon fontSize="small" />
    </IconButton>
  );
  return {ref: setNodeRef, style, handle};
};

/** Buttons for people who do not drag. Never disabled, because a disabled button loses the focus. */
const MoveButtons = ({name, row, index, order: {rows, move}}: Pick<RowProps, 'name' | 'row' | 'index' | 'order'>) => {
  const title = recordTitle(useResource(name), row);
  const steps = [{to: index - 1, words: 'para cima', Icon: UpIcon}, {to: index + 1, words: 'para baixo', Icon: DownIcon}];
  return steps.map(({to, words, Icon}) => {
    const isEnd = to < 0 || to >= rows.length;
    return (
      <IconButton
        key={words}
        size="small"
        aria-label={`Mover ${title} ${words}`}
        aria-disabled={isEnd}
        sx={isEnd ? {opacity: 0.35} : {}}
        onClick={() => move(index, to)}
      >
        <Icon fontSize="small" />
      </IconButton>
    );
  });
};
