import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import {lazyComponent} from '../../ui/lazyComponent.tsx';
import type {ExportFormat} from './exportCall.ts';
import {useExport} from './useExport.ts';
import {usePrintList} from './usePrintList.ts';
import type {ToolPanelState} from '../ToolWithPanel.tsx';

const ExportProgress = lazyComponent(async () => (await import('./ExportProgress.tsx')).ExportProgress);

const FORMATS: readonly {format: ExportFormat; label: string}[] = [{format: 'csv', label: 'CSV'}, {format: 'xlsx', label: 'Excel (XLSX)'}];

interface Props extends ToolPanelState {
  resource: string;
  columns: readonly string[];
}

export const ExportMenu = ({resource, columns, anchor, open, onClose}: Props) => {
  const {progress, start, cancel} = useExport(resource);
  const print = usePrintList(resource);
  // The cancel button disappears, so the focus returns to the menu's button.
  const cancelExport = () => {
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
      {progress && <ExportProgress progress={progress} onCancel={cancelExport} />}
    </>
  );
};
