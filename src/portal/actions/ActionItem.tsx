/** An action in a menu; one that lacks a condition is there with its reason. */
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import {Icon} from '../theme/Icon.tsx';
import type {JudgedAction} from '../wire/verdict.ts';

export interface ActionItemProps {
  one: JudgedAction;
  onClick: () => void;
  /** The menu moves the focus by it. */
  autoFocus?: boolean;
  tabIndex?: number;
}

export const ActionItem = ({one: {action: {label, icon, tone}, verdict}, onClick, ...focus}: ActionItemProps) => (
  <MenuItem {...focus} disabled={!verdict.allowed} onClick={onClick} sx={tone === 'danger' ? {color: 'error.main'} : {}}>
    {icon && <ListItemIcon sx={{color: 'inherit'}}><Icon name={icon} fontSize="small" /></ListItemIcon>}
    <ListItemText sx={{whiteSpace: 'normal'}} secondary={verdict.allowed ? undefined : verdict.reason}>{label}</ListItemText>
  </MenuItem>
);
