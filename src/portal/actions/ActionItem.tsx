/** An action in a menu. A refused action shows its reason, stays in keyboard reach and does nothing. */
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import {Icon} from '../theme/Icon.tsx';
import type {JudgedAction} from '../api/actionVerdicts.ts';

interface ActionItemProps {
  judgedAction: Pick<JudgedAction, 'verdict'> & {action: Pick<JudgedAction['action'], 'label' | 'icon' | 'tone'>};
  onClick: () => void;
  /** Aligns the label with items that have icons. */
  inset?: boolean;
  /** Set by MenuList, like `tabIndex`, to move the focus. */
  autoFocus?: boolean;
  tabIndex?: number;
}

export const ActionItem = ({judgedAction: {action: {label, icon, tone}, verdict}, onClick, inset = false, ...focus}: ActionItemProps) => {
  const refused = !verdict.allowed;
  // Only the label is faint, because the reason must stay readable.
  const faint = refused ? {opacity: 0.5} : {};
  return (
    <MenuItem
      {...focus}
      // aria-disabled, because the keyboard skips disabled items and their reasons.
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
