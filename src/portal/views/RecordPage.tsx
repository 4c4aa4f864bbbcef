/** What the screens of a record with parts share: document title, one heading, what can be done, a readable width. */
import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import {PageTitle} from '../ui/PageTitle.tsx';

interface Props {
  /** `document.title`. */
  tab: string;
  heading: ReactNode;
  /** In two columns. */
  wide?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

export const RecordPage = ({tab, heading, wide = false, actions, children}: Props) => (
  <Box sx={{maxWidth: wide ? 1440 : 960}}>
    <PageTitle tab={tab} heading={heading}>{actions}</PageTitle>
    <Box sx={{display: 'flex', flexDirection: 'column', gap: 2}}>{children}</Box>
  </Box>
);
