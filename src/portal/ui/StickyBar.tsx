/** The bar of a form that stays in view. What gets the focus is scrolled clear of it (WCAG 2.4.11). */
import type {ReactNode} from 'react';
import GlobalStyles from '@mui/material/GlobalStyles';
import Paper from '@mui/material/Paper';
import type {Theme} from '@mui/material/styles';
import type {SystemStyleObject} from '@mui/system';

/** One row of buttons for fingers, and the ring around what has the focus. */
const ROOM = 88;
/** So low a window, or one magnified so much, has no room for what stays in view. */
const HIGH = '@media (min-height: 400px)';
const room = <GlobalStyles styles={{[HIGH]: {html: {scrollPaddingBottom: ROOM}}}} />;

/** @param sx where it stands in its form */
export const StickyBar = ({sx, children}: {sx: SystemStyleObject<Theme>; children: ReactNode}) => (
  <Paper
    variant="outlined"
    sx={[
      {
        [HIGH]: {position: 'sticky', bottom: 0, zIndex: 2},
        display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, displayPrint: 'none',
      },
      sx,
    ]}
  >
    {room}
    {children}
  </Paper>
);
