/** Names the other people who have the record open (rules: Events 6). */
import {Fragment, useEffect, useState} from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {presenceCalls} from '../../../schema/presence.ts';
import type {RecordViewer} from '../../../schema/apiShapes.ts';
import {useResourceAndSession} from '../../session/context.ts';
import {keepPresence} from './keepPresence.ts';

const MAX_NAMES = 5;

export const Presence = ({name, id}: {name: string; id: number}) => {
  const {resource, session: {id: user}} = useResourceAndSession(name);
  const [viewers, setViewers] = useState<readonly RecordViewer[]>([]);
  useEffect(() => {
    const calls = presenceCalls(name, resource);
    return calls && keepPresence({user, name, id, calls}, setViewers);
  }, [user, name, id, resource]);
  const named = viewers.slice(0, MAX_NAMES);
  const more = viewers.length - named.length;
  return (
    // Screen readers announce arrivals, but not writing or leaving.
    <Typography variant="caption" component="p" color="text.secondary" aria-live="polite" aria-relevant="additions">
      {named.map(({id: viewer, nome, escrevendo}, index) => (
        <Fragment key={viewer}>
          <Box component="span" sx={{display: 'inline-block', overflowWrap: 'anywhere'}}>
            {nome} <span aria-live="off">{escrevendo ? 'está escrevendo' : 'está vendo'}</span>
            {index < named.length - 1 && <span aria-hidden> ·</span>}
          </Box>{' '}
        </Fragment>
      ))}
      {more > 0 && <span>e mais {more}</span>}
    </Typography>
  );
};
