/** /adm/ticket: the generated list with the ticket's own row actions, and the details over it (§2). */
import EyeIcon from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import {Link, Navigate, useLocation, useNavigate, useParams, useSearchParams} from 'react-router-dom';
import {screens} from '../../schema/paths.ts';
import {fromQuery} from '../../schema/query.ts';
import {ActionButtons} from '../actions/ActionButtons.tsx';
import {ActionMenu} from '../actions/ActionMenu.tsx';
import {useConfig, useResource} from '../ConfigContext.tsx';
import type {Row} from '../providers/dialects.ts';
import {useSession} from '../useSession.ts';
import {openingFilters} from '../views/filterFields.ts';
import {ResourceList} from '../views/ResourceList.tsx';
import {EditLink} from '../views/RowActions.tsx';
import {TICKETS} from './ticket.ts';
import {TicketDetails} from './TicketDetails.tsx';

const DETAILS = 'detalhes';
/** Marks a details address that was opened from the list: closing goes back, as the browser's own button does. */
const FROM_LIST = {daLista: true};

const useDetailsAddress = () => {
  const [search] = useSearchParams();
  return (id: number | string): string => {
    const next = new URLSearchParams(search);
    next.set(DETAILS, String(id));
    return `?${next.toString()}`;
  };
};

export const TicketList = () => {
  const addressOf = useDetailsAddress();
  return (
    <>
      <ResourceList name={TICKETS} rowLink={record => addressOf(record.id)} rowActions={rowActions} />
      <DetailsFromAddress />
    </>
  );
};

const TicketRowActions = ({record}: {record: Row}) => {
  const addressOf = useDetailsAddress();
  return (
    <Box sx={{display: 'flex', alignItems: 'center', gap: 0.5}}>
      <EditLink resource={TICKETS} record={record} />
      <Tooltip title="Detalhes">
        <IconButton size="small" component={Link} to={addressOf(record.id)} state={FROM_LIST} aria-label={`Detalhes do ticket ${record.id}`}>
          <EyeIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <ActionButtons resource={TICKETS} record={record} place="row" />
      <ActionMenu resource={TICKETS} record={record} />
    </Box>
  );
};

const rowActions = (record: Row) => <TicketRowActions record={record} />;

const DetailsFromAddress = () => {
  const [search, setSearch] = useSearchParams();
  const {state} = useLocation() as {state: unknown};
  const navigate = useNavigate();
  const id = search.get(DETAILS) ?? '';
  if (!/^\d+$/.test(id)) return null;
  const close = () => {
    if (typeof state === 'object' && state !== null && 'daLista' in state) return void navigate(-1);
    search.delete(DETAILS);
    return setSearch(search, {replace: true});
  };
  return <TicketDetails key={id} id={Number(id)} onClose={close} />;
};

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
