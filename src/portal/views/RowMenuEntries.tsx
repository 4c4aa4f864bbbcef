import Menu from '@mui/material/Menu';
import {ActionItem} from '../actions/ActionItem.tsx';
import type {Verdict} from '../../schema/lifeCycle/workflow.ts';
import type {JudgedAction} from '../api/actionVerdicts.ts';

export type RowMenuEntry = {key: string; run: () => void} & ({action: JudgedAction} | {label: string; danger?: boolean; verdict?: Verdict});

interface Props {
  /** The id of the menu's button, looked up when positioning, because another width draws another button. */
  labelledBy: string;
  label: string;
  dense: boolean;
  entries: readonly RowMenuEntry[];
  onClose: () => void;
}

export const RowMenuEntries = ({labelledBy, label, dense, entries, onClose}: Props) => {
  const closeAndRun = (run: () => void) => () => {
    onClose();
    run();
  };
  const hasIcons = entries.some(entry => 'action' in entry && entry.action.action.icon);
  return (
    <Menu
      open
      anchorEl={() => document.getElementById(labelledBy)}
      onClose={onClose}
      slotProps={{paper: {'aria-label': label}, list: {'aria-labelledby': labelledBy, dense, disabledItemsFocusable: true}}}
    >
      {entries.map(entry => ('action' in entry
        ? <ActionItem key={entry.key} judgedAction={entry.action} onClick={closeAndRun(entry.run)} />
        : (
          <ActionItem
            key={entry.key}
            inset={hasIcons}
            judgedAction={{action: {label: entry.label, ...(entry.danger && {tone: 'danger'})}, verdict: entry.verdict ?? {allowed: true}}}
            onClick={closeAndRun(entry.run)}
          />
        )))}
    </Menu>
  );
};
