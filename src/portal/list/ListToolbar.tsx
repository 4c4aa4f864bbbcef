/** A list's tabs and tools in one line; on a phone, the page's checkbox and the filters. */
import type {ReactNode} from 'react';
import BookmarkIcon from '@mui/icons-material/BookmarkBorderOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import RefreshIcon from '@mui/icons-material/RefreshOutlined';
import ColumnsIcon from '@mui/icons-material/ViewWeekOutlined';
import Box from '@mui/material/Box';
import {screenKeys} from '../../schema/words/keys.ts';
import {lazyComponent} from '../ui/lazyComponent.tsx';
import type {ChosenColumns} from './columns/chosenColumns.ts';
import {ToolWithPanel, CompactToolsContext, ToolButton} from './ToolWithPanel.tsx';

const ColumnChoice = lazyComponent(async () => (await import('./columns/ColumnChoice.tsx')).ColumnChoice);
const Exporting = lazyComponent(async () => (await import('./export/ExportMenu.tsx')).ExportMenu);
const SavedFiltersPanel = lazyComponent(async () => (await import('./saved/SavedFiltersPanel.tsx')).SavedFiltersPanel);

interface ListToolbarProps {
  resource: string;
  columns: ChosenColumns;
  refresh: () => void;
  ruled: boolean;
  short: boolean;
  children: ReactNode;
}

export const ListToolbar = ({resource, columns, refresh, ruled, short, children}: ListToolbarProps) => {
  return (
    <Box
      sx={{
        display: 'flex', alignItems: 'center', justifyContent: 'space-between', columnGap: {xs: 0.5, sm: 2}, px: {xs: 0, sm: 1}, py: 0.25,
        minHeight: {xs: 44, sm: 40},
        ...(ruled ? {borderTop: 1, borderColor: 'divider'} : {}),
      }}
    >
      <Box sx={{display: 'flex', alignItems: 'center', minWidth: 0}}>{children}</Box>
      <Box
        role="toolbar"
        aria-label="Ferramentas da lista"
        sx={{display: 'flex', alignItems: 'center', justifyContent: 'flex-end', ml: 'auto', '&& :focus-visible': {outlineOffset: -2}}}
      >
        <CompactToolsContext value={short}>
          <ToolWithPanel label="Filtros salvos" icon={<BookmarkIcon />} popup="dialog">
            {panel => <SavedFiltersPanel {...panel} resource={resource} columns={columns} />}
          </ToolWithPanel>
          <ToolWithPanel label="Colunas" icon={<ColumnsIcon />} popup="dialog">
            {panel => <ColumnChoice {...panel} resource={resource} columns={columns} />}
          </ToolWithPanel>
          <ToolWithPanel label="Exportar" icon={<DownloadIcon />} popup="menu">
            {panel => <Exporting {...panel} resource={resource} columns={columns.exportableColumns} />}
          </ToolWithPanel>
          <ToolButton label="Atualizar" icon={<RefreshIcon />} shortcut={screenKeys.refresh} onClick={refresh} />
        </CompactToolsContext>
      </Box>
    </Box>
  );
};
