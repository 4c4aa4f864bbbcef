/** The list as a file: what is filtered, in its order, with the columns in sight, every page of it. */
import {useState} from 'react';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import {ExportProgress} from './ExportProgress.tsx';
import {ToolButton} from './ToolButton.tsx';
import {useExport} from './useExport.ts';
import type {Format} from './exportCall.ts';

const FORMATS: readonly {format: Format; label: string}[] = [{format: 'csv', label: 'CSV'}, {format: 'xlsx', label: 'Excel (XLSX)'}];

export const ExportMenu = ({resource, columns}: {resource: string; columns: readonly string[]}) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const {progress, start, cancel} = useExport(resource);
  const close = () => setAnchor(undefined);
  return (
    <>
      <ToolButton label="Exportar" icon={<DownloadIcon />} popup="menu" open={anchor !== undefined} onClick={setAnchor} />
      <Menu open={anchor !== undefined} anchorEl={anchor} onClose={close} slotProps={{paper: {'aria-label': 'Exportar a lista'}, list: {'aria-label': 'Formatos'}}}>
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
      {progress && <ExportProgress progress={progress} onCancel={cancel} />}
    </>
  );
};
