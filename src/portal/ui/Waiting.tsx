/** The shapes of what a screen waits for: never 'nothing' for what is not known yet. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';

/** A label and its value. */
export const FactSkeleton = () => (
  <Box aria-hidden>
    <Skeleton variant="text" width="45%" sx={{fontSize: '0.75rem'}} />
    <Skeleton variant="text" width="75%" />
  </Box>
);

/** Rows of a list: a line, and a smaller one under it. */
export const RowsSkeleton = ({rows, label}: {rows: number; label: string}) => (
  <Box role="status" aria-label={label} sx={{display: 'grid', gap: 1.5}}>
    {Array.from({length: rows}, (_, index) => (
      <Box key={index}>
        <Skeleton variant="text" width={`${70 - index * 12}%`} />
        <Skeleton variant="text" width="40%" sx={{fontSize: '0.75rem'}} />
      </Box>
    ))}
  </Box>
);

interface NotLoadedProps {
  what: string;
  onRetry: () => void;
  /** Something is shown all the same. */
  kept?: boolean;
  /** What is to be known of that. */
  note?: string;
}

/** What could not be loaded, or not again, and another try. */
export const NotLoaded = ({what, onRetry, kept = false, note = 'O que você vê pode estar desatualizado.'}: NotLoadedProps) => (
  <Alert
    severity={kept ? 'warning' : 'error'}
    variant={kept ? 'outlined' : 'standard'}
    action={<Button color="inherit" size="small" onClick={onRetry} sx={{whiteSpace: 'nowrap'}}>Tentar de novo</Button>}
  >
    {kept ? `Não foi possível atualizar ${what}. ${note}` : `Não foi possível carregar ${what}.`}
  </Alert>
);
