import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import {formatInstant} from '../../schema/fields/dates.ts';
import type {RecordFile} from '../../schema/apiShapes.ts';
import {EMPTY_VALUE} from '../../schema/words/messages.ts';
import {formatEntryCells, type TimelineEntry} from '../form/history/history.ts';
import {formatFileSize} from '../fields/files/fileTexts.ts';

interface PaperTableProps {
  label: string;
  heads: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

export const PrintTable = ({label, heads, rows}: PaperTableProps) => (
  // A phone's screen is narrower than paper.
  <Box role="group" aria-label={label} tabIndex={0} sx={{overflowX: 'auto', '@media print': {overflow: 'visible'}}}>
    <Table
      size="small"
      aria-label={label}
      sx={{
        '& td, & th': {px: 0.75, whiteSpace: 'pre-line', verticalAlign: 'top', overflowWrap: 'break-word'},
        '& tr > :first-of-type': {pl: 0},
      }}
    >
      <TableHead><TableRow>{heads.map(head => <TableCell key={head}>{head}</TableCell>)}</TableRow></TableHead>
      <TableBody>
        {rows.map((cells, row) => (
          <TableRow key={row}>
            {cells.map((cell, at) => <TableCell key={heads[at]}>{cell === '' ? EMPTY_VALUE : cell}</TableCell>)}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </Box>
);

export const PrintFiles = ({files}: {files: readonly RecordFile[]}) => (files.length === 0
  ? <Typography color="text.secondary">Nenhum arquivo.</Typography>
  : (
    <PrintTable
      label="Arquivos"
      heads={['Arquivo', 'Tipo', 'Tamanho', 'Origem', 'Data']}
      rows={files.map(({nomeArquivo, tipo, tamanho, origem, dataCriacao}) =>
        [nomeArquivo, tipo, tamanho === undefined ? '' : formatFileSize(tamanho), origem, formatInstant(dataCriacao)])}
    />
  ));

export const PrintHistory = ({entries}: {entries: readonly TimelineEntry[]}) => (entries.length === 0
  ? <Typography color="text.secondary">Nada foi registrado ainda.</Typography>
  : <PrintTable label="Histórico" heads={['Quando', 'Quem', 'Movimento', 'Comentário']} rows={entries.map(formatEntryCells)} />);
