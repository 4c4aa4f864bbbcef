/** The consequences of an operation, shown before it: how many records depend on this one. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import {useQuery} from '@tanstack/react-query';
import {Link as RouterLink} from 'react-router-dom';
import {mayAccess} from '../../schema/access.ts';
import {inlineConditionOf} from '../../schema/conditions/evaluate.ts';
import type {Condition} from '../../schema/shapes/conditions.ts';
import {OTHER_IDS_PARAM} from '../../schema/words/bulk.ts';
import {OPERATION_PARAM, consequencesBefore, consequencesCall} from '../../schema/lifeCycle/consequences.ts';
import {TAB_PARAM, tabsOf} from '../../schema/lifeCycle/tabs.ts';
import {filteredListAddress} from '../../schema/lists/addresses.ts';
import type {Resource} from '../../schema/shapes/config.ts';
import type {Consequence} from '../../schema/apiShapes.ts';
import {useResourceAndSession, useResource} from '../session/context.ts';
import {request} from '../api/http.ts';

interface ConsequencesProps {
  name: string;
  id: number | string;
  /** An action's name, a child resource, or `delete`. */
  before: string;
  /** Ids of other records in the same operation. */
  also?: readonly number[];
}

/** @throws HttpError, also from a server without the call */
export const fetchConsequences = async (
  name: string, resource: Resource, {id, before, also = []}: Omit<ConsequencesProps, 'name'>, signal: AbortSignal,
): Promise<readonly Consequence[]> => {
  const query = new URLSearchParams({[OPERATION_PARAM]: before, ...(also.length === 0 ? {} : {[OTHER_IDS_PARAM]: also.join(',')})});
  return (await request<Consequence[]>(consequencesCall(name, resource) ?? `GET ${name}`, {params: {id}, query, signal})).body;
};

export const useConsequences = ({name, id, before, also = []}: ConsequencesProps): readonly Consequence[] => {
  const resource = useResource(name);
  const {data = []} = useQuery({
    queryKey: [name, 'consequencias', id, before, also],
    enabled: consequencesCall(name, resource) !== undefined && consequencesBefore(resource, before).length > 0,
    staleTime: 0,
    // An unknown answer never blocks an operation; another server may lack the call.
    meta: {optional: true},
    queryFn: ({signal}) => fetchConsequences(name, resource, {id, before, also}, signal),
  });
  return data;
};

/** Builds the address of the list of counted records: the tab with the same conditions, or else all that reference the record. */
const useCountedListAddress = (name: string, id: number | string | undefined) => {
  const {config, resource: {consequences = {}}, session: {perfil}} = useResourceAndSession(name);
  return (key: string): string | undefined => {
    const {of = '', by = '', where = []} = consequences[key] ?? {};
    const resource = config.resources[of];
    if (id === undefined || resource === undefined || !mayAccess(resource, 'list', perfil)) return undefined;
    const serializeConditions = (conditions: readonly Condition[]): string =>
      JSON.stringify(conditions.map(condition => ({...inlineConditionOf(resource, condition), reason: undefined, hides: undefined})));
    const [tabName] = tabsOf(resource, perfil).find(([, tab]) => serializeConditions(tab.where) === serializeConditions(where)) ?? [];
    return filteredListAddress(config, resource, {[by]: Number(id), ...(tabName !== undefined && {[TAB_PARAM]: tabName})});
  };
};

interface ConsequenceListProps {
  consequences: readonly Consequence[];
  name: string;
  id?: number | string | undefined;
}

/** Empty without consequences. Mounted from the start, so that screen readers announce them. */
export const ConsequenceList = ({consequences, name, id}: ConsequenceListProps) => {
  const addressOf = useCountedListAddress(name, id);
  return (
    <Box role="status">
      {consequences.length > 0 && (
        <Alert severity="warning" variant="outlined" sx={{my: 2}}>
          <Box component="ul" sx={{m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5}}>
            {consequences.map(({consequencia, texto}) => {
              const to = addressOf(consequencia);
              return (
                <li key={consequencia}>
                  {texto}
                  {/* Another tab, so that the dialog stays. */}
                  {to !== undefined && <> <Link component={RouterLink} to={to} target="_blank">Ver na lista</Link></>}
                </li>
              );
            })}
          </Box>
        </Alert>
      )}
    </Box>
  );
};

export const Consequences = (props: ConsequencesProps) =>
  <ConsequenceList consequences={useConsequences(props)} name={props.name} id={props.id} />;
