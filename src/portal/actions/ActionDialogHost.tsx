/** The one place where action dialogs are drawn: a row or menu that asked may be gone before the answer comes. */
import {createContext, useCallback, useContext, useMemo, useRef, useState, type ReactNode} from 'react';
import type {ActionRecord} from '../wire/verdict.ts';
import {later} from '../ui/later.tsx';

const ActionDialog = later(async () => (await import('./ActionDialog.tsx')).ActionDialog);

export interface ActionRequest {
  resourceName: string;
  name: string;
  record: ActionRecord;
}
type Ask = (request: ActionRequest) => Promise<boolean>;

const HostContext = createContext<Ask | undefined>(undefined);

/** Opens the dialog of an action; resolves `true` when it was done, `false` when the person went back. */
export const useActionHost = (): Ask => {
  const ask = useContext(HostContext);
  if (ask === undefined) throw new Error('An action needs an ActionDialogHost above it');
  return ask;
};

/** Mounted once, around everything that has actions. */
export const ActionDialogHost = ({children}: {children: ReactNode}) => {
  const [asked, setAsked] = useState<ActionRequest & {turn: number}>();
  const settle = useRef<(done: boolean) => void>(undefined);
  const turn = useRef(0);
  const ask = useCallback<Ask>(request => {
    settle.current?.(false);
    turn.current += 1;
    setAsked({...request, turn: turn.current});
    return new Promise(resolve => {
      settle.current = resolve;
    });
  }, []);
  const settled = useCallback((done: boolean) => {
    settle.current?.(done);
    settle.current = undefined;
  }, []);
  const dialog = useMemo(
    () => asked && <ActionDialog key={asked.turn} asked={asked} onSettled={settled} onClosed={() => setAsked(undefined)} />,
    [asked, settled],
  );
  return (
    <HostContext value={ask}>
      {children}
      {dialog}
    </HostContext>
  );
};
