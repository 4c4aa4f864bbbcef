/** What somebody wrote, as they wrote it. */
import type {ReactNode} from 'react';
import Typography from '@mui/material/Typography';

export const Quote = ({children}: {children: ReactNode}) => (
  <Typography
    component="blockquote"
    variant="body2"
    sx={{m: 0, pl: 1.5, borderLeft: 3, borderColor: 'divider', overflowWrap: 'anywhere', whiteSpace: 'pre-line'}}
  >
    {children}
  </Typography>
);
