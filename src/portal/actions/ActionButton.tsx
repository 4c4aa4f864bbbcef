/** An action's button. A refused action stays focusable and shows its reason on hover, focus and press. */
import {useState} from 'react';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import {Icon} from '../theme/Icon.tsx';
import {focusRobotMark} from '../ui/Refusal.tsx';
import type {JudgedAction} from '../api/actionVerdicts.ts';

interface ActionButtonProps {
  judgedAction: JudgedAction;
  small?: boolean;
  /** The next action; the only button of the screen in the primary colour. */
  next?: boolean;
  onClick: () => void;
}

export const ActionButton = ({judgedAction: {action, verdict}, small = false, next = false, onClick}: ActionButtonProps) => {
  const [isReasonShown, setReasonShown] = useState(false);
  const reason = verdict.allowed ? undefined : verdict.reason;
  const refused = reason !== undefined;
  const explain = () => {
    // The item that a robot marked explains itself, so it takes the focus.
    if (action.needs?.includes('itensValidos') !== true || !focusRobotMark()) setReasonShown(true);
  };
  const button = (
    <Button
      size={small ? 'small' : 'medium'}
      variant={next ? 'contained' : 'outlined'}
      color={action.tone === 'danger' ? 'error' : next || small ? 'primary' : 'inherit'}
      startIcon={!small && action.icon && <Icon name={action.icon} />}
      // aria-disabled, because a disabled button cannot show its reason.
      aria-disabled={refused || undefined}
      aria-keyshortcuts={action.key}
      onClick={refused ? explain : onClick}
      sx={{...(small ? {px: 1} : {}), ...(refused ? {opacity: 0.5, cursor: 'not-allowed'} : {})}}
    >
      {action.label}
    </Button>
  );
  if (!refused || reason === '') return button;
  return (
    // The touch listener would need a long press and hide the tooltip by itself; a press opens it instead.
    <Tooltip
      describeChild
      title={reason}
      open={isReasonShown}
      onOpen={() => setReasonShown(true)}
      onClose={() => setReasonShown(false)}
      disableTouchListener
    >
      {button}
    </Tooltip>
  );
};
