import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import {columnLabel} from '../../../schema/lists/columns.ts';
import {useResource} from '../../session/context.ts';
import type {ChosenColumns} from './chosenColumns.ts';
import type {ToolPanelState} from '../ToolWithPanel.tsx';
import {ToolPanel} from '../ToolPanel.tsx';

interface Props extends ToolPanelState {
  resource: string;
  columns: ChosenColumns;
}

export const ColumnChoice = ({resource: name, columns: {offered, shown, choose}, ...place}: Props) => {
  const resource = useResource(name);
  return (
    <ToolPanel place={place} title="Colunas" label="Colunas da lista" size={{minWidth: 240}}>
      <FormGroup sx={{mb: 1}}>
        {offered.map((column, index) => {
          const isShown = shown.includes(column);
          return (
            <FormControlLabel
              key={column}
              label={columnLabel(resource, column)}
              control={
                <Checkbox
                  size="small"
                  autoFocus={index === 0}
                  checked={isShown}
                  disabled={isShown && shown.length === 1}
                  onChange={() => choose(isShown ? shown.filter(shownColumn => shownColumn !== column) : [...shown, column])}
                />
              }
            />
          );
        })}
      </FormGroup>
      <Box sx={{display: 'flex', justifyContent: 'space-between', gap: 1}}>
        <Button size="small" onClick={() => choose(undefined)}>Restaurar padrão</Button>
        <Button size="small" variant="outlined" onClick={place.onClose}>Fechar</Button>
      </Box>
    </ToolPanel>
  );
};
