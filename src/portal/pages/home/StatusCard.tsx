/** How many records stand in one status: the whole card leads to exactly those. */
import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import {Link} from 'react-router-dom';
import type {Status} from '../../../schema/lifeCycle/statuses.ts';
import {useTone} from '../../kinds/StatusBadge.tsx';
import {Icon} from '../../theme/Icon.tsx';
import {written} from './numbers.ts';

const FULL = 100;

interface StatusCardProps {
  status: Status;
  label: string;
  /** undefined: still coming. */
  count: number | undefined;
  to: string | undefined;
  /** With a bar as wide in percent as the count (rules: Dashboard 2). */
  bar: boolean;
}

/** The same height with a bar as without, so that counts stand on one line. */
const Inside = ({status, label, count, bar}: Omit<StatusCardProps, 'to'>): ReactNode => {
  const [text, ground] = useTone(status);
  return (
    <>
      <Box component="span" sx={{display: 'flex', alignItems: 'center', gap: 1, minWidth: 0}}>
        <Box
          component="span"
          aria-hidden
          sx={{
            display: 'grid', placeItems: 'center', width: 28, height: 28, borderRadius: 1, color: text, backgroundColor: ground,
            flexShrink: 0,
          }}
        >
          <Icon name={status.icon ?? ''} sx={{fontSize: 18}} />
        </Box>
        <Typography component="span" variant="body2" sx={{fontWeight: 600, color: text, overflowWrap: 'anywhere'}}>{label}</Typography>
      </Box>
      <Typography component="span" sx={{fontSize: '1.75rem', lineHeight: 1.2, fontWeight: 650, fontVariantNumeric: 'tabular-nums'}}>
        {count === undefined ? <Skeleton component="span" width="2.5ch" sx={{display: 'block'}} /> : written(count)}
      </Typography>
      <Box component="span" sx={{display: 'block', height: 4}}>
        {bar && count !== undefined && (
          <LinearProgress
            variant="determinate"
            value={Math.min(FULL, count)}
            aria-label={label}
            sx={{height: 4, borderRadius: 1, backgroundColor: ground, '& .MuiLinearProgress-bar': {backgroundColor: text}}}
          />
        )}
      </Box>
    </>
  );
};

const card = {
  flex: {xs: '1 1 150px', sm: '1 1 180px'}, minWidth: 0, p: {xs: 1.5, sm: 2}, display: 'flex', flexDirection: 'column', gap: 1,
  borderRadius: 1.5, color: 'text.primary', textDecoration: 'none',
} as const;

export const StatusCard = ({to, ...inside}: StatusCardProps) =>
  to === undefined
    ? <Paper variant="outlined" sx={card}><Inside {...inside} /></Paper>
    : <Paper variant="outlined" component={Link} to={to} sx={{...card, '&:hover': {borderColor: 'primary.main'}}}>
      <Inside {...inside} />
    </Paper>;
