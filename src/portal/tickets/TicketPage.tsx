/** What every ticket screen shares: document title, one heading, what can be done, a readable width. */
import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import {useResource} from '../session/ConfigContext.tsx';
import {PageTitle} from '../ui/PageTitle.tsx';
import {TICKETS} from './ticket.ts';

interface Props {
  /** `document.title`, where it is more than the resource's. */
  tab?: string | undefined;
  heading: ReactNode;
  /** Beside the heading. */
  badge?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export const TicketPage = ({tab, heading, badge, actions, children}: Props) => {
  const {pageTitle} = useResource(TICKETS);
  return (
    <Box sx={{maxWidth: 960}}>
      <PageTitle
        tab={tab ?? pageTitle}
        heading={badge === undefined ? heading : <Box component="span" sx={{display: 'inline-flex', alignItems: 'center', gap: 2}}>{heading}{badge}</Box>}
      />
      {actions && <Box sx={{display: 'flex', flexWrap: 'wrap', justifyContent: {sm: 'flex-end'}, gap: 1, mt: -1.5, mb: 1.5, '&:empty': {display: 'none'}}}>{actions}</Box>}
      <Box sx={{display: 'flex', flexDirection: 'column', gap: 2}}>{children}</Box>
    </Box>
  );
};
