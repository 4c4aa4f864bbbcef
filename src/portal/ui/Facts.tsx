import type {ReactNode} from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import {ROBOT_MARK_ATTRIBUTES} from './Refusal.tsx';

/** @param waiting contains skeletons, which are no terms of a `dl` */
export const Facts = ({children, waiting = false}: {children: ReactNode; waiting?: boolean}) => (
  <Box
    component={waiting ? 'div' : 'dl'}
    sx={{
      m: 0, display: 'grid', gap: 2, '&:empty': {display: 'none'},
      // 216 px, because an e-mail of usual length fits in one line.
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
    {aviso && (
      <Alert {...ROBOT_MARK_ATTRIBUTES} component="dd" severity="warning" variant="outlined" sx={{m: 0, mt: 0.5, py: 0}}>{aviso}</Alert>
    )}
  </Box>
);

export const FactSkeleton = () => (
  <Box aria-hidden>
    <Skeleton width="45%" sx={{fontSize: '0.75rem'}} />
    <Skeleton width="75%" />
  </Box>
);

export const RowsSkeleton = ({rows, label}: {rows: number; label: string}) => (
  <Box role="status" aria-label={label} sx={{display: 'grid', gap: 1.5}}>
    {Array.from({length: rows}, (_, index) => (
      <Box key={index}>
        <Skeleton width={`${70 - index * 12}%`} />
        <Skeleton width="40%" sx={{fontSize: '0.75rem'}} />
      </Box>
    ))}
  </Box>
);

export const Quote = ({children}: {children: ReactNode}) => (
  <Typography
    component="blockquote"
    variant="body2"
    sx={{m: 0, pl: 1.5, borderLeft: 3, borderColor: 'divider', overflowWrap: 'anywhere', whiteSpace: 'pre-line'}}
  >
    {children}
  </Typography>
);
