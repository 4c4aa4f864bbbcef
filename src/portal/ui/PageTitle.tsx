/** The h1 of a screen, and the document's title (rules: Screens 2). */
import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

interface PageTitleProps {
  /** `document.title`. */
  tab: string;
  heading: ReactNode;
  /** Beneath the heading: the record's name. */
  about?: string | undefined;
  children?: ReactNode;
}

export const PageTitle = ({tab, heading, about, children}: PageTitleProps) => (
  <Box sx={{display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap', minHeight: 40, mb: {xs: 0.5, sm: 1.5}}}>
    <title>{tab}</title>
    <Box sx={{flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere'}}>
      <Typography component="h1" variant="h1">{heading}</Typography>
      {about !== undefined && <Typography color="text.secondary">{about}</Typography>}
    </Box>
    {children}
  </Box>
);
