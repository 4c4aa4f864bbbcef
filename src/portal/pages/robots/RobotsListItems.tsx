/** Records in the lists of the robots page. */
import type {ComponentProps} from 'react';
import Link from '@mui/material/Link';
import {useQueryClient} from '@tanstack/react-query';
import {Link as RouterLink} from 'react-router-dom';
import {statusByKey} from '../../../schema/statuses/statuses.ts';
import {listTargetStatuses} from '../../../schema/lifeCycle/workflow.ts';
import {screens} from '../../../schema/paths.ts';
import type {WaitingRecord} from '../../../schema/queuePanel.ts';
import {ActionButton} from '../../actions/ActionButton.tsx';
import {useActionRunner} from '../../actions/ActionDialogHost.tsx';
import {useActions} from '../../actions/useActions.ts';
import {useConfig, useResource} from '../../session/context.ts';
import {useScreenNavigation} from '../../navigation/useScreenNavigation.ts';
import {PageListItem} from '../PageList.tsx';
import {ROBOTS_QUERY_KEY} from './robotsQueries.ts';

interface LineProps extends Pick<ComponentProps<typeof PageListItem>, 'aside' | 'children'> {
  name: string;
  record: Pick<WaitingRecord, 'id' | 'titulo' | 'modelo'>;
}

export const QueueBoardRecordItem = ({name, record: {id, titulo, modelo}, ...itemProps}: LineProps) => {
  const {details} = screens(useConfig(), useResource(name));
  const {state} = useScreenNavigation();
  const link = (
    <Link
      component={RouterLink}
      to={details(id)}
      state={state}
      sx={{display: 'inline-flex', alignItems: 'center', minHeight: {xs: 44, sm: 0}}}
    >
      {titulo}
    </Link>
  );
  return <PageListItem name={name} id={id} title={<>{link}{modelo !== '' && ` · ${modelo}`}</>} {...itemProps} />;
};

interface MovesProps {
  name: string;
  id: number;
  status: string;
}

/** The actions that change the record's status, as in its list row. */
export const TransitionButtons = ({name, id, status}: MovesProps) => {
  const resource = useResource(name);
  const queryClient = useQueryClient();
  const record = {id, [resource.status ?? '']: statusByKey(resource, status)?.id};
  const run = useActionRunner(name);
  const transitions = useActions(name, record, 'menu').filter(({action}) => listTargetStatuses(action).length > 0);
  const start = async (action: string): Promise<void> => {
    if (await run(action, record)) await queryClient.invalidateQueries({queryKey: ROBOTS_QUERY_KEY});
  };
  return transitions.map(transition =>
    <ActionButton key={transition.name} judgedAction={transition} small onClick={() => void start(transition.name)} />);
};
