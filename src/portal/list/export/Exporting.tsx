/** The formats a list can be had in, paper among them, and how far the file has come that was asked for. */
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import {later} from '../../ui/later.tsx';
import type {Format} from './exportCall.ts';
import {useExport} from './useExport.ts';
import {usePrintList} from './usePrintList.ts';
import type {PanelPlace} from '../PanelTool.tsx';

const ExportProgress = later(async () => (await import('./ExportProgress.tsx')).ExportProgress);

const FORMATS: readonly {format: Format; label: string}[] = [{format: 'csv', label: 'CSV'}, {format: 'xlsx', label: 'Excel (XLSX)'}];

interface Props extends PanelPlace {
  resource: string;
  columns: readonly string[];
}

export const Exporting = ({resource, columns, anchor, open, onClose}: Props) => {
  const {progress, start, cancel} = useExport(resource);
  const print = usePrintList(resource);
  // The button that was pressed goes with the progress: the focus goes back to where the export began.
  const giveUp = () => {
    cancel();
    anchor.focus();
  };
  return (
    <>
      <Menu
        open={open}
        anchorEl={anchor}
        onClose={onClose}
        slotProps={{paper: {'aria-label': 'Exportar a lista'}, list: {'aria-label': 'Formatos'}}}
      >
        {FORMATS.map(({format, label}) => (
          <MenuItem
            key={format}
            disabled={progress !== undefined}
            onClick={() => {
              onClose();
              void start(format, columns);
            }}
          >
            {label}
          </MenuItem>
        ))}
        <MenuItem
          onClick={() => {
            onClose();
            print();
          }}
        >
          Imprimir
        </MenuItem>
      </Menu>
      {progress && <ExportProgress progress={progress} onCancel={giveUp} />}
    </>
  );
};
