/** A long text in two lines; where some of it is cut, all of it is read on pointing or focusing (screen readers have it anyway). */
import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import {clampedTo, useCut} from '../../ui/useCut.ts';

const LINES = 2;

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
      sx={{...clampedTo(LINES), lineHeight: 1.35}}
    >
      {children}
    </Box>
  );
  // The title is an element and not a text: a text would become the name of what it describes.
  return cut ? <Tooltip describeChild title={<span>{text ?? children}</span>}>{shown}</Tooltip> : shown;
};
