/** A record on paper: what it is called and where it stands, what it says in its fields, and what its parts add. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {useGetOne} from 'ra-core';
import {formatInstant} from '../../../schema/fields/dates.ts';
import {toldFields} from '../../../schema/lifeCycle/carried.ts';
import {statusById} from '../../../schema/lifeCycle/statuses.ts';
import {recordTitle} from '../../../schema/words/recordTitle.ts';
import {RecordFacts} from '../../kinds/RecordFacts.tsx';
import {StatusBadge} from '../../kinds/StatusBadge.tsx';
import {partViews} from '../../record/parts.tsx';
import {useAbout} from '../../session/context.ts';
import {FormSkeleton} from '../../ui/FormSkeleton.tsx';
import {LoadError} from '../../ui/LoadError.tsx';
import {NotFound} from '../../ui/WayOut.tsx';
import {statusOfError} from '../../wire/errors.ts';
import type {Row} from '../../wire/providers/dialects.ts';

export const RecordPaper = ({name, id}: {name: string; id: number}) => {
  const {config, resource, session: {perfil}} = useAbout(name);
  const {data: record, error, refetch} = useGetOne<Row>(name, {id}, {retry: false});
  if (statusOfError(error) === 404) return <NotFound />;
  if (error && record === undefined) return <LoadError error={error} retry={() => void refetch()} />;
  if (record === undefined) return <FormSkeleton inputs={8} />;
  const title = recordTitle(resource, record);
  const {status: by = '', since = ''} = resource;
  const status = statusById(resource, record[by]);
  const at = record[since];
  return (
    <Stack spacing={2.5}>
      <title>{title}</title>
      <Box>
        <Typography component="h1" variant="h1">{title}</Typography>
        {status && (
          <Box sx={{display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, mt: 0.5}}>
            <StatusBadge choice={status} />
            {typeof at === 'string' && at !== '' && <Typography color="text.secondary">desde {formatInstant(at)}</Typography>}
          </Box>
        )}
      </Box>
      <RecordFacts name={name} fields={toldFields(config, resource, perfil)} record={record} />
      {partViews(resource, perfil).map(([key, {OnPaper}]) => (
        <OnPaper key={key} name={name} id={id} record={record} failed={Boolean(error)} />
      ))}
    </Stack>
  );
};
