/** 'Filtros salvos': apply one, keep the current one under a name, delete one. */
import BookmarkIcon from '@mui/icons-material/BookmarkBorderOutlined';
import {later} from '../ui/later.tsx';
import type {ChosenColumns} from './chosenColumns.ts';
import {PanelTool} from './PanelTool.tsx';

const SavedFiltersPanel = later(async () => (await import('./SavedFiltersPanel.tsx')).SavedFiltersPanel);

export const SavedFilters = ({resource, columns}: {resource: string; columns: ChosenColumns}) => (
  <PanelTool label="Filtros salvos" icon={<BookmarkIcon />} popup="dialog">
    {place => <SavedFiltersPanel {...place} resource={resource} columns={columns} />}
  </PanelTool>
);
