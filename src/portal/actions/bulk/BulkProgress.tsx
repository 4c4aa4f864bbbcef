/** How far many records have come. Closing the tab meanwhile asks: what is left would not be done. */
import {useEffect} from 'react';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import {isSignedIn} from '../../session/signedIn.ts';

/** @param title of what is done, where it does not stand above */
export const BulkProgress = ({done, of, title}: {done: number; of: number; title?: string}) => {
  useEffect(() => {
    // A session that ended leaves at once; what was done is said to whoever comes back.
    const ask = (event: BeforeUnloadEvent) => isSignedIn() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  const said = `${done.toLocaleString('pt-BR')} de ${of.toLocaleString('pt-BR')}`;
  return (
    <Box>
      <Typography>{title === undefined ? said : `${title}: ${said}`}</Typography>
      <LinearProgress
        aria-label="Progresso"
        aria-valuetext={said}
        variant="determinate"
        value={of === 0 ? 0 : (100 * done) / of}
        sx={{mt: 1, borderRadius: 1}}
      />
    </Box>
  );
};
