import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {Icon} from '../theme/Icon.tsx';

interface MessageProps {
  icon: string;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Announced at once by screen readers. */
  alert?: boolean;
}

export const Message = ({icon, title, children, action, alert = false}: MessageProps) => (
  <Box role={alert ? 'alert' : 'status'} sx={{display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 1, px: 2, py: 7}}>
    <Icon name={icon} sx={{fontSize: 40, color: 'text.secondary', mb: 1}} aria-hidden />
    <Typography variant="h3" component="p">{title}</Typography>
    {children && <Typography color="text.secondary" sx={{maxWidth: 480}}>{children}</Typography>}
    {action && <Box sx={{mt: 2, display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'center'}}>{action}</Box>}
  </Box>
);
