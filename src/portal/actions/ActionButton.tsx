/** One action as a button; what lacks only a condition is disabled with its reason. */
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import {Icon} from '../theme/Icon.tsx';
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
  const reason = verdict.allowed ? undefined : verdict.reason;
  const refused = reason !== undefined;
  const button = (
    <Button
      size={small ? 'small' : 'medium'}
      variant={next ? 'contained' : 'outlined'}
      color={action.tone === 'danger' ? 'error' : next || small ? 'primary' : 'inherit'}
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
