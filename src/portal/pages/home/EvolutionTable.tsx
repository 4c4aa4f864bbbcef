/** The chart's numbers, month by month. */
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import {written} from './numbers.ts';
import type {EvolutionSeries} from './series.ts';

export const EvolutionTable = ({title, name, points}: EvolutionSeries) => (
  <TableContainer>
    <Table size="small" aria-label={title}>
      <TableHead>
        <TableRow><TableCell>Mês</TableCell><TableCell align="right">{name}</TableCell></TableRow>
      </TableHead>
      <TableBody>
        {points.map(({label, count}) => (
          <TableRow key={label}>
            <TableCell component="th" scope="row">{label}</TableCell><TableCell align="right">{written(count)}</TableCell>
          </TableRow>
        ))}
        <TableRow>
          <TableCell component="th" scope="row" sx={{fontWeight: 600}}>Total</TableCell>
          <TableCell align="right" sx={{fontWeight: 600}}>{written(points.reduce((sum, {count}) => sum + count, 0))}</TableCell>
        </TableRow>
      </TableBody>
    </Table>
  </TableContainer>
);
