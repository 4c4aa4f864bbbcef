/** The list as a file: what is filtered, in its order, with the columns in sight, every page of it. */
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import {later} from '../ui/later.tsx';
import {PanelTool} from './PanelTool.tsx';

const Exporting = later(async () => (await import('./Exporting.tsx')).Exporting);

export const ExportMenu = ({resource, columns}: {resource: string; columns: readonly string[]}) => (
  <PanelTool label="Exportar" icon={<DownloadIcon />} popup="menu">
    {place => <Exporting {...place} resource={resource} columns={columns} />}
  </PanelTool>
);
