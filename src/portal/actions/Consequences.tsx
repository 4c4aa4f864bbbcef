/** What follows from something that is about to be done, before it is: how many records hang on this one. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import {useQuery} from '@tanstack/react-query';
import {ALSO} from '../../schema/lifeCycle/bulk.ts';
import {BEFORE, consequencesBefore, consequencesCall} from '../../schema/lifeCycle/consequences.ts';
import type {Resource} from '../../schema/config/config.ts';
import type {Consequence} from '../../schema/wire.ts';
import {useResource} from '../session/context.ts';
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

/** Nothing where nothing follows. It is there from the start, so that a screen reader says what arrives. */
export const ToldConsequences = ({told}: {told: readonly Consequence[]}) => (
  <Box role="status">
    {told.length > 0 && (
      <Alert severity="warning" variant="outlined" sx={{my: 2}}>
        <Box component="ul" sx={{m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5}}>
          {told.map(({consequencia, texto}) => <li key={consequencia}>{texto}</li>)}
        </Box>
      </Alert>
    )}
  </Box>
);

export const Consequences = (props: ConsequencesProps) => <ToldConsequences told={useConsequences(props)} />;
