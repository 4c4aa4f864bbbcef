/** A tool of a list with what it opens, which is fetched when it is asked for. */
import {createContext, useContext, useState, type ReactNode} from 'react';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';

/** Whether the room is short. */
export const ShortTools = createContext(false);

interface ToolButtonProps {
  label: string;
  icon: ReactNode;
  /** What it opens. */
  popup?: 'menu' | 'dialog';
  open?: boolean;
  /** The key that does the same. */
  shortcut?: string;
  onClick: (button: HTMLElement) => void;
}

/** One tool of a list: icon and word, or the icon alone where room is short. */
export const ToolButton = ({label, icon, popup, open = false, shortcut, onClick}: ToolButtonProps) => {
  const short = useContext(ShortTools);
  const said = {'aria-keyshortcuts': shortcut, ...(popup === undefined ? {} : {'aria-haspopup': popup, 'aria-expanded': open})};
  if (!short) {
    return (
      <Button size="small" startIcon={icon} {...said} onClick={event => onClick(event.currentTarget)}>{label}</Button>
    );
  }
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} {...said} onClick={event => onClick(event.currentTarget)}>{icon}</IconButton>
    </Tooltip>
  );
};

/** Where the panel stands. It stays there when it is closed: what was begun in it goes on. */
export interface PanelPlace {
  anchor: HTMLElement;
  open: boolean;
  onClose: () => void;
}

interface Props extends Pick<ToolButtonProps, 'label' | 'icon' | 'popup'> {
  children: (place: PanelPlace) => ReactNode;
}

export const PanelTool = ({children, ...tool}: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [open, setOpen] = useState(false);
  return (
    <>
      <ToolButton
        {...tool}
        open={open}
        onClick={element => {
          setAnchor(element);
          setOpen(true);
        }}
      />
      {anchor && children({anchor, open, onClose: () => setOpen(false)})}
    </>
  );
};
