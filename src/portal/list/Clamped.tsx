/** A long text in two lines; where some of it is cut, all of it is read on pointing or focusing (screen readers have it anyway). */
import {useEffect, useState, type ReactNode} from 'react';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';

const LINES = 2;

/** Whether an element's text does not fit in it, also after its column changed width. */
const useCut = () => {
  const [element, ref] = useState<HTMLElement | null>(null);
  const [cut, setCut] = useState(false);
  useEffect(() => {
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const watcher = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [element]);
  return {ref, cut};
};

export interface ClampedProps {
  children: ReactNode;
  /** The text alone, where `children` is a link: which then takes the focus itself. */
  text?: ReactNode;
}

export const Clamped = ({children, text}: ClampedProps) => {
  const {ref, cut} = useCut();
  const shown = (
    <Box
      component="span"
      ref={ref}
      tabIndex={cut && text === undefined ? 0 : undefined}
      sx={{
        display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: LINES, overflow: 'hidden', overflowWrap: 'break-word',
        lineHeight: 1.35,
      }}
    >
      {children}
    </Box>
  );
  // The title is an element and not a text: a text would become the name of what it describes.
  return cut ? <Tooltip describeChild title={<span>{text ?? children}</span>}>{shown}</Tooltip> : shown;
};
