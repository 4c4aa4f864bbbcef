/** Who else has the record open, in one quiet line; nothing where nobody has (rules: Events 6). */
import {useEffect, useState} from 'react';
import Typography from '@mui/material/Typography';
import {presenceCalls} from '../../../schema/presence.ts';
import type {Viewer} from '../../../schema/wire.ts';
import {useAbout} from '../../session/context.ts';
import {keepPresence} from './presence.ts';

/** As many are named; of the others it is said how many. */
const MAX_NAMES = 5;

export const Presence = ({name, id}: {name: string; id: number}) => {
  const {resource, session: {id: user}} = useAbout(name);
  const [viewers, setViewers] = useState<readonly Viewer[]>([]);
  useEffect(() => {
    const calls = presenceCalls(name, resource);
    return calls && keepPresence({user, name, id, calls}, setViewers);
  }, [user, name, id, resource]);
  const more = viewers.length - MAX_NAMES;
  return (
    <Typography
      variant="body2"
      color="text.secondary"
      aria-live="polite"
      // Who comes is told; that they write or go can be read.
      aria-relevant="additions"
      sx={{overflowWrap: 'anywhere', displayPrint: 'none', '&:empty': {position: 'absolute'}}}
    >
      {viewers.slice(0, MAX_NAMES).map(({id: viewer, nome, escrevendo}, index) => (
        <span key={viewer}>
          {index > 0 && <span aria-hidden> · </span>}
          {nome} <span aria-live="off">{escrevendo ? 'está escrevendo' : 'está vendo'}</span>
        </span>
      ))}
      {more > 0 && <span> e mais {more}</span>}
    </Typography>
  );
};
