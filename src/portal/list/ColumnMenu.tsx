/** Which columns the list shows. At least one stays. */
import ColumnsIcon from '@mui/icons-material/ViewWeekOutlined';
import {later} from '../ui/later.tsx';
import type {ChosenColumns} from './chosenColumns.ts';
import {PanelTool} from './PanelTool.tsx';

const ColumnChoice = later(async () => (await import('./ColumnChoice.tsx')).ColumnChoice);

export const ColumnMenu = ({resource, columns}: {resource: string; columns: ChosenColumns}) => (
  <PanelTool label="Colunas" icon={<ColumnsIcon />} popup="dialog">
    {place => <ColumnChoice {...place} resource={resource} columns={columns} />}
  </PanelTool>
);
