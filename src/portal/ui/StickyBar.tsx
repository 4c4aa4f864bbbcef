/** The sticky bar of a form. Scroll padding keeps focused elements clear of it (WCAG 2.4.11). */
import type {ReactNode} from 'react';
import GlobalStyles from '@mui/material/GlobalStyles';
import Paper from '@mui/material/Paper';
import type {Theme} from '@mui/material/styles';
import type {SystemStyleObject} from '@mui/system';

/** A row of touch-sized buttons, and the focus ring. */
const SCROLL_PADDING_PX = 88;
/** Lower or strongly magnified windows have no room for a sticky bar. */
const TALL_VIEWPORT = '@media (min-height: 400px)';
const scrollPadding = <GlobalStyles styles={{[TALL_VIEWPORT]: {html: {scrollPaddingBottom: SCROLL_PADDING_PX}}}} />;

export const StickyBar = ({sx, children}: {sx: SystemStyleObject<Theme>; children: ReactNode}) => (
  <Paper
    variant="outlined"
    sx={[
      {
        [TALL_VIEWPORT]: {position: 'sticky', bottom: 0, zIndex: 2},
        display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, displayPrint: 'none',
      },
      sx,
    ]}
  >
    {scrollPadding}
    {children}
  </Paper>
);
