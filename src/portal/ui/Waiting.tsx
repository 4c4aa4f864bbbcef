/** The shapes of what a screen waits for: never 'nothing' for what is not known yet. */
import Box from '@mui/material/Box';
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
