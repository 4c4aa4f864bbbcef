/** The rows of a list as a table, from a tablet up. */
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
import type {Config, Resource} from '../../../schema/config/config.ts';
import {WAITED_FOR} from '../../../schema/statuses/situation.ts';
import {isOff} from '../../../schema/lifeCycle/toggle.ts';
import {useAbout, useResource} from '../../session/context.ts';
import {COARSE} from '../../theme/tokens.ts';
import {rowMark} from '../../ui/place/focus.ts';
import {watchEdges} from '../../ui/watchEdges.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {isDated, isProse, isSortable, useColumns} from '../columns/columns.ts';
import {openOnClick, type Lead} from '../address/leads.ts';
import {ListCell} from './ListCell.tsx';
import {SelectPage, SelectRow, tickCell, TICKS} from '../selection/SelectBoxes.tsx';
import {goneBelow, roomFor, TURN} from './columnWidths.ts';
import type {Density} from './density.ts';
import type {Selection} from '../selection/selection.ts';

/**
 * Around a table that may be wider than its place: it scrolls by itself, and says where there is more (`--mais`, 0 or 1).
 *
 * @param start whether what stays in sight stands at the table's beginning: more is then what went under it
 */
const WideTable = ({start, children}: {start: boolean; children: ReactNode}) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = ref.current;
    return place === null ? undefined : watchEdges(place, (before, after) => {
      place.style.setProperty('--mais', (start ? before : after) > 1 ? '1' : '0');
    });
  }, [start]);
  // Reached by the keyboard where it scrolls: its links and buttons scroll it when they get the focus.
  return <TableContainer ref={ref} sx={{scrollPaddingInline: '160px', containerType: 'inline-size'}}>{children}</TableContainer>;
};

const HEIGHT: Record<Density, number> = {confortavel: 44, compacta: 36};
/** Of a low row: its second line is shown where somebody is at it. Its height is there all along, so that nothing moves. */
const LOW = {
  // Broken anywhere in two lines as in one, a text asks for as much room: its column stays as wide.
  '& td, & [data-linhas]': {py: 0, lineHeight: '15px', overflowWrap: 'anywhere'},
  '& tbody tr:not(:hover, :focus-within, .Mui-selected)': {
    // As much of a text as there is room for, not as many words.
    '& [data-linhas]': {WebkitLineClamp: 1, wordBreak: 'break-all'}, '& [data-segunda]': {maxHeight: 0},
  },
};

export interface ListRowsProps {
  resource: string;
  /** undefined: still coming. */
  rows: readonly Row[] | undefined;
  /** Absent: nothing is done to them here. */
  rowActions?: ((record: Row) => ReactNode) | undefined;
  rowLead: (record: Row) => Lead | undefined;
  /** The reference that every row shares. */
  within?: string;
  /** The columns somebody chose, instead of the declared ones. */
  chosen?: readonly string[] | undefined;
  /** Rows that something is done to together; absent where nothing is. */
  selection?: Selection | undefined;
  /** The record that the form beside the list is about. */
  current?: number | undefined;
  /** Whether rows are being read: with the next reading goes what time alone changes. */
  reading?: boolean | undefined;
}

interface HeaderProps {
  resource: string;
  column: string;
  room: SxProps<Theme>;
  /** Something lies over it: the keyboard passes it by. */
  covered: boolean;
}

