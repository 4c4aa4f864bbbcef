/** Between filters and rows: what is ticked and what can be done with it, and the list's tools. */
import RefreshIcon from '@mui/icons-material/RefreshOutlined';
import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import {useListContext} from 'ra-core';
import {TOP_BAR} from '../theme/tokens.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {BulkBar} from './BulkBar.tsx';
import type {ChosenColumns} from './chosenColumns.ts';
import {ColumnMenu} from './ColumnMenu.tsx';
import {ExportMenu} from './ExportMenu.tsx';
import {SavedFilters} from './SavedFilters.tsx';
import {SelectPage} from './SelectBoxes.tsx';
import type {Selection} from './selection.ts';
import {ShortTools, ToolButton} from './ToolButton.tsx';

interface ListToolbarProps {
  resource: string;
  columns: ChosenColumns;
  selection: Selection | undefined;
}

export const ListToolbar = ({resource, columns, selection}: ListToolbarProps) => {
  const {data, refetch} = useListContext<Row>();
  const phone = useMediaQuery(theme => theme.breakpoints.down('sm'));
  const ticked = selection !== undefined && selection.rows.length > 0;
  return (
    <Box
      sx={{
        display: 'flex', alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', columnGap: 2, px: {xs: 0, sm: 1}, py: 0.5,
        minHeight: 44,
        // In sight while rows far below are ticked.
        ...(ticked
          ? {position: 'sticky', top: TOP_BAR, zIndex: 2, backgroundColor: phone ? 'background.default' : 'background.paper'}
          : {}),
      }}
    >
      <Box sx={{display: 'flex', alignItems: 'center', pl: {sm: 1}}}>
        {phone && selection && <SelectPage selection={selection} rows={data ?? []} />}
        {selection && <BulkBar resource={resource} selection={selection} />}
      </Box>
      <Box
        role="toolbar"
        aria-label="Ferramentas da lista"
        sx={{display: 'flex', alignItems: 'center', justifyContent: 'flex-end', ml: 'auto'}}
      >
        <ShortTools value={phone || ticked}>
          <SavedFilters resource={resource} columns={columns} />
          <ColumnMenu resource={resource} columns={columns} />
          <ExportMenu resource={resource} columns={columns.shown} />
          <ToolButton label="Atualizar" icon={<RefreshIcon />} onClick={() => void refetch()} />
        </ShortTools>
      </Box>
    </Box>
  );
};
