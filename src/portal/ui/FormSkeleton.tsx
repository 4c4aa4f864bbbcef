import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';

export const FormSkeleton = ({inputs}: {inputs: number}) => (
  <Box
    role="status"
    aria-label="Carregando"
    sx={{display: 'grid', gridTemplateColumns: {xs: '1fr', sm: '1fr 1fr'}, columnGap: 3, rowGap: 3.5}}
  >
    {Array.from({length: inputs}, (_, index) => (
      <Box key={index}>
        <Skeleton width="35%" />
        <Skeleton variant="rounded" height={40} />
      </Box>
    ))}
  </Box>
);
