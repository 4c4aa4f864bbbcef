import type {ReactNode} from 'react';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import {OPENS_BELOW} from '../ui/opensBelow.ts';
import type {ToolPanelState} from './ToolWithPanel.tsx';

interface Props {
  place: ToolPanelState;
  title: string;
  label: string;
  size: {width: number} | {minWidth: number};
  children: ReactNode;
}

export const ToolPanel = ({place: {anchor, open, onClose}, title, label, size, children}: Props) => (
  <Popover
    open={open}
    anchorEl={anchor}
    onClose={onClose}
    {...OPENS_BELOW}
    slotProps={{paper: {role: 'dialog', 'aria-label': label, sx: {p: 2, ...size}}}}
  >
    <Typography variant="h3" component="h2" sx={{mb: 1}}>{title}</Typography>
    {children}
  </Popover>
);
