import {memo, useEffect, useMemo, useRef, type ReactNode} from 'react';
import {alpha, type SxProps, type Theme} from '@mui/material/styles';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import {useListContext, useListSortContext} from 'ra-core';
import {columnLabel} from '../../../schema/lists/columns.ts';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {TURN_HOLDER_KEY} from '../../../schema/statuses/responseKeys.ts';
import {isSwitchedOff} from '../../../schema/lifeCycle/toggle.ts';
import {useResourceAndSession} from '../../session/context.ts';
import {TOUCH_SCREEN} from '../../theme/tokens.ts';
import {rowAttribute} from '../../navigation/focus.ts';
import {watchHorizontalOverflow} from '../../ui/watchHorizontalOverflow.ts';
import type {Row} from '../../api/providers/listDialects.ts';
import {isDateColumn, isProseColumn, isSortableColumn, useDeclaredColumns} from '../columns/declaredColumns.ts';
import {followMainLinkOnClick, type LinkTarget} from '../address/listLinks.ts';
import {ListCell} from './ListCell.tsx';
import {PageCheckbox, RowCheckbox, checkboxCellStyle, CHECKBOX_COLUMN_PX} from '../selection/checkboxes.tsx';
import {hideBelow, columnBreakpoints, TURN_HOLDER_WIDTH_PX} from './columnWidths.ts';
import type {Density} from './density.ts';
import type {Selection} from '../selection/selection.ts';

/**
 * The scroll container of a wide table; `--mais` (0 or 1) shows the shade over hidden columns.
 *
 * @param start whether the sticky actions column is the first
 */
const WideTable = ({start, children}: {start: boolean; children: ReactNode}) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const container = ref.current;
    return container === null ? undefined : watchHorizontalOverflow(container, (before, after) => {
      container.style.setProperty('--mais', (start ? before : after) > 1 ? '1' : '0');
    });
  }, [start]);
  // The keyboard scrolls it through its links and buttons, so it needs no focus of its own.
  return <TableContainer ref={ref} sx={{scrollPaddingInline: '160px', containerType: 'inline-size'}}>{children}</TableContainer>;
};

const HEIGHT: Record<Density, number> = {confortavel: 44, compacta: 36};
/** Compact rows show their second line on hover, focus or selection. Its height is reserved, so that nothing moves. */
const COMPACT_ROWS = {
  // `anywhere` keeps the column's minimum width the same for one and two lines.
  '& td, & [data-linhas]': {py: 0, lineHeight: '15px', overflowWrap: 'anywhere'},
  '& tbody tr:not(:hover, :focus-within, .Mui-selected)': {
    // `break-all` fills the line instead of breaking at a word.
    '& [data-linhas]': {WebkitLineClamp: 1, wordBreak: 'break-all'}, '& [data-segunda]': {maxHeight: 0},
  },
};

export interface ListRowsViewProps {
  resource: string;
  rows: readonly Row[] | undefined;
  rowActions?: ((record: Row) => ReactNode) | undefined;
  rowLead: (record: Row) => LinkTarget | undefined;
  within?: string;
  chosen?: readonly string[] | undefined;
  selection?: Selection | undefined;
  current?: number | undefined;
  /** A reload redraws rows, because ages change with time alone. */
  reading?: boolean | undefined;
}

interface HeaderProps {
  resource: string;
  column: string;
  room: SxProps<Theme>;
  /** The selection bar covers it, so it leaves the tab order. */
  covered: boolean;
}

const Header = ({resource: name, column, room, covered}: HeaderProps) => {
  const {config, resource} = useResourceAndSession(name);
  const {sort, setSort} = useListSortContext();
  const label = columnLabel(resource, column);
  const active = sort.field === column;
  const direction = sort.order === 'DESC' ? 'desc' : 'asc';
  return (
    <TableCell
      sortDirection={active ? direction : false}
      sx={[
        {
          whiteSpace: 'normal', '& .MuiTableSortLabel-icon': {fontSize: 14, mx: 0.25}, '& .MuiTableSortLabel-root': {minHeight: 24},
          // Room for the arrow only in the sorted column.
          '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': {display: 'none'},
        },
        room as object,
      ]}
    >
      {isSortableColumn(config, resource, column) ? (
        <TableSortLabel
          active={active}
          {...(covered ? {tabIndex: -1} : {})}
          direction={active ? direction : 'asc'}
          onClick={() => setSort({field: column, order: active && direction === 'asc' ? 'DESC' : 'ASC'})}
        >
          {label}
        </TableSortLabel>
      ) : label}
    </TableCell>
  );
};

