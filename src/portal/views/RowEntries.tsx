/** What the menu of a row offers, over it. */
import Menu from '@mui/material/Menu';
import {ActionItem} from '../actions/ActionItem.tsx';
import type {Verdict} from '../../schema/lifeCycle/workflow.ts';
import type {JudgedAction} from '../wire/verdict.ts';

/** An action, or something else by its name. */
export type Entry = {key: string; run: () => void} & ({action: JudgedAction} | {label: string; danger?: boolean; verdict?: Verdict});

interface Props {
  /** The id of what opens it, and where it stands: another width has another button. */
  labelledBy: string;
  label: string;
  dense: boolean;
  entries: readonly Entry[];
  onClose: () => void;
}

export const RowEntries = ({labelledBy, label, dense, entries, onClose}: Props) => {
  const chosen = (run: () => void) => () => {
    onClose();
    run();
  };
  const iconed = entries.some(entry => 'action' in entry && entry.action.action.icon);
  return (
    <Menu
      open
      anchorEl={() => document.getElementById(labelledBy)}
      onClose={onClose}
      slotProps={{paper: {'aria-label': label}, list: {'aria-labelledby': labelledBy, dense, disabledItemsFocusable: true}}}
    >
      {entries.map(entry => ('action' in entry
        ? <ActionItem key={entry.key} one={entry.action} onClick={chosen(entry.run)} />
        : (
          <ActionItem
            key={entry.key}
            inset={iconed}
            one={{action: {label: entry.label, ...(entry.danger && {tone: 'danger'})}, verdict: entry.verdict ?? {allowed: true}}}
            onClick={chosen(entry.run)}
          />
        )))}
    </Menu>
  );
};
