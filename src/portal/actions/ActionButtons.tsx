/** A record's actions as buttons: the next thing to do last, what lacks only a condition disabled with its reason. */
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import useMediaQuery from '@mui/material/useMediaQuery';
import {Icon} from '../theme/Icon.tsx';
import type {ActionRecord, JudgedAction, Place} from '../wire/verdict.ts';
import {MoreActions} from './MoreActions.tsx';
import {useActionRunner} from './useActionRunner.ts';
import {useActions} from './useActions.ts';

export interface ActionButtonsProps {
  resource: string;
  record: ActionRecord;
  /** The row's menu is another component. */
  place: Exclude<Place, 'menu'>;
  /** What comes before any of them (saving, say): resolves the record to do it to, undefined where it is not done. */
  before?: () => Promise<ActionRecord | undefined>;
  /** Other buttons in the same bar. */
  beside?: number;
}

/** So many buttons a phone's bar shows; the rest is behind 'Mais'. */
const ON_A_PHONE = 3;

export const ActionButtons = ({resource, record, place, before, beside = 0}: ActionButtonsProps) => {
  const actions = useActions(resource, record, place);
  const run = useActionRunner(resource);
  const phone = useMediaQuery(theme => theme.breakpoints.down('sm'));
  const start = async (name: string) => {
    const ready = before === undefined ? record : await before();
    if (ready !== undefined) await run(name, ready);
  };
  const crowded = phone && place !== 'row' && actions.length + beside > ON_A_PHONE;
  // The next thing to do stands last.
  const shown = crowded ? actions.slice(actions.length + beside - ON_A_PHONE) : actions;
  return (
    <>
      {crowded && <MoreActions actions={actions.filter(one => !shown.includes(one))} onStart={name => void start(name)} />}
      {shown.map(one => <ActionButton key={one.name} one={one} small={place === 'row'} onClick={() => void start(one.name)} />)}
    </>
  );
};

interface ButtonProps {
  one: JudgedAction;
  small: boolean;
  onClick: () => void;
}

const ActionButton = ({one: {action, verdict}, small, onClick}: ButtonProps) => {
  const reason = verdict.allowed ? undefined : verdict.reason;
  const refused = reason !== undefined;
  const button = (
    <Button
      size={small ? 'small' : 'medium'}
      variant={action.tone === 'primary' && !small ? 'contained' : 'outlined'}
      color={action.tone === 'danger' ? 'error' : 'primary'}
      // A row has no room to spare.
      startIcon={!small && action.icon && <Icon name={action.icon} />}
      // Not `disabled`: a button that can be reached can say why it does nothing.
      aria-disabled={refused || undefined}
      onClick={refused ? undefined : onClick}
      sx={{...(small ? {px: 1} : {}), ...(refused ? {opacity: 0.5, cursor: 'not-allowed'} : {})}}
    >
      {action.label}
    </Button>
  );
  return refused && reason !== '' ? <Tooltip describeChild title={reason}>{button}</Tooltip> : button;
};