/** Below: tighter cells. From: room for the waiter and how long. */
const [NARROW_PX, ROOMY_PX] = [1000, 960];
const waiterStyle = {
  whiteSpace: 'nowrap', lineHeight: 1.3,
  '& > span': {
    display: 'block', maxWidth: TURN_HOLDER_WIDTH_PX.least, overflow: 'hidden', textOverflow: 'ellipsis',
    [`@container (min-width: ${ROOMY_PX}px)`]: {maxWidth: TURN_HOLDER_WIDTH_PX.most},
  },
};
/** Prose wraps anywhere; a date wraps between day and time in a narrow table; other values stay in one line. */
const cellStyle = (config: Config, resource: Resource, column: string): object => {
  if (column === TURN_HOLDER_KEY) return waiterStyle;
  if (isProseColumn(config, resource, column)) return {maxWidth: 320, minWidth: 84};
  const oneLine = {whiteSpace: 'nowrap'};
  return isDateColumn(config, resource, column) ? {minWidth: 84, [`@container (min-width: ${ROOMY_PX}px)`]: oneLine} : oneLine;
};

const SKELETONS = 8;
/** The tint of selected rows as a gradient over an opaque background. */
const selectedTint = ({palette: {primary, action}}: Theme, extraOpacity: number): string => {
  const color = alpha(primary.main, action.selectedOpacity + extraOpacity);
  return `linear-gradient(${color}, ${color})`;
};

/** The actions column is sticky in a wide table; a shade marks columns hidden beneath it. */
const actionsCellStyle = (start: boolean): SxProps<Theme> => ({
  displayPrint: 'none', position: 'sticky', [start ? 'left' : 'right']: 0, zIndex: 1,
  backgroundColor: 'background.paper', backgroundImage: 'inherit',
  'tr:hover > &': {backgroundColor: 'inherit'},
  // The row's own tint is translucent.
  '.Mui-selected > &': {backgroundColor: 'background.paper', backgroundImage: theme => selectedTint(theme, 0)},
  '.Mui-selected:hover > &': {
    backgroundColor: 'background.paper', backgroundImage: theme => selectedTint(theme, theme.palette.action.hoverOpacity),
  },
  // Keeps a button's focus ring within its row.
  '&& :focus-visible': {outlineOffset: '1px'},
  // Continues the row's focus ring over the sticky cell.
  'tr:focus-visible > &': {
    boxShadow: ({palette: {primary}}) =>
      ['0 1px', '0 -2px', start ? '0 0' : '-2px 0'].map(edge => `inset ${edge} ${primary.main}`).join(),
  },
  '&::before': {
    content: '""', position: 'absolute', top: 0, bottom: 0, width: 12, pointerEvents: 'none', [start ? 'left' : 'right']: '100%',
    background: theme => `linear-gradient(to ${start ? 'right' : 'left'}, ${theme.palette.action.focus}, transparent)`,
    opacity: 'var(--mais, 0)', transition: 'opacity 120ms',
  },
});

/** Height of the table's head, and of the selection bar over it. */
export const tableHeadHeightStyle = {height: 36, [TOUCH_SCREEN]: {height: 48}};

export const switchedOffStyle = {'&, & td, & a': {color: 'text.secondary'}};

const skeletonKeys = Array.from({length: SKELETONS}, (_, index) => index);
/** Skeleton cards: as many as the known rows, else four, so that the content below keeps its place. */
export const CardSkeletons = () => skeletonKeys.slice(0, useListContext().data?.length || 4)
  .map(index => <Skeleton key={index} variant="rounded" height={150} sx={{mb: 1}} />);

interface TableProps extends ListRowsViewProps {
  density: Density;
}

/** Props of a memoised row; its functions must be stable. */
export interface ListRowProps extends Omit<ListRowsViewProps, 'rows' | 'within' | 'selection' | 'current'> {
  record: Row;
  columns: readonly string[];
  tick: Selection['tick'] | undefined;
  ticked: boolean | undefined;
  isCurrent: boolean;
}

