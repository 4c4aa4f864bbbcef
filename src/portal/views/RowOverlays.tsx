/** The menus and dialogs of list rows. State lives above the rows, because another width remounts them. */
import {createContext, useContext, useMemo, useState, type ReactNode} from 'react';
import {lazyComponent} from '../ui/lazyComponent.tsx';
import type {Row} from '../api/providers/listDialects.ts';
import type {ExtraRequest} from './extras/extraEntries.ts';

const DeleteDialog = lazyComponent(async () => (await import('../actions/DeleteDialog.tsx')).DeleteDialog);

const ExtraDialog = lazyComponent(async () => (await import('./extras/useExtras.tsx')).ExtraDialog);

type RowRequest = {record: Row} & ({deleting: true} | {deleting: false; extra: ExtraRequest});

interface RowOverlaysState {
  menu: number | undefined;
  openMenu: (id: number | undefined) => void;
  ask: (rowRequest: RowRequest) => void;
}
const RowOverlaysContext = createContext<RowOverlaysState | undefined>(undefined);

export const useRowOverlays = (): RowOverlaysState => {
  const state = useContext(RowOverlaysContext);
  if (state === undefined) throw new Error('A row needs OverRows above its list');
  return state;
};

export const RowOverlays = ({name, children}: {name: string; children: ReactNode}) => {
  const [menu, openMenu] = useState<number>();
  const [rowRequest, setRowRequest] = useState<RowRequest>();
  const state = useMemo(() => ({menu, openMenu, ask: setRowRequest}), [menu]);
  const close = () => setRowRequest(undefined);
  return (
    <RowOverlaysContext value={state}>
      {children}
      {rowRequest && (rowRequest.deleting
        ? <DeleteDialog name={name} record={rowRequest.record} onClose={close} />
        : <ExtraDialog name={name} record={rowRequest.record} request={rowRequest.extra} onClose={close} />)}
    </RowOverlaysContext>
  );
};
