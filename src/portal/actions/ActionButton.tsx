/** One action as a button; what lacks only a condition does nothing and says why: to a pointer, to the focus, and when it is pressed. */
import {useState} from 'react';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import {Icon} from '../theme/Icon.tsx';
import {focusMark} from '../ui/Refusal.tsx';
import type {JudgedAction} from '../wire/verdict.ts';

interface ActionButtonProps {
  one: JudgedAction;
  /** As a row has room for. */
  small?: boolean;
  /** The one next thing to do: no other button of the screen has its colour. */
  next?: boolean;
  onClick: () => void;
}

export const ActionButton = ({one: {action, verdict}, small = false, next = false, onClick}: ActionButtonProps) => {
  const [told, setTold] = useState(false);
  const reason = verdict.allowed ? undefined : verdict.reason;
  const refused = reason !== undefined;
  const refuse = () => {
    // What a robot marked says itself what is to be done.
    if (action.needs?.includes('itensValidos') !== true || !focusMark()) setTold(true);
  };
  const button = (
    <Button
      size={small ? 'small' : 'medium'}
      variant={next ? 'contained' : 'outlined'}
      color={action.tone === 'danger' ? 'error' : next || small ? 'primary' : 'inherit'}
      // A row has no room to spare.
      startIcon={!small && action.icon && <Icon name={action.icon} />}
      // Not `disabled`: a button that can be reached can say why it does nothing.
      aria-disabled={refused || undefined}
      aria-keyshortcuts={action.key}
      onClick={refused ? refuse : onClick}
      sx={{...(small ? {px: 1} : {}), ...(refused ? {opacity: 0.5, cursor: 'not-allowed'} : {})}}
    >
      {action.label}
    </Button>
  );
  if (!refused || reason === '') return button;
  return (
    // A finger presses; held down it would have to wait, and what it read would go by itself.
    <Tooltip describeChild title={reason} open={told} onOpen={() => setTold(true)} onClose={() => setTold(false)} disableTouchListener>
      {button}
    </Tooltip>
  );
};