const Header = ({resource: name, column, room, covered}: HeaderProps) => {
  const resource = useResource(name);
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
          // Room for it only where it says something.
          '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': {display: 'none'},
        },
        room as object,
      ]}
    >
      {isSortable(resource, column) ? (
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

/** Pixels of a table whose cells stand closer; of one with room for long words of whose turn it is. */
const [NARROW, ROOMY] = [1000, 960];
/** Whose turn it is, and who attends it beneath. */
const turn = {
  whiteSpace: 'nowrap', lineHeight: 1.3,
  '& > span': {
    display: 'block', maxWidth: TURN.least, overflow: 'hidden', textOverflow: 'ellipsis',
    // For how long, too.
    [`@container (min-width: ${ROOMY}px)`]: {maxWidth: TURN.most},
  },
};
/** Words break where they like, an instant between its day and its time where room is short; the rest is read in one piece. */
const cell = (config: Config, resource: Resource, column: string): object => {
  if (column === WAITED_FOR) return turn;
  if (isProse(config, resource, column)) return {maxWidth: 320, minWidth: 84};
  const isWhole = {whiteSpace: 'nowrap'};
  return isDated(config, resource, column) ? {minWidth: 84, [`@container (min-width: ${ROOMY}px)`]: isWhole} : isWhole;
};

const SKELETONS = 8;
/** What a ticked row is tinted with, over a ground of its own. */
const tint = ({palette: {primary, action}}: Theme, more: number): string => {
  const color = alpha(primary.main, action.selectedOpacity + more);
  return `linear-gradient(${color}, ${color})`;
};

/** Where a table is wider than its place the actions stay in sight, and a shade says that the rest goes on under them. */
const ends = (start: boolean): SxProps<Theme> => ({
  displayPrint: 'none', position: 'sticky', [start ? 'left' : 'right']: 0, zIndex: 1,
  backgroundColor: 'background.paper', backgroundImage: 'inherit',
  'tr:hover > &': {backgroundColor: 'inherit'},
  // The row's tint lets through what is under it.
  '.Mui-selected > &': {backgroundColor: 'background.paper', backgroundImage: theme => tint(theme, 0)},
  '.Mui-selected:hover > &': {
    backgroundColor: 'background.paper', backgroundImage: theme => tint(theme, theme.palette.action.hoverOpacity),
  },
  // No button's ring is higher than its row.
  '&& :focus-visible': {outlineOffset: '1px'},
  // Above the row's ring, which goes on here, a pixel of it over the cell.
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

/** How high its head is, and whatever lies over that. */
export const HEAD = {height: 36, [COARSE]: {height: 48}};

/** One that is switched off: its switch says so, the rest steps back. */
export const muted = {'&, & td, & a': {color: 'text.secondary'}};

const asleep = Array.from({length: SKELETONS}, (_, index) => index);
/**
 * Cards that are still coming, or what draws them: as many as are known, else as a screen has, so that what is below stands where it will.
 */
export const CardsAsleep = () => asleep.slice(0, useListContext().data?.length || 4)
  .map(index => <Skeleton key={index} variant="rounded" height={150} sx={{mb: 1}} />);

interface TableProps extends ListRowsProps {
  density: Density;
}

/** One of them; its functions are the same ones from row to row and from time to time. */
export interface RowProps extends Omit<ListRowsProps, 'rows' | 'within' | 'selection' | 'current'> {
  record: Row;
  columns: readonly string[];
  /** Absent: rows are not ticked. */
  tick: Selection['tick'] | undefined;
  ticked: boolean | undefined;
  isCurrent: boolean;
}

type LineProps = RowProps & {rooms: readonly SxProps<Theme>[]};
const RowOfCells = ({resource: name, record, columns, rooms, rowActions, rowLead, tick, ticked, isCurrent}: LineProps) => {
  const {config, resource} = useAbout(name);
  const start = resource.list.actionsAt === 'start';
  const lead = rowLead(record);
  const actions = rowActions && (
    <TableCell
      align={start ? 'left' : 'right'}
      sx={[{whiteSpace: 'nowrap', width: '1%', '& > *': {justifyContent: start ? 'flex-start' : 'flex-end'}}, ends(start) as object]}
    >
      {rowActions(record)}
    </TableCell>
  );
  return (
    // Reached with the arrow keys; Enter opens what its link opens.
    <TableRow
      {...rowMark(record)}
      data-linha={lead?.to ?? ''}
      tabIndex={-1}
      selected={ticked ?? isCurrent}
      aria-current={isCurrent || undefined}
      sx={isOff(resource, record) ? muted : null}
    >
      {tick && <TableCell sx={tickCell}><SelectRow resource={name} record={record} ticked={ticked === true} tick={tick} /></TableCell>}
      {start && actions}
      {columns.map((column, index) => (
        <TableCell key={column} sx={[cell(config, resource, column), rooms[index] as object]}>
          <ListCell resource={name} record={record} column={column} lead={index === 0 ? lead : undefined} lines={2} />
        </TableCell>
      ))}
      {!start && actions}
    </TableRow>
  );
};
/** Drawn anew with what it shows, not with the others. */
const Line = memo(RowOfCells);

const TableOfRows = (
  {resource: name, rows, rowActions, rowLead, density, within, chosen, selection, current, reading}: TableProps,
) => {
  const {config, resource} = useAbout(name);
  const declared = useColumns(name, 'columns', within);
  const columns = chosen ?? declared;
  const ticks = selection === undefined ? 0 : TICKS;
  const rooms = useMemo(() => {
    // Who chose columns wants them all; in a child's table there are few.
    const from = chosen === undefined && within === undefined ? roomFor(config, resource, columns, ticks) : undefined;
    return columns.map((column, index) => goneBelow(index === 0 ? undefined : from?.get(column)));
  }, [config, resource, columns, ticks, chosen, within]);
  const ticked = selection !== undefined && selection.rows.length > 0;
  const start = resource.list.actionsAt === 'start';
  const actionsHead = <TableCell align={start ? 'left' : 'right'} sx={ends(start)}>Ações</TableCell>;
  return (
    <WideTable start={start}>
      <Table
        size="small"
        aria-label={resource.label.many}
        aria-busy={rows === undefined}
        sx={{
          ...(density === 'compacta' ? LOW : {}),
          '& tbody td': {height: HEIGHT[density]},
          '& th': {...HEAD, py: 0.25, lineHeight: 1.2},
          [`@container (max-width: ${NARROW}px)`]: {'& td, & th': {px: 0.75}, '& td:last-of-type, & th:last-of-type': {pr: 1}},
        }}
      >
        <TableHead>
          <TableRow>
            {selection && <TableCell sx={tickCell}><SelectPage selection={selection} rows={rows ?? []} /></TableCell>}
            {start && rowActions && actionsHead}
            {columns.map((column, index) => (
              <Header key={column} resource={name} column={column} room={rooms[index] ?? {}} covered={ticked} />
            ))}
            {!start && rowActions && actionsHead}
          </TableRow>
        </TableHead>
        <TableBody onClick={openOnClick} sx={{'& [data-linha]:not([data-linha=""])': {cursor: 'pointer'}}}>
          {rows === undefined && asleep.map(index => (
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

/** As large as a list is long: drawn anew only where what it is given is another. */
export const ListTable = memo(TableOfRows);
