import {createContext, useContext, useState, type ReactNode} from 'react';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';

export const CompactToolsContext = createContext(false);

interface ToolButtonProps {
  label: string;
  icon: ReactNode;
  popup?: 'menu' | 'dialog';
  open?: boolean;
  shortcut?: string;
  onClick: (button: HTMLElement) => void;
}

/** A list tool: icon and label, or the icon alone in {@link CompactToolsContext}. */
export const ToolButton = ({label, icon, popup, open = false, shortcut, onClick}: ToolButtonProps) => {
  const short = useContext(CompactToolsContext);
  const ariaProps = {'aria-keyshortcuts': shortcut, ...(popup === undefined ? {} : {'aria-haspopup': popup, 'aria-expanded': open})};
  if (!short) {
    return (
      <Button size="small" startIcon={icon} {...ariaProps} onClick={event => onClick(event.currentTarget)}>{label}</Button>
    );
  }
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} {...ariaProps} onClick={event => onClick(event.currentTarget)}>{icon}</IconButton>
    </Tooltip>
  );
};

/** State of a panel. A closed panel stays mounted, so that its unsaved input and running export survive. */
export interface ToolPanelState {
  anchor: HTMLElement;
  open: boolean;
  onClose: () => void;
}

interface Props extends Pick<ToolButtonProps, 'label' | 'icon' | 'popup'> {
  children: (place: ToolPanelState) => ReactNode;
}

export const ToolWithPanel = ({children, ...tool}: Props) => {
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
