/** In the place of a control whose choices could not be loaded. */
import Button from '@mui/material/Button';

export const LoadAgain = ({id, retry}: {id: string; retry: () => void}) => (
  // Named by its own words: the label is that of the control it stands for.
  <Button id={id} aria-labelledby={id} color="error" variant="outlined" size="small" onClick={retry}>
    Não foi possível carregar. Tentar de novo
  </Button>
);