type LineProps = ListRowProps & {rooms: readonly SxProps<Theme>[]};
const RowOfCells = ({resource: name, record, columns, rooms, rowActions, rowLead, tick, ticked, isCurrent}: LineProps) => {
  const {config, resource} = useResourceAndSession(name);
  const start = resource.list.actionsAt === 'start';
  const mainLink = rowLead(record);
  const actions = rowActions && (
    <TableCell
      align={start ? 'left' : 'right'}
      sx={[
        {whiteSpace: 'nowrap', width: '1%', '& > *': {justifyContent: start ? 'flex-start' : 'flex-end'}},
        actionsCellStyle(start) as object,
      ]}
    >
      {rowActions(record)}
    </TableCell>
  );
  return (
    <TableRow
      {...rowAttribute(record)}
      data-linha={mainLink?.to ?? ''}
      tabIndex={-1}
      selected={ticked ?? isCurrent}
      aria-current={isCurrent || undefined}
      sx={isSwitchedOff(resource, record) ? switchedOffStyle : null}
    >
      {tick && (
        <TableCell sx={checkboxCellStyle}><RowCheckbox resource={name} record={record} ticked={ticked === true} tick={tick} /></TableCell>
      )}
      {start && actions}
      {columns.map((column, index) => (
        <TableCell key={column} sx={[cellStyle(config, resource, column), rooms[index] as object]}>
          <ListCell resource={name} record={record} column={column} link={index === 0 ? mainLink : undefined} lines={2} />
        </TableCell>
      ))}
      {!start && actions}
    </TableRow>
  );
};
const Line = memo(RowOfCells);

const TableOfRows = (
  {resource: name, rows, rowActions, rowLead, density, within, chosen, selection, current, reading}: TableProps,
) => {
  const {config, resource} = useResourceAndSession(name);
  const declared = useDeclaredColumns(name, 'columns', within);
  const columns = chosen ?? declared;
  const checkboxWidth = selection === undefined ? 0 : CHECKBOX_COLUMN_PX;
  const rooms = useMemo(() => {
    // Chosen columns are all shown, and a child's table has few.
    const breakpoints = chosen === undefined && within === undefined
      ? columnBreakpoints(config, resource, columns, checkboxWidth)
      : undefined;
    return columns.map((column, index) => hideBelow(index === 0 ? undefined : breakpoints?.get(column)));
  }, [config, resource, columns, checkboxWidth, chosen, within]);
  const hasTicked = selection !== undefined && selection.rows.length > 0;
  const start = resource.list.actionsAt === 'start';
  const actionsHead = <TableCell align={start ? 'left' : 'right'} sx={actionsCellStyle(start)}>Ações</TableCell>;
  return (
    <WideTable start={start}>
      <Table
        size="small"
        aria-label={resource.label.many}
        aria-busy={rows === undefined}
        sx={{
          ...(density === 'compacta' ? COMPACT_ROWS : {}),
          '& tbody td': {height: HEIGHT[density]},
          '& th': {...tableHeadHeightStyle, py: 0.25, lineHeight: 1.2},
          [`@container (max-width: ${NARROW_PX}px)`]: {'& td, & th': {px: 0.75}, '& td:last-of-type, & th:last-of-type': {pr: 1}},
        }}
      >
        <TableHead>
          <TableRow>
            {selection && <TableCell sx={checkboxCellStyle}><PageCheckbox selection={selection} rows={rows ?? []} /></TableCell>}
            {start && rowActions && actionsHead}
            {columns.map((column, index) => (
              <Header key={column} resource={name} column={column} room={rooms[index] ?? {}} covered={hasTicked} />
            ))}
            {!start && rowActions && actionsHead}
          </TableRow>
        </TableHead>
        <TableBody onClick={followMainLinkOnClick} sx={{'& [data-linha]:not([data-linha=""])': {cursor: 'pointer'}}}>
          {rows === undefined && skeletonKeys.map(index => (
            <TableRow key={index}>
              {selection && <TableCell><Skeleton /></TableCell>}
              {columns.map((column, at) => <TableCell key={column} sx={rooms[at] ?? null}><Skeleton /></TableCell>)}
              {rowActions && <TableCell><Skeleton /></TableCell>}
            </TableRow>
          ))}
          {rows?.map(record => (
            <Line
              key={record.id}
              {...{resource: name, record, columns, rooms, rowActions, rowLead, reading, tick: selection?.tick}}
              ticked={selection?.has(record.id)}
              isCurrent={record.id === current}
            />
          ))}
        </TableBody>
      </Table>
    </WideTable>
  );
};

export const ListTable = memo(TableOfRows);
