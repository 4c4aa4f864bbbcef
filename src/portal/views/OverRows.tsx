/** What was opened from a row of a list and stays while rows are drawn anew, as another width draws them: its menu and its dialogs. */
import {createContext, useContext, useMemo, useState, type ReactNode} from 'react';
import {later} from '../ui/later.tsx';
import type {Row} from '../wire/providers/dialects.ts';
import type {AskedExtra} from './extras/entries.ts';

const DeleteDialog = later(async () => (await import('../actions/DeleteDialog.tsx')).DeleteDialog);

const ExtraDialog = later(async () => (await import('./extras/useExtras.tsx')).ExtraDialog);

type Asked = {record: Row} & ({deleting: true} | {deleting: false; extra: AskedExtra});

interface OverRowsState {
  /** The record whose menu is open. */
  menu: number | undefined;
  openMenu: (id: number | undefined) => void;
  ask: (asked: Asked) => void;
}
const OverRowsContext = createContext<OverRowsState | undefined>(undefined);

/** For the rows of a list; throws outside {@link OverRows}. */
export const useOverRows = (): OverRowsState => {
  const state = useContext(OverRowsContext);
  if (state === undefined) throw new Error('A row needs OverRows above its list');
  return state;
};

/** @param name the resource's */
export const OverRows = ({name, children}: {name: string; children: ReactNode}) => {
  const [menu, openMenu] = useState<number>();
  const [asked, ask] = useState<Asked>();
  const state = useMemo(() => ({menu, openMenu, ask}), [menu]);
  const close = () => ask(undefined);
  return (
    <OverRowsContext value={state}>
      {children}
      {asked && (asked.deleting
        ? <DeleteDialog name={name} record={asked.record} onClose={close} />
        : <ExtraDialog name={name} record={asked.record} asked={asked.extra} onClose={close} />)}
    </OverRowsContext>
  );
};
