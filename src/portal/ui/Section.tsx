import {useId, type ReactNode} from 'react';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import {GUTTER} from '../theme/tokens.ts';

export const Columns = ({children}: {children: ReactNode}) => (
  <Box sx={{display: 'grid', gridTemplateColumns: {xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))'}, gap: 2}}>{children}</Box>
);

interface Props {
  title: string;
  note?: string;
  aside?: ReactNode;
  children: ReactNode;
}

export const Section = ({title, note, aside, children}: Props) => {
  const id = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={{p: GUTTER, display: 'flex', flexDirection: 'column', gap: 2}}
    >
      <Box sx={{display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', flexWrap: 'wrap', columnGap: 2, rowGap: 1}}>
        <div>
          <Typography id={id} component="h2" variant="h3" sx={{fontWeight: 650}}>{title}</Typography>
          {note !== undefined && <Typography variant="body2" color="text.secondary">{note}</Typography>}
        </div>
        {aside}
      </Box>
      {children}
    </Paper>
  );
};
