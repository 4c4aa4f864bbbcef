/** The notice of a failed load, above the data of an earlier answer. */
import Box from '@mui/material/Box';
import {NotLoaded} from '../../ui/LoadError.tsx';
import type {Numbers} from './numbers.ts';

export const Trouble = (
  {what: subject, numbers: {said: answer, earlier: isStale, error, retry}}: {what: string; numbers: Numbers<unknown>},
) =>
  error === null ? null : (
    <Box sx={{mb: 1.5}}>
      <NotLoaded what={subject} onRetry={retry} kept={answer === undefined ? undefined : isStale ? 'other' : 'same'} />
    </Box>
  );
