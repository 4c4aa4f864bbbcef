/** A tool of a list with what it opens, which is fetched when it is asked for. */
import {useState, type ReactNode} from 'react';
import {ToolButton, type ToolButtonProps} from './ToolButton.tsx';

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
