/**
 * {route}/status/{idStatus}: redirects to the list filtered by that status (rules: Screens 1) and by the API parameters in the query, e.g.
 * the dashboard's company, branch and dates. Without a status, the plain list.
 */
import {Navigate, useParams, useSearchParams} from 'react-router-dom';
import {screens} from '../../schema/paths.ts';
import {parseListRequest} from '../../schema/lists/parseListRequest.ts';
import {defaultFilters} from '../list/filters/filterInputs.ts';
import {useResourceAndSession} from '../session/context.ts';

export const StatusRedirect = ({name}: {name: string}) => {
  const {idStatus} = useParams();
  const [search] = useSearchParams();
  const {config, resource, session} = useResourceAndSession(name);
  const chosen = idStatus === undefined || resource.status === undefined ? {} : {[resource.status]: idStatus};
  const queryParams = {...Object.fromEntries(search), ...chosen};
  const filter = {...defaultFilters(config, resource, session), ...parseListRequest(resource, queryParams).request.filter};
  const query = new URLSearchParams({filter: JSON.stringify(filter)});
  return <Navigate replace to={`${screens(config, resource).list}?${query.toString()}`} />;
};
