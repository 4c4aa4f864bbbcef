/** A record's actions as buttons: the next thing to do last, what lacks only a condition disabled with its reason. */
import useMediaQuery from '@mui/material/useMediaQuery';
import type {ActionRecord, Place} from '../wire/verdict.ts';
import {ActionButton} from './ActionButton.tsx';
import {MoreActions} from './MoreActions.tsx';
import {useActionKeys} from './useActionKeys.ts';
import {useActionRunner} from './useActionRunner.ts';
import {useActions} from './useActions.ts';

export interface ActionButtonsProps {
  resource: string;
  record: ActionRecord;
  place: Exclude<Place, 'menu' | 'row'>;
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
  useActionKeys(resource, record, name => void start(name), place === 'details' ? 'dialog' : 'screen');
  const crowded = phone && actions.length + beside > ON_A_PHONE;
  // The next thing to do stands last.
  const shown = crowded ? actions.slice(actions.length + beside - ON_A_PHONE) : actions;
  return (
    <>
      {crowded && <MoreActions actions={actions.filter(one => !shown.includes(one))} onStart={name => void start(name)} />}
      {shown.map(one => <ActionButton key={one.name} one={one} onClick={() => void start(one.name)} />)}
    </>
  );
};
