/** /adm/ticket: the generated list with the ticket's own row actions, and the details over it (§2). */
import EyeIcon from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import {Link, Navigate, useParams, useSearchParams} from 'react-router-dom';
import {DETAILS, screens} from '../../schema/paths.ts';
import {fromQuery} from '../../schema/query.ts';
import {ActionButtons} from '../actions/ActionButtons.tsx';
import {ActionMenu} from '../actions/ActionMenu.tsx';
import {openingFilters} from '../list/filterFields.ts';
import {useOverList, useOverListAddress} from '../list/overList.ts';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {useReach} from '../ui/place/useReach.ts';
import {ResourceList} from '../views/ResourceList.tsx';
import {EditLink} from '../views/RowActions.tsx';
import type {Row} from '../wire/providers/dialects.ts';
import {TICKETS} from './ticket.ts';
import {later} from '../ui/later.tsx';

const TicketDetails = later(async () => (await import('./TicketDetails.tsx')).TicketDetails);

export const TicketList = () => {
  const addressOf = useOverListAddress(TICKETS, DETAILS);
  const {value = '', close} = useOverList(TICKETS, DETAILS);
  const id = /^\d+$/.test(value) ? Number(value) : undefined;
  return (
    <>
      <ResourceList name={TICKETS} tab={id === undefined ? undefined : `Ticket ${id}`} rowLink={record => addressOf(String(record.id))} rowActions={rowActions} />
      {id !== undefined && <TicketDetails key={id} id={id} onClose={close} />}
    </>
  );
};

const TicketRowActions = ({record}: {record: Row}) => {
  const addressOf = useOverListAddress(TICKETS, DETAILS);
  const {state} = useReach();
  return (
    <Box sx={{display: 'flex', alignItems: 'center', gap: 0.5}}>
      <EditLink resource={TICKETS} record={record} />
      <Tooltip title="Detalhes">
        <IconButton size="small" component={Link} to={addressOf(String(record.id))} state={state} aria-label={`Detalhes do ticket ${record.id}`}>
          <EyeIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <ActionButtons resource={TICKETS} record={record} place="row" />
      <ActionMenu resource={TICKETS} record={record} />
    </Box>
  );
};

const rowActions = (record: Row) => <TicketRowActions record={record} />;

/**
 * /adm/ticket/status/{idStatus}: the list with that status chosen (§2), and whatever else its query names in the words of
 * the API (the dashboard's company, branch and dates, decisions §7). Without a status, the plain list.
 */
export const TicketsByStatus = () => {
  const {idStatus} = useParams();
  const [search] = useSearchParams();
  const config = useConfig();
  const resource = useResource(TICKETS);
  const session = useSession();
  const asked = {...Object.fromEntries(search), ...(idStatus === undefined || resource.status === undefined ? {} : {[resource.status]: idStatus})};
  const filter = {...openingFilters(config, resource, session), ...fromQuery(resource, asked).request.filter};
  const query = new URLSearchParams({filter: JSON.stringify(filter)});
  return <Navigate replace to={`${screens(config, resource).list}?${query.toString()}`} />;
};
