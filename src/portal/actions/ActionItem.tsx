/** An action in a menu; one that lacks a condition is there with its reason, within reach of the keys, and does nothing. */
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import {Icon} from '../theme/Icon.tsx';
import type {JudgedAction} from '../wire/verdict.ts';

interface ActionItemProps {
  one: Pick<JudgedAction, 'verdict'> & {action: Pick<JudgedAction['action'], 'label' | 'icon' | 'tone'>};
  onClick: () => void;
  /** Without an icon where others have one: its words stand beneath theirs. */
  inset?: boolean;
  /** The menu moves the focus by it. */
  autoFocus?: boolean;
  tabIndex?: number;
}

export const ActionItem = ({one: {action: {label, icon, tone}, verdict}, onClick, inset = false, ...focus}: ActionItemProps) => {
  const refused = !verdict.allowed;
  // The reason is to be read, and stays as clear as any text.
  const faint = refused ? {opacity: 0.5} : {};
  return (
    <MenuItem
      {...focus}
      // Not `disabled`: whoever goes through the menu by keys would never hear the reason.
      aria-disabled={refused || undefined}
      onClick={refused ? undefined : onClick}
      sx={{...(tone === 'danger' && !refused ? {color: 'error.main'} : {}), ...(refused ? {cursor: 'not-allowed'} : {})}}
    >
      {icon && <ListItemIcon sx={{color: 'inherit', ...faint}}><Icon name={icon} fontSize="small" /></ListItemIcon>}
      <ListItemText
        inset={inset}
        sx={{whiteSpace: 'normal'}}
        secondary={refused ? verdict.reason : undefined}
        slotProps={{primary: {sx: faint}}}
      >
        {label}
      </ListItemText>
    </MenuItem>
  );
};
