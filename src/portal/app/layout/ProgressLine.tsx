/**
 * The global loading indicator (rules: Screens 3): a thin line on top while requests run. It waits a moment, so that quick answers
 * do not flicker.
 */
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import {useIsFetching, useIsMutating} from '@tanstack/react-query';
import {appearAfter} from '../../theme/appear.ts';

const PATIENCE = 150;

export const ProgressLine = () => {
  const busy = useIsFetching() + useIsMutating() > 0;
  // It lies over everything and in no other landmark.
  return busy && (
    <Box
      component="section"
      aria-label="Carregamento"
      sx={{position: 'fixed', inset: '0 0 auto 0', height: 3, zIndex: 'tooltip', pointerEvents: 'none'}}
    >
      <LinearProgress aria-label="Carregando" sx={{height: 3, backgroundColor: 'transparent', ...appearAfter(PATIENCE)}} />
    </Box>
  );
};
