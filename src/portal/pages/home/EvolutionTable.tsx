/** The chart's numbers, month by month, each leading to what it counts. */
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type {Days} from '../../../schema/dashboard.ts';
import {enteredFilter} from './addresses.ts';
import {Leading, type About} from './Leading.tsx';
import {written} from './numbers.ts';
import {inWords, type EvolutionSeries} from './series.ts';

export const EvolutionTable = ({title, name, points, ...about}: EvolutionSeries & About) => {
  const [first, last] = [points[0]?.days, points.at(-1)?.days];
  const total = points.reduce((sum, {count}) => sum + count, 0);
  const row = (label: string, count: number, days: Days | undefined, strong?: {fontWeight: number}) => (
    <TableRow key={label}>
      <TableCell component="th" scope="row" sx={strong}>{label}</TableCell>
      <TableCell align="right" sx={strong}>
        <Leading {...about} filter={days && enteredFilter(about, days)} label={`${label}: ${written(count)}`}>{written(count)}</Leading>
      </TableCell>
    </TableRow>
  );
  return (
    <TableContainer>
      <Table size="small" aria-label={title}>
        <TableHead>
          <TableRow><TableCell>Mês</TableCell><TableCell align="right">{name}</TableCell></TableRow>
        </TableHead>
        <TableBody>
          {points.map(point => row(inWords(point), point.count, point.days))}
          {row('Total', total, first && last && {from: first.from, to: last.to}, {fontWeight: 600})}
        </TableBody>
      </Table>
    </TableContainer>
  );
};
