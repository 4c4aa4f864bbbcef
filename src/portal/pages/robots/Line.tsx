/** The lines of a block: what each is, what is said of it, and beside it, or beneath where there is no room, what can be done. */
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
import {rowMark} from '../../navigation/focus.ts';
import {useReach} from '../../navigation/useReach.ts';
import {PANELS} from './panel.ts';

/** Of many so many are drawn until somebody asks for all. */
const FEW = 5;

export const Lines = ({children}: {children: ReactNode}) => {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const all = Children.toArray(children);
  const left = isWhole ? 0 : all.length - FEW;
  // On with the first of those that came: the button is gone.
  useEffect(() => {
    const first = isWhole ? list.current?.children[FEW] : undefined;
    (first?.querySelector<HTMLElement>('a') ?? first as HTMLElement | undefined)?.focus();
  }, [isWhole]);
  return (
    <>
      <Box ref={list} component="ul" sx={{listStyle: 'none', m: 0, p: 0}}>{left > 0 ? all.slice(0, FEW) : all}</Box>
      {left > 0 && <Button size="small" onClick={() => setWhole(true)}>Mostrar mais (restam {left})</Button>}
    </>
  );
};

interface ItemProps {
  /** Its resource's name. */
  of: string;
  id: number;
  title: ReactNode;
  /** What can be done. */
  aside: ReactNode;
  children: ReactNode;
}

export const Item = ({of, id, title, aside, children}: ItemProps) => (
  <Box
    component="li"
    {...rowMark({id}, of)}
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
  /** The resource's name. */
  name: string;
  one: Pick<WaitingRecord, 'id' | 'titulo' | 'modelo'>;
}

/** A record of the queue. */
export const Line = ({name, one: {id, titulo, modelo}, ...said}: LineProps) => {
  const {details} = screens(useConfig(), useResource(name));
  const {state} = useReach();
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
  return <Item of={name} id={id} title={<>{link}{modelo !== '' && ` · ${modelo}`}</>} {...said} />;
};

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
  const moves = useActions(name, record, 'menu').filter(({action}) => listTargetStatuses(action).length > 0);
  const start = async (action: string): Promise<void> => {
    if (await run(action, record)) await queryClient.invalidateQueries({queryKey: PANELS});
  };
  return moves.map(one => <ActionButton key={one.name} judgedAction={one} small onClick={() => void start(one.name)} />);
};
