/** A record of the queue in a line: what it is, what is said of it, and what can be done about it. */
import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {useQueryClient} from '@tanstack/react-query';
import {Link as RouterLink} from 'react-router-dom';
import {statusByKey} from '../../../schema/lifeCycle/statuses.ts';
import {targetsOf} from '../../../schema/lifeCycle/workflow.ts';
import {screens} from '../../../schema/paths.ts';
import type {WaitingRecord} from '../../../schema/queuePanel.ts';
import {ActionButton} from '../../actions/ActionButton.tsx';
import {useActionRunner} from '../../actions/ActionDialogHost.tsx';
import {useActions} from '../../actions/useActions.ts';
import {useConfig, useResource} from '../../session/context.ts';
import {rowMark} from '../../ui/place/focus.ts';
import {useReach} from '../../ui/place/useReach.ts';
import {row} from './lines.ts';
import {PANELS} from './panel.ts';

interface MovesProps {
  /** The resource's name. */
  name: string;
  id: number;
  /** The key of the status that it stands in. */
  status: string;
}

/** What moves the record out of where it stands, as its row in a list would have it. */
export const Moves = ({name, id, status}: MovesProps) => {
  const resource = useResource(name);
  const queryClient = useQueryClient();
  const record = {id, [resource.status ?? '']: statusByKey(resource, status)?.id};
  const run = useActionRunner(name);
  const moves = useActions(name, record, 'menu').filter(({action}) => targetsOf(action).length > 0);
  const start = async (action: string): Promise<void> => {
    if (await run(action, record)) await queryClient.invalidateQueries({queryKey: PANELS});
  };
  return moves.map(one => <ActionButton key={one.name} one={one} small onClick={() => void start(one.name)} />);
};

interface Props {
  name: string;
  one: Pick<WaitingRecord, 'id' | 'titulo' | 'modelo'>;
  /** What can be done. */
  aside: ReactNode;
  children: ReactNode;
}

export const Line = ({name, one: {id, titulo, modelo}, aside, children}: Props) => {
  const config = useConfig();
  const {state} = useReach();
  return (
    <Box component="li" {...rowMark({id})} sx={row}>
      <Box sx={{minWidth: 0, flex: '1 1 280px'}}>
        <Link
          component={RouterLink}
          to={screens(config, useResource(name)).details(id)}
          state={state}
          sx={{display: 'inline-flex', alignItems: 'center', minHeight: {xs: 44, sm: 0}}}
        >
          {titulo}
        </Link>
        {modelo !== '' && ` · ${modelo}`}
        <Typography component="div" variant="body2" color="text.secondary">{children}</Typography>
      </Box>
      <Box sx={{display: 'flex', gap: 1}}>{aside}</Box>
    </Box>
  );
};
