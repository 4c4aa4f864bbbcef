/** What cannot be changed, as text with its label. */
import type {ReactNode} from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

/** @param waiting holds skeletons, which are no terms of a list */
export const Facts = ({children, waiting = false}: {children: ReactNode; waiting?: boolean}) => (
  <Box
    component={waiting ? 'div' : 'dl'}
    sx={{
      m: 0, display: 'grid', gap: 2, '&:empty': {display: 'none'},
      // As many as there is room for, where they stand: an e-mail of usual length keeps its line.
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 216px), 1fr))',
    }}
  >
    {children}
  </Box>
);

export const Fact = ({label, aviso, children}: {label: string; aviso?: string | undefined; children: ReactNode}) => (
  <Box sx={{minWidth: 0}}>
    <Typography component="dt" variant="caption" color="text.secondary">{label}</Typography>
    <Typography component="dd" variant="body2" sx={{m: 0, overflowWrap: 'anywhere'}}>{children}</Typography>
    {aviso && <Alert component="dd" severity="warning" variant="outlined" sx={{m: 0, mt: 0.5, py: 0}}>{aviso}</Alert>}
  </Box>
);
