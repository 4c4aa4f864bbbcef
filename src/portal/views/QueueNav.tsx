/** '3 de 24' with the way to the record before and after: of the list somebody came from, on the edit screen and in the details. */
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import {useLocation, useNavigate, type Location} from 'react-router-dom';
import {screenKeys} from '../../schema/words/keys.ts';
import {DETAILS, screens} from '../../schema/paths.ts';
import {useDone, useOnward} from '../actions/ActionDialogHost.tsx';
import {places, type OwnPlace} from '../actions/places.ts';
import {useOverList} from '../list/address/overList.ts';
import {useQueue, type InQueue, type Direction} from '../list/address/useQueue.ts';
import {useAbout} from '../session/context.ts';
import {useShortcutsOf} from '../shortcuts/registry.ts';
import {TOP_BAR} from '../theme/tokens.ts';
import {isIdle} from '../ui/place/focus.ts';

interface Props {
  /** The resource's name. */
  name: string;
  id: number;
  place: OwnPlace;
}

/** On a screen that was gone on to: which way. */
const WAY = 'sentido';
const wayIn = (state: unknown): unknown => (typeof state === 'object' && state !== null && WAY in state ? state[WAY] : undefined);

/** Beneath the top bar, clear of it by the ring of what has the focus, over what is scrolled under it. */
const AT_HAND = {
  position: 'sticky', top: TOP_BAR + 8, zIndex: 2, alignSelf: 'flex-start', pr: 1, borderRadius: 1, backgroundColor: 'background.default',
};

export const QueueNav = (props: Props) => {
  const queue = useQueue(props.name, props.id);
  return queue === undefined ? null : <Nav {...props} queue={queue} />;
};

const Nav = ({name, id, place, queue}: Props & {queue: InQueue}) => {
  const {config, resource} = useAbout(name);
  const over = useOverList(name, DETAILS);
  const navigate = useNavigate();
  const {state} = useLocation() as Location<unknown>;
  const done = useDone();
  const go = async (direction: Direction, toWork = false): Promise<void> => {
    const other = await queue.neighbour(direction, toWork);
    if (other === undefined) return;
    if (place === 'details') over.change(String(other));
    // In the place of this one: the way back leads to the list.
    else void navigate(screens(config, resource).edit(other), {replace: true, state: {...(state as object | null), [WAY]: direction}});
  };
  const ways = [
    {direction: -1, key: screenKeys.previous, label: 'Anterior na lista', Drawn: ChevronLeft},
    {direction: 1, key: screenKeys.next, label: 'Próximo na lista', Drawn: ChevronRight},
  ] as const;
  useShortcutsOf(
    ways.filter(({direction}) => queue.has(direction)).map(({direction, key, label}) => ({key, label, run: () => void go(direction)})),
    places[place].keys,
  );
  const hasWork = queue.has(1, true);
  useOnward(hasWork ? {resourceName: name, id, go: () => void go(1, true)} : undefined);
  const came = wayIn(state);
  const leadsOn = hasWork && done?.here === true && done.resourceName === name && done.id === id;
  return (
    <Box
      component="nav"
      aria-label="Fila"
      sx={{
        display: 'flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap',
        // In sight from wherever on the page something was done; there it keeps its place.
        ...(leadsOn && place === 'edit' ? AT_HAND : {}),
      }}
    >
      <Typography variant="body2" color="text.secondary" sx={{fontVariantNumeric: 'tabular-nums'}}>
        {queue.place.toLocaleString('pt-BR')} de {queue.total.toLocaleString('pt-BR')}
      </Typography>
      {ways.map(({direction, key, label, Drawn}) => (
        <Tooltip key={direction} title={label}>
          {/* Not `disabled`, which would let the focus fall. */}
          <IconButton
            // The screen is another one, and what had the focus on the last is gone.
            ref={came === direction ? takeIdleFocus : null}
            size="small"
            aria-label={label}
            aria-keyshortcuts={key}
            aria-disabled={!queue.has(direction) || undefined}
            onClick={() => void go(direction)}
            sx={queue.has(direction) ? {} : {opacity: 0.4}}
          >
            <Drawn />
          </IconButton>
        </Tooltip>
      ))}
      {leadsOn && <Button size="small" variant="outlined" ref={takeFocus} onClick={() => void go(1, true)}>Próximo</Button>}
    </Box>
  );
};

const takeFocus = (button: HTMLButtonElement | null): void => button?.focus({preventScroll: true});
const takeIdleFocus = (button: HTMLButtonElement | null): void => {
  if (isIdle()) takeFocus(button);
};
