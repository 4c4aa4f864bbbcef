/** What follows from something that is about to be done, before it is: how many records hang on this one. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import {useQuery} from '@tanstack/react-query';
import {Link as RouterLink} from 'react-router-dom';
import {may} from '../../schema/access.ts';
import {spelledOf} from '../../schema/conditions/conditions.ts';
import type {Condition} from '../../schema/config/conditions.ts';
import {ALSO} from '../../schema/words/bulk.ts';
import {BEFORE, consequencesBefore, consequencesCall} from '../../schema/lifeCycle/consequences.ts';
import {TAB, tabsOf} from '../../schema/lifeCycle/tabs.ts';
import {filteredAddress} from '../../schema/lists/addresses.ts';
import type {Resource} from '../../schema/config/config.ts';
import type {Consequence} from '../../schema/wire.ts';
import {useAbout, useResource} from '../session/context.ts';
import {request} from '../wire/http.ts';

interface ConsequencesProps {
  /** The record's resource. */
  name: string;
  id: number | string;
  /** An action, a child that is written, or `delete`. */
  before: string;
  /** Other records that it is done to as well. */
  also?: readonly number[];
}

/** @throws HttpError also where a server has no such call */
export const askConsequences = async (
  name: string, resource: Resource, {id, before, also = []}: Omit<ConsequencesProps, 'name'>, signal: AbortSignal,
): Promise<readonly Consequence[]> => {
  const query = new URLSearchParams({[BEFORE]: before, ...(also.length === 0 ? {} : {[ALSO]: also.join(',')})});
  return (await request<Consequence[]>(consequencesCall(name, resource) ?? `GET ${name}`, {params: {id}, query, signal})).body;
};

export const useConsequences = ({name, id, before, also = []}: ConsequencesProps): readonly Consequence[] => {
  const resource = useResource(name);
  const {data = []} = useQuery({
    queryKey: [name, 'consequencias', id, before, also],
    enabled: consequencesCall(name, resource) !== undefined && consequencesBefore(resource, before).length > 0,
    staleTime: 0,
    // Nobody is kept from what they may do because this is not known; another server does not know the call.
    meta: {optional: true},
    queryFn: ({signal}) => askConsequences(name, resource, {id, before, also}, signal),
  });
  return data;
};

/** The list with the records that are counted for one: its tab with the same conditions, or else all that name it. */
const useCounted = (name: string, id: number | string | undefined) => {
  const {config, resource: {consequences = {}}, session: {perfil}} = useAbout(name);
  return (key: string): string | undefined => {
    const {of = '', by = '', where = []} = consequences[key] ?? {};
    const resource = config.resources[of];
    if (id === undefined || resource === undefined || !may(resource, 'list', perfil)) return undefined;
    const said = (conditions: readonly Condition[]): string =>
      JSON.stringify(conditions.map(one => ({...spelledOf(resource, one), reason: undefined, hides: undefined})));
    const [tab] = tabsOf(resource, perfil).find(([, one]) => said(one.where) === said(where)) ?? [];
    return filteredAddress(config, resource, {[by]: Number(id), ...(tab !== undefined && {[TAB]: tab})});
  };
};

interface ToldProps {
  told: readonly Consequence[];
  /** The record's resource. */
  name: string;
  /** The record that they hang on; undefined: several. */
  id?: number | string | undefined;
}

/** Nothing where nothing follows. It is there from the start, so that a screen reader says what arrives. */
export const ToldConsequences = ({told, name, id}: ToldProps) => {
  const addressOf = useCounted(name, id);
  return (
    <Box role="status">
      {told.length > 0 && (
        <Alert severity="warning" variant="outlined" sx={{my: 2}}>
          <Box component="ul" sx={{m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5}}>
            {told.map(({consequencia, texto}) => {
              const to = addressOf(consequencia);
              return (
                <li key={consequencia}>
                  {texto}
                  {/* Another tab, so that the question stays. */}
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
  <ToldConsequences told={useConsequences(props)} name={props.name} id={props.id} />;
