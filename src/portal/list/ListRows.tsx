/** The list in context: filters, tools, rows, pages. */
import {useRef, type ReactNode} from 'react';
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Tooltip from '@mui/material/Tooltip';
import useMediaQuery from '@mui/material/useMediaQuery';
import {useListContext} from 'ra-core';
import {useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {showShortcutHelp} from '../shortcuts/help.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {bulkActions} from './bulkActions.ts';
import {useChosenColumns} from './chosenColumns.ts';
import {DensityButton, useDensity} from './DensityButton.tsx';
import {ListEmpty} from './ListEmpty.tsx';
import {ListError} from './ListError.tsx';
import {ListFilters} from './ListFilters.tsx';
import {ListCards, ListTable} from './ListTable.tsx';
import {ListToolbar} from './ListToolbar.tsx';
import {Pager} from './Pager.tsx';
import {useSelection} from './selection.ts';
import {useKeptRows} from './useKeptRows.ts';
import {useListKeys} from './useListKeys.ts';
import {useListPlace} from './useListPlace.ts';

export interface ListRowsProps {
  name: string;
  rowActions: (record: Row) => ReactNode;
  /** Where a row's first column leads; undefined: nowhere. */
  rowLink: (record: Row) => string | undefined;
}

const ShortcutsButton = () => (
  <Tooltip title="Atalhos do teclado">
    <IconButton size="small" aria-label="Atalhos do teclado" aria-haspopup="dialog" onClick={showShortcutHelp}>
      <KeyboardIcon fontSize="small" />
    </IconButton>
  </Tooltip>
);

export const ListRows = ({name, rowActions, rowLink}: ListRowsProps) => {
  const resource = useResource(name);
  const {perfil} = useSession();
  const {error, refetch, isPlaceholderData} = useListContext<Row>();
  const {rows: shown, kept, total} = useKeptRows(name);
  const phone = useMediaQuery(theme => theme.breakpoints.down('sm'));
  const [density] = useDensity();
  const columns = useChosenColumns(name);
  const ticked = useSelection();
  const selection = bulkActions(resource, perfil, []).length > 0 ? ticked : undefined;
  const place = useRef<HTMLDivElement>(null);
  useListPlace(place);
  useListKeys(name, {list: place, refresh: () => void refetch(), ticks: selection !== undefined});
  const rows = {
    resource: name,
    rows: shown,
    rowLink,
    rowActions,
    chosen: columns.chosen,
    selection,
  };
  const content = () => {
    if (error && !kept) return <ListError name={name} error={error} kept={undefined} />;
    if (shown?.length === 0) return <ListEmpty name={name} />;
    return phone ? <ListCards {...rows} /> : <ListTable {...rows} density={density} />;
  };
  const line = {borderTop: phone ? 0 : 1, borderColor: 'divider'};
  return (
    <Box ref={place}>
      {phone && <ListFilters resource={name} />}
      <Paper variant={phone ? 'elevation' : 'outlined'} sx={phone ? {background: 'none'} : {borderRadius: 1.5, overflow: 'clip'}}>
        {!phone && <ListFilters resource={name} />}
        <Box sx={line}><ListToolbar resource={name} columns={columns} selection={selection} /></Box>
        <Box sx={{...line, opacity: isPlaceholderData ? 0.6 : 1, transition: 'opacity 120ms'}}>
          {error && kept && <Box sx={{p: phone ? 0 : 1, mb: phone ? 1 : 0}}><ListError name={name} error={error} kept={kept} /></Box>}
          {content()}
        </Box>
        {(shown?.length ?? 0) > 0 && (
          <Box sx={{...line, display: 'flex', alignItems: 'center'}}>
            <Box sx={{flexGrow: 1}}><Pager total={total} shown={kept !== 'other'} /></Box>
            {!phone && <Box sx={{display: 'flex', gap: 0.5, mr: 1}}><ShortcutsButton /><DensityButton /></Box>}
          </Box>
        )}
      </Paper>
    </Box>
  );
};
