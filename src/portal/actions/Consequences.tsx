/** What follows from something that is about to be done, before it is: how many records hang on this one. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import {useQuery} from '@tanstack/react-query';
import {BEFORE, consequencesBefore, consequencesCall} from '../../schema/consequences.ts';
import type {Consequence} from '../../schema/wire.ts';
import {useResource} from '../session/ConfigContext.tsx';
import {request} from '../wire/http.ts';

export interface ConsequencesProps {
  /** The record's resource. */
  name: string;
  id: number | string;
  /** An action, a child that is written, or `delete`. */
  before: string;
}

const useConsequences = ({name, id, before}: ConsequencesProps) => {
  const resource = useResource(name);
  const call = consequencesCall(name, resource);
  return useQuery({
    queryKey: [name, 'consequencias', id, before],
    enabled: call !== undefined && consequencesBefore(resource, before).length > 0,
    staleTime: 0,
    // Nobody is kept from what they may do because this is not known; another server does not know the call.
    meta: {optional: true},
    queryFn: async ({signal}) =>
      (await request<Consequence[]>(call ?? `GET ${name}`, {params: {id}, query: new URLSearchParams({[BEFORE]: before}), signal})).body,
  });
};

/** Nothing where nothing follows. It is there from the start, so that a screen reader says what arrives. */
export const Consequences = (props: ConsequencesProps) => {
  const {data = []} = useConsequences(props);
  return (
    <Box role="status">
      {data.length > 0 && (
        <Alert severity="warning" variant="outlined" sx={{my: 2}}>
          <Box component="ul" sx={{m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5}}>
            {data.map(({consequencia, texto}) => <li key={consequencia}>{texto}</li>)}
          </Box>
        </Alert>
      )}
    </Box>
  );
};
