/** The global loading indicator (§2): a thin line on top while requests run. It waits a moment, so that quick answers do not flicker. */
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import {keyframes} from '@mui/material/styles';
import {useIsFetching, useIsMutating} from '@tanstack/react-query';

const PATIENCE = 150;
const appear = keyframes({from: {visibility: 'hidden'}, to: {visibility: 'visible'}});

export const ProgressLine = () => {
  const busy = useIsFetching() + useIsMutating() > 0;
  return (
    <Box sx={{position: 'fixed', inset: '0 0 auto 0', height: 3, zIndex: 'tooltip', pointerEvents: 'none'}}>
      {busy && <LinearProgress aria-label="Carregando" sx={{height: 3, backgroundColor: 'transparent', animation: `${appear} 1ms ${PATIENCE}ms backwards`}} />}
    </Box>
  );
};
