/** The notice of a failed load, above the data of an earlier answer. */
import Box from '@mui/material/Box';
import {NotLoaded} from '../../ui/LoadError.tsx';
import type {DashboardQuery} from './dashboardQueries.ts';

export const DashboardLoadError = (
  {what: subject, numbers: {lastAnswer: answer, isStale, error, retry}}: {what: string; numbers: DashboardQuery<unknown>},
) =>
  error === null ? null : (
    <Box sx={{mb: 1.5}}>
      <NotLoaded subject={subject} onRetry={retry} shownContent={answer === undefined ? undefined : isStale ? 'other' : 'same'} />
    </Box>
  );
