/** A load that failed, beside what is shown all the same. */
import Box from '@mui/material/Box';
import {NotLoaded} from '../../ui/LoadError.tsx';
import type {Numbers} from './numbers.ts';

export const Trouble = ({what, numbers: {said, earlier, error, retry}}: {what: string; numbers: Numbers<unknown>}) =>
  error === null ? null : (
    <Box sx={{mb: 1.5}}>
      <NotLoaded what={what} onRetry={retry} kept={said === undefined ? undefined : earlier ? 'other' : 'same'} />
    </Box>
  );
