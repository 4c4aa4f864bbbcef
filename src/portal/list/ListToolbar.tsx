/** A list's tabs, or what is ticked and what can be done with it, and its tools; without tabs between filters and rows. */
import BookmarkIcon from '@mui/icons-material/BookmarkBorderOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import RefreshIcon from '@mui/icons-material/RefreshOutlined';
import ColumnsIcon from '@mui/icons-material/ViewWeekOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import {useListContext} from 'ra-core';
import {TOP_BAR} from '../theme/tokens.ts';
import {counted} from '../ui/counted.ts';
import {later} from '../ui/later.tsx';
import type {Row} from '../wire/providers/dialects.ts';
import type {BulkAction} from './selection/bulkActions.ts';
import type {ChosenColumns} from './columns/chosenColumns.ts';
import {ListTabs} from './ListTabs.tsx';
import {PanelTool} from './PanelTool.tsx';
import {SelectPage} from './selection/SelectBoxes.tsx';
import type {Selection} from './selection/selection.ts';
import type {Tabs} from './tabs.ts';
import {ShortTools, ToolButton} from './ToolButton.tsx';

/** Fetched once something is ticked: in the line of tools, and on a phone at the foot of the list. */
export const BulkBar = later(async () => (await import('./selection/BulkBar.tsx')).BulkBar);
const ColumnChoice = later(async () => (await import('./columns/ColumnChoice.tsx')).ColumnChoice);
const Exporting = later(async () => (await import('./export/Exporting.tsx')).Exporting);
const SavedFiltersPanel = later(async () => (await import('./saved/SavedFiltersPanel.tsx')).SavedFiltersPanel);

interface ListToolbarProps {
  resource: string;
  columns: ChosenColumns;
  selection: Selection | undefined;
  /** In its line, where there is room and nothing is ticked. */
  tabs: Tabs;
  refresh: () => void;
  /** Something is to be done with what is ticked. */
  onAsk: (asked: BulkAction) => void;
  /** A line parts it from what stands above. */
  ruled: boolean;
}

export const ListToolbar = ({resource, columns, selection, tabs, refresh, onAsk, ruled}: ListToolbarProps) => {
  const {data} = useListContext<Row>();
  const phone = useMediaQuery(theme => theme.breakpoints.down('sm'));
  const ticked = selection !== undefined && selection.rows.length > 0;
  const count = selection?.rows.length ?? 0;
  const said = counted(count, 'selecionado', 'selecionados');
  const tabbed = !phone && !ticked && tabs.tabs.length > 0;
  return (
    <Box
      sx={{
        display: 'flex', alignItems: 'center', justifyContent: 'space-between', flexWrap: tabbed ? 'nowrap' : 'wrap', columnGap: 2,
        px: {xs: 0, sm: 1}, py: {xs: 0.5, sm: 0.25},
        minHeight: {xs: 44, sm: 40},
        ...(ruled ? {borderTop: 1, borderColor: 'divider'} : {}),
        // In sight while rows far below are ticked: within the whole list, whose child it is.
        ...(ticked
          ? {position: 'sticky', top: TOP_BAR, zIndex: 2, backgroundColor: phone ? 'background.default' : 'background.paper'}
          : {}),
      }}
    >
      <Box sx={{display: 'flex', alignItems: 'center', minWidth: 0, pl: {sm: tabbed ? 0 : 1}}}>
        {tabbed && <ListTabs {...tabs} />}
        {phone && selection && <SelectPage selection={selection} rows={data ?? []} />}
        {selection && (
          // There from the start, so that a screen reader says what changes in it.
          <Typography variant="body2" role="status" sx={{fontWeight: 600, whiteSpace: 'nowrap', mr: ticked ? 2 : 0}}>
            {ticked ? said : ''}
          </Typography>
        )}
        {ticked && !phone && <BulkBar resource={resource} selection={selection} phone={false} onAsk={onAsk} />}
      </Box>
      <Box
        role="toolbar"
        aria-label="Ferramentas da lista"
        sx={{display: 'flex', alignItems: 'center', justifyContent: 'flex-end', ml: 'auto'}}
      >
        <ShortTools value={phone || ticked || tabbed}>
          <PanelTool label="Filtros salvos" icon={<BookmarkIcon />} popup="dialog">
            {place => <SavedFiltersPanel {...place} resource={resource} columns={columns} />}
          </PanelTool>
          <PanelTool label="Colunas" icon={<ColumnsIcon />} popup="dialog">
            {place => <ColumnChoice {...place} resource={resource} columns={columns} />}
          </PanelTool>
          <PanelTool label="Exportar" icon={<DownloadIcon />} popup="menu">
            {place => <Exporting {...place} resource={resource} columns={columns.told} />}
          </PanelTool>
          <ToolButton label="Atualizar" icon={<RefreshIcon />} onClick={refresh} />
        </ShortTools>
      </Box>
    </Box>
  );
};
