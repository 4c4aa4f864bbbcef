/** What the screens of a record with parts share: document title, one heading, what can be done, a readable width. */
import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import {PageTitle} from '../ui/PageTitle.tsx';

interface Props {
  /** `document.title`. */
  tab: string;
  heading: ReactNode;
  /** Beside the heading. */
  badge?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export const RecordPage = ({tab, heading, badge, actions, children}: Props) => {
  const title = badge === undefined
    ? heading
    : <Box component="span" sx={{display: 'inline-flex', alignItems: 'center', gap: 2}}>{heading}{badge}</Box>;
  return (
    <Box sx={{maxWidth: 960}}>
      <PageTitle tab={tab} heading={title} />
      {actions && (
        <Box
          sx={{
            display: 'flex', flexWrap: 'wrap', justifyContent: {sm: 'flex-end'}, gap: 1, mt: -1.5, mb: 1.5, '&:empty': {display: 'none'},
          }}
        >
          {actions}
        </Box>
      )}
      <Box sx={{display: 'flex', flexDirection: 'column', gap: 2}}>{children}</Box>
    </Box>
  );
};
