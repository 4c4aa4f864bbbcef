/** In the place of a control whose choices could not be loaded. */
import Button from '@mui/material/Button';

export const LoadAgain = ({id, retry}: {id: string; retry: () => void}) => (
  <Button id={id} color="error" variant="outlined" size="small" onClick={retry}>Não foi possível carregar. Tentar de novo</Button>
);
