/** Changes of a record since a version, a line each; empty while they load. */
import Typography from '@mui/material/Typography';
import type {RaRecord} from 'ra-core';
import {useResource} from '../../session/context.ts';
import {entriesSince, formatEntryLine, useHistory} from './history.ts';

export interface ChangesSinceProps {
  name: string;
  id: number | string;
  from: unknown;
  stored: RaRecord | undefined;
}

export const ChangesSince = ({name, id, from, stored}: ChangesSinceProps) => {
  const resource = useResource(name);
  const {data: entries = []} = useHistory(name, id);
  const changes = Number(stored?.['versao'] ?? 0) - Number(from ?? 0);
  return entriesSince(resource, entries, Math.max(1, changes)).map((entry, index) => (
    <Typography key={index} variant="inherit" sx={{overflowWrap: 'anywhere'}}>{formatEntryLine(entry)}</Typography>
  ));
};
