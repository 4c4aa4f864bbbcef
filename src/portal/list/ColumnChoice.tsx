/** The columns of a list to choose from, over it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import {columnLabel} from '../../schema/columns.ts';
import {useResource} from '../session/ConfigContext.tsx';
import {BENEATH} from '../ui/beneath.ts';
import type {ChosenColumns} from './chosenColumns.ts';
import type {PanelPlace} from './PanelTool.tsx';

interface Props extends PanelPlace {
  /** The resource's name. */
  resource: string;
  columns: ChosenColumns;
}

export const ColumnChoice = ({resource: name, columns: {offered, shown, choose}, anchor, open, onClose}: Props) => {
  const resource = useResource(name);
  return (
    <Popover
      open={open}
      anchorEl={anchor}
      onClose={onClose}
      {...BENEATH}
      slotProps={{paper: {role: 'dialog', 'aria-label': 'Colunas da lista', sx: {p: 2, minWidth: 240}}}}
    >
      <Typography variant="h3" component="h2">Colunas</Typography>
      <FormGroup sx={{my: 1}}>
        {offered.map((column, index) => {
          const on = shown.includes(column);
          return (
            <FormControlLabel
              key={column}
              label={columnLabel(resource, column)}
              control={
                <Checkbox
                  size="small"
                  autoFocus={index === 0}
                  checked={on}
                  disabled={on && shown.length === 1}
                  onChange={() => choose(on ? shown.filter(one => one !== column) : [...shown, column])}
                />
              }
            />
          );
        })}
      </FormGroup>
      <Box sx={{display: 'flex', justifyContent: 'space-between', gap: 1}}>
        <Button size="small" onClick={() => choose(undefined)}>Restaurar padrão</Button>
        <Button size="small" variant="outlined" onClick={onClose}>Fechar</Button>
      </Box>
    </Popover>
  );
};
