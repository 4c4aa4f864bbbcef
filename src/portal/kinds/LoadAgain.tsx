/** In the place of a control whose choices could not be loaded. */
import Button from '@mui/material/Button';
import {labelIdOf} from './FieldFrame.tsx';

export const LoadAgain = ({id, retry}: {id: string; retry: () => void}) => (
  // By the label alone, which is that of the control it stands for, it would not be called what it says.
  <Button id={id} aria-labelledby={`${labelIdOf(id)} ${id}-de-novo`} color="error" variant="outlined" size="small" onClick={retry}>
    <span id={`${id}-de-novo`}>Não foi possível carregar. Tentar de novo</span>
  </Button>
);
