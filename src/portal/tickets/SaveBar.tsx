/** The bar of a ticket form that stays in view: voltar, what the screen adds, and Salvar. */
import type {ReactNode} from 'react';
import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import {useFormState} from 'react-hook-form';
import {useResource} from '../session/ConfigContext.tsx';
import {useWayBack} from '../ui/place/useWayBack.ts';
import {StickyBar} from '../ui/StickyBar.tsx';
import {TICKETS} from './ticket.ts';

interface Props {
  /** The ticket's number; undefined for a new one. */
  ticket?: number;
  /** Why it may not be saved now. */
  refused?: string | undefined;
  /** While files are on their way. */
  busy?: boolean;
  /** Has the focus from the start: the bar takes the place of one that had it. */
  focused?: boolean;
  /** Before Salvar. An existing ticket has no Cancelar here: above the form a button of that name cancels the ticket. */
  children?: ReactNode;
}

export const SaveBar = ({ticket, refused, busy = false, focused = false, children}: Props) => {
  const {isSubmitting} = useFormState();
  const resource = useResource(TICKETS);
  const {backLink} = useWayBack(TICKETS, ticket);
  return (
    <StickyBar sx={{maxWidth: 960, px: 2, py: 1, mt: 2}}>
      <Button {...backLink} startIcon={<ArrowBack />} sx={{mr: 'auto'}}>voltar</Button>
      {children}
      <Tooltip describeChild title={refused ?? ''}>
        <span>
          <Button type="submit" variant="contained" autoFocus={focused} disabled={refused !== undefined || busy} loading={isSubmitting}>
            {resource.actions?.['salvar']?.label}
          </Button>
        </span>
      </Tooltip>
    </StickyBar>
  );
};
