/** List items of the robots page: title, facts, and buttons beside them or, in a narrow column, below. */
import {Children, useEffect, useRef, useState, type ReactNode} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
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
import {rowAttribute} from '../../navigation/focus.ts';
import {useScreenNavigation} from '../../navigation/useScreenNavigation.ts';
import {ROBOTS_QUERY_KEY} from './robotsQueries.ts';

const MAX_COLLAPSED_ITEMS = 5;

export const ExpandableList = ({children}: {children: ReactNode}) => {
  const [isExpanded, setExpanded] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const items = Children.toArray(children);
  const hiddenCount = isExpanded ? 0 : items.length - MAX_COLLAPSED_ITEMS;
  // The button disappears, so the first of the new items gets the focus.
  useEffect(() => {
    const first = isExpanded ? list.current?.children[MAX_COLLAPSED_ITEMS] : undefined;
    (first?.querySelector<HTMLElement>('a') ?? first as HTMLElement | undefined)?.focus();
  }, [isExpanded]);
  return (
    <>
      <Box ref={list} component="ul" sx={{listStyle: 'none', m: 0, p: 0}}>
        {hiddenCount > 0 ? items.slice(0, MAX_COLLAPSED_ITEMS) : items}
      </Box>
      {hiddenCount > 0 && <Button size="small" onClick={() => setExpanded(true)}>Mostrar mais (restam {hiddenCount})</Button>}
    </>
  );
};

interface ItemProps {
  name: string;
  id: number;
  title: ReactNode;
  aside: ReactNode;
  children: ReactNode;
}

export const RobotsListItem = ({name: of, id, title, aside, children}: ItemProps) => (
  <Box
    component="li"
    {...rowAttribute({id}, of)}
    tabIndex={-1}
    sx={{
      display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', columnGap: 2, rowGap: 0.5, py: 1,
      overflowWrap: 'anywhere', '& + &': {borderTop: 1, borderColor: 'divider'},
    }}
  >
    <Box sx={{minWidth: 0, flex: '1 1 280px'}}>
      {title}
      <Typography component="div" variant="body2" color="text.secondary">{children}</Typography>
    </Box>
    <Box sx={{display: 'flex', gap: 1}}>{aside}</Box>
  </Box>
);

interface LineProps extends Pick<ItemProps, 'aside' | 'children'> {
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
  return <RobotsListItem name={name} id={id} title={<>{link}{modelo !== '' && ` · ${modelo}`}</>} {...itemProps} />;
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
