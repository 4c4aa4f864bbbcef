/** The one h1 of a screen, and the document's title (§2, 'page title'). */
import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

export interface PageTitleProps {
  /** `document.title`. */
  tab: string;
  heading: ReactNode;
  /** What can be done with the whole page. */
  children?: ReactNode;
}

export const PageTitle = ({tab, heading, children}: PageTitleProps) => (
  <Box sx={{display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap', minHeight: 44, mb: 2}}>
    <title>{tab}</title>
    <Typography component="h1" variant="h1" sx={{flexGrow: 1, overflowWrap: 'anywhere'}}>{heading}</Typography>
    {children}
  </Box>
);
