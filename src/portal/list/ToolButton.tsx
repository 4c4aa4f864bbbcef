/** One tool of a list: icon and word, or the icon alone where room is short. */
import {createContext, useContext, type ReactNode} from 'react';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';

/** Whether the room is short. */
export const ShortTools = createContext(false);

export interface ToolButtonProps {
  label: string;
  icon: ReactNode;
  /** What it opens. */
  popup?: 'menu' | 'dialog';
  open?: boolean;
  onClick: (button: HTMLElement) => void;
}

export const ToolButton = ({label, icon, popup, open = false, onClick}: ToolButtonProps) => {
  const short = useContext(ShortTools);
  const popupProps = popup === undefined ? {} : {'aria-haspopup': popup, 'aria-expanded': open};
  if (!short) {
    return (
      <Button size="small" startIcon={icon} {...popupProps} onClick={event => onClick(event.currentTarget)}>{label}</Button>
    );
  }
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} {...popupProps} onClick={event => onClick(event.currentTarget)}>{icon}</IconButton>
    </Tooltip>
  );
};
