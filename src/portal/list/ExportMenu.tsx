/** The list as a file: what is filtered, in its order, with the columns in sight, every page of it. */
import {useRef, useState} from 'react';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import {ToolButton} from './ToolButton.tsx';
import {useExport} from './useExport.ts';
import type {Format} from './exportCall.ts';
import {later} from '../ui/later.tsx';

const ExportProgress = later(async () => (await import('./ExportProgress.tsx')).ExportProgress);

const FORMATS: readonly {format: Format; label: string}[] = [{format: 'csv', label: 'CSV'}, {format: 'xlsx', label: 'Excel (XLSX)'}];

export const ExportMenu = ({resource, columns}: {resource: string; columns: readonly string[]}) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const {progress, start, cancel} = useExport(resource);
  const button = useRef<HTMLElement>(undefined);
  const open = (from: HTMLElement) => {
    button.current = from;
    setAnchor(from);
  };
  const close = () => setAnchor(undefined);
  // The button that was pressed goes with the progress: the focus goes back to where the export began.
  const giveUp = () => {
    cancel();
    button.current?.focus();
  };
  return (
    <>
      <ToolButton label="Exportar" icon={<DownloadIcon />} popup="menu" open={anchor !== undefined} onClick={open} />
      <Menu
        open={anchor !== undefined}
        anchorEl={anchor}
        onClose={close}
        slotProps={{paper: {'aria-label': 'Exportar a lista'}, list: {'aria-label': 'Formatos'}}}
      >
        {FORMATS.map(({format, label}) => (
          <MenuItem
            key={format}
            disabled={progress !== undefined}
            onClick={() => {
              close();
              void start(format, columns);
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
      {progress && <ExportProgress progress={progress} onCancel={giveUp} />}
    </>
  );
};
