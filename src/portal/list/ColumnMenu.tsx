/** Which columns the list shows. At least one stays. */
import {useState} from 'react';
import ColumnsIcon from '@mui/icons-material/ViewWeekOutlined';
import {later} from '../ui/later.tsx';
import type {ChosenColumns} from './chosenColumns.ts';
import {ToolButton} from './ToolButton.tsx';

const ColumnChoice = later(async () => (await import('./ColumnChoice.tsx')).ColumnChoice);

export const ColumnMenu = ({resource, columns}: {resource: string; columns: ChosenColumns}) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [open, setOpen] = useState(false);
  return (
    <>
      <ToolButton
        label="Colunas" icon={<ColumnsIcon />} popup="dialog" open={open}
        onClick={element => {
          setAnchor(element);
          setOpen(true);
        }}
      />
      {anchor !== undefined && (
        <ColumnChoice resource={resource} columns={columns} anchor={anchor} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  );
};
