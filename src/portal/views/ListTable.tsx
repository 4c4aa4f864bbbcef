/** The rows of a list as a table (from a tablet up) or as cards (a phone). */
import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import Typography from '@mui/material/Typography';
import {useListContext} from 'ra-core';
import {useResource} from '../ConfigContext.tsx';
import type {Row} from '../providers/dialects.ts';
import {columnLabel, isOneLine, isSortable, useColumns} from './columns.ts';
import {ListCell} from './ListCell.tsx';

export type Density = 'confortavel' | 'compacta';
const HEIGHT: Record<Density, number> = {confortavel: 44, compacta: 36};

export interface ListRowsProps {
  resource: string;
  /** undefined: still coming. */
  rows: readonly Row[] | undefined;
  rowActions: (record: Row) => ReactNode;
  rowLink: (record: Row) => string | undefined;
  /** The reference that every row shares. */
  within?: string;
}

const Header = ({resource: name, column}: {resource: string; column: string}) => {
  const resource = useResource(name);
  const {sort, setSort} = useListContext();
  const label = columnLabel(resource, column);
  const active = sort.field === column;
  const direction = sort.order === 'DESC' ? 'desc' : 'asc';
  return (
    <TableCell sortDirection={active ? direction : false}>
      {isSortable(resource, column) ? (
        <TableSortLabel active={active} direction={active ? direction : 'asc'} onClick={() => setSort({field: column, order: active && direction === 'asc' ? 'DESC' : 'ASC'})}>
          {label}
        </TableSortLabel>
      ) : label}
    </TableCell>
  );
};

const SKELETONS = 8;
const asleep = Array.from({length: SKELETONS}, (_, index) => index);

export const ListTable = ({resource: name, rows, rowActions, rowLink, density, within}: ListRowsProps & {density: Density}) => {
  const resource = useResource(name);
  const columns = useColumns(name, 'columns', within);
  const start = resource.list.actionsAt === 'start';
  const actionsHead = <TableCell align={start ? 'left' : 'right'}>Ações</TableCell>;
  return (
    <TableContainer>
      <Table size="small" aria-label={resource.label.many} aria-busy={rows === undefined} sx={{'& td': {height: HEIGHT[density]}}}>
        <TableHead>
          <TableRow>
            {start && actionsHead}
            {columns.map(column => <Header key={column} resource={name} column={column} />)}
            {!start && actionsHead}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows === undefined && asleep.map(index => (
            <TableRow key={index}>{[...columns, 'acoes'].map(column => <TableCell key={column}><Skeleton /></TableCell>)}</TableRow>
          ))}
          {rows?.map(record => {
            const actions = (
              <TableCell align={start ? 'left' : 'right'} sx={{whiteSpace: 'nowrap', width: '1%', '& > *': {justifyContent: start ? 'flex-start' : 'flex-end'}}}>
                {rowActions(record)}
              </TableCell>
            );
            return (
              <TableRow key={record.id}>
                {start && actions}
                {columns.map((column, index) => (
                  <TableCell key={column} sx={isOneLine(resource, column) ? {whiteSpace: 'nowrap'} : {maxWidth: 320, minWidth: 120, overflowWrap: 'break-word'}}>
                    <ListCell resource={name} record={record} column={column} to={index === 0 ? rowLink(record) : undefined} />
                  </TableCell>
                ))}
                {!start && actions}
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
};

export const ListCards = ({resource: name, rows, rowActions, rowLink, within}: ListRowsProps) => {
  const resource = useResource(name);
  const [main, ...facts] = useColumns(name, 'card', within);
  if (rows === undefined) {
    return <Box sx={{display: 'grid', gap: 1}}>{asleep.slice(0, 4).map(index => <Skeleton key={index} variant="rounded" height={116} />)}</Box>;
  }
  return (
    <Box component="ul" aria-label={resource.label.many} sx={{display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none'}}>
      {rows.map(record => (
        <Paper key={record.id} component="li" variant="outlined" sx={{p: 1.5}}>
          <Box sx={{display: 'flex', justifyContent: 'space-between', alignItems: 'start', gap: 1}}>
            <Typography component="div" sx={{fontWeight: 600, overflowWrap: 'anywhere', py: 0.5}}>
              {main && <ListCell resource={name} record={record} column={main} to={rowLink(record)} />}
            </Typography>
            {resource.toggle && <ListCell resource={name} record={record} column={resource.toggle.field} />}
          </Box>
          {facts.map(column => (
            <Typography key={column} variant="body2" component="div" sx={{display: 'flex', gap: 1, minWidth: 0, overflowWrap: 'anywhere'}}>
              <Box component="span" sx={{color: 'text.secondary', flexShrink: 0}}>{columnLabel(resource, column)}</Box>
              <span><ListCell resource={name} record={record} column={column} /></span>
            </Typography>
          ))}
          <Box sx={{mt: 1, display: 'flex', justifyContent: 'flex-end'}}>{rowActions(record)}</Box>
        </Paper>
      ))}
    </Box>
  );
};
