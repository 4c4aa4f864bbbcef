/** '3 de 24' with the previous and next record of the list, on the edit screen and in the details. */
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import {useLocation, useNavigate, type Location} from 'react-router-dom';
import {screenKeys} from '../../schema/words/keys.ts';
import {DETAILS_PARAM, screens} from '../../schema/paths.ts';
import {useLastClosedAction, useRegisterNextRecord} from '../actions/ActionDialogHost.tsx';
import {actionPlaces, type SingleRecordPlace} from '../actions/actionPlaces.ts';
import {useListOverlay} from '../list/address/overlay.ts';
import {useListNeighbours, type ListNeighbours, type NeighbourDirection} from '../list/address/useListNeighbours.ts';
import {useResourceAndSession} from '../session/context.ts';
import {useRegisterShortcuts} from '../shortcuts/registry.ts';
import {TOP_BAR} from '../theme/tokens.ts';
import {isFocusLost} from '../navigation/focus.ts';

interface Props {
  name: string;
  id: number;
  place: SingleRecordPlace;
}

/** Key of the router state that holds the direction of the last step. */
const DIRECTION_KEY = 'sentido';
const directionIn = (state: unknown): unknown =>
  (typeof state === 'object' && state !== null && DIRECTION_KEY in state ? state[DIRECTION_KEY] : undefined);

/** Below the top bar, with room for the focus ring. */
const STICKY = {
  position: 'sticky', top: TOP_BAR + 8, zIndex: 2, alignSelf: 'flex-start', pr: 1, borderRadius: 1, backgroundColor: 'background.default',
};

export const NeighbourNav = (props: Props) => {
  const queue = useListNeighbours(props.name, props.id);
  return queue === undefined ? null : <Nav {...props} queue={queue} />;
};

const Nav = ({name, id, place, queue}: Props & {queue: ListNeighbours}) => {
  const {config, resource} = useResourceAndSession(name);
  const detailsOverlay = useListOverlay(name, DETAILS_PARAM);
  const navigate = useNavigate();
  const {state} = useLocation() as Location<unknown>;
  const closedAction = useLastClosedAction();
  const go = async (direction: NeighbourDirection, toWork = false): Promise<void> => {
    const neighbourId = await queue.findNeighbour(direction, toWork);
    if (neighbourId === undefined) return;
    if (place === 'details') detailsOverlay.change(String(neighbourId));
    // Replaces the history entry, so that Back leads to the list.
    else {
      void navigate(screens(config, resource).edit(neighbourId), {
        replace: true, state: {...(state as object | null), [DIRECTION_KEY]: direction},
      });
    }
  };
  const directions = [
    {direction: -1, key: screenKeys.previous, label: 'Anterior na lista', Drawn: ChevronLeft},
    {direction: 1, key: screenKeys.next, label: 'Próximo na lista', Drawn: ChevronRight},
  ] as const;
  useRegisterShortcuts(
    directions.filter(({direction}) => queue.hasNeighbour(direction))
      .map(({direction, key, label}) => ({key, label, run: () => void go(direction)})),
    actionPlaces[place].keys,
  );
  const hasWork = queue.hasNeighbour(1, true);
  useRegisterNextRecord(hasWork ? {resourceName: name, id, go: () => void go(1, true)} : undefined);
  const arrivedBy = directionIn(state);
  const offersNext = hasWork && closedAction?.staysOnScreen === true && closedAction.resourceName === name && closedAction.id === id;
  return (
    <Box
      component="nav"
      aria-label="Fila"
      sx={{
        display: 'flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap',
        // Sticky, because an action may have been done anywhere on the page.
        ...(offersNext && place === 'edit' ? STICKY : {}),
      }}
    >
      <Typography variant="body2" color="text.secondary" sx={{fontVariantNumeric: 'tabular-nums'}}>
        {queue.position.toLocaleString('pt-BR')} de {queue.total.toLocaleString('pt-BR')}
      </Typography>
      {directions.map(({direction, key, label, Drawn}) => (
        <Tooltip key={direction} title={label}>
          {/* aria-disabled, because `disabled` would drop the focus. */}
          <IconButton
            // The new screen takes the focus back to the pressed button.
            ref={arrivedBy === direction ? takeIdleFocus : null}
            size="small"
            aria-label={label}
            aria-keyshortcuts={key}
            aria-disabled={!queue.hasNeighbour(direction) || undefined}
            onClick={() => void go(direction)}
            sx={queue.hasNeighbour(direction) ? {} : {opacity: 0.4}}
          >
            <Drawn />
          </IconButton>
        </Tooltip>
      ))}
      {offersNext && <Button size="small" variant="outlined" ref={takeFocus} onClick={() => void go(1, true)}>Próximo</Button>}
    </Box>
  );
};

const takeFocus = (button: HTMLButtonElement | null): void => button?.focus({preventScroll: true});
const takeIdleFocus = (button: HTMLButtonElement | null): void => {
  if (isFocusLost()) takeFocus(button);
};
