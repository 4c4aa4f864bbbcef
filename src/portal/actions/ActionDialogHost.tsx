/** Draws all action dialogs in one place, because the row or menu that opened one may be unmounted before the answer. */
import {createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode} from 'react';
import type {ActionRecord} from '../api/actionVerdicts.ts';
import {useConfig} from '../session/context.ts';
import {ScreenErrorBoundary} from '../ui/ScreenErrorBoundary.tsx';
import {lazyComponent} from '../ui/lazyComponent.tsx';
import {restoreFocus} from '../navigation/focus.ts';
import type {ActionRequest} from './ActionDialog.tsx';

// Loads both chunks at once, because most actions have asks.
const ActionDialog = lazyComponent(async () => {
  const [{ActionDialog: Dialog}] = await Promise.all([import('./ActionDialog.tsx'), import('./AskDialog.tsx')]);
  return Dialog;
});

type RequestAction = (request: ActionRequest) => Promise<boolean>;

interface NextRecord {
  resourceName: string;
  id: ActionRecord['id'];
  go: () => void;
}

interface ClosedAction {
  resourceName: string;
  id: ActionRecord['id'];
  name: string;
  /** The action was done, and the screen stays. */
  staysOnScreen: boolean;
}
const ClosedActionContext = createContext<ClosedAction | undefined>(undefined);

/** The action whose dialog closed last; undefined while one is open. */
export const useLastClosedAction = (): ClosedAction | undefined => useContext(ClosedActionContext);

const NextRecordContext = createContext<(next: NextRecord | undefined) => void>(() => undefined);

/** Registers the next record while the screen is mounted; undefined: none. The dialog of a final action offers it. */
export const useRegisterNextRecord = (next: NextRecord | undefined): void => {
  const registerNext = useContext(NextRecordContext);
  useEffect(() => {
    registerNext(next);
    return () => registerNext(undefined);
  });
};

const HostContext = createContext<RequestAction | undefined>(undefined);

/** Mounted once, around everything that has actions. */
export const ActionDialogHost = ({children}: {children: ReactNode}) => {
  const [request, setRequest] = useState<ActionRequest & {turn: number; leads: boolean}>();
  const settle = useRef<(done: boolean) => void>(undefined);
  const turn = useRef(0);
  const config = useConfig();
  const [done, setDone] = useState<ClosedAction>();
  const isDone = useRef(false);
  const nextRecord = useRef<NextRecord>(undefined);
  const goesToNext = useRef(false);
  const registerNext = useCallback((next: NextRecord | undefined) => {
    nextRecord.current = next;
  }, []);
  const ask = useCallback<RequestAction>(newRequest => {
    settle.current?.(false);
    turn.current += 1;
    isDone.current = false;
    setDone(undefined);
    const {current: next} = nextRecord;
    setRequest({
      ...newRequest, turn: turn.current, leads: next?.resourceName === newRequest.resourceName && next.id === newRequest.record.id,
    });
    return new Promise(resolve => {
      settle.current = resolve;
    });
  }, []);
  const settled = useCallback((wasDone: boolean, goToNext = false) => {
    isDone.current = wasDone;
    goesToNext.current = wasDone && goToNext;
    settle.current?.(wasDone);
    settle.current = undefined;
  }, []);
  const dialog = useMemo(() => {
    if (request === undefined) return undefined;
    const {resourceName, name, record: {id}} = request;
    const closed = () => {
      // The dialog was closed before it loaded.
      if (settle.current !== undefined) settled(false);
      setRequest(undefined);
      const opens = config.resources[resourceName]?.actions?.[name]?.opens;
      setDone({resourceName, id, name, staysOnScreen: isDone.current && !goesToNext.current && opens === undefined});
      if (goesToNext.current) nextRecord.current?.go();
    };
    return <ActionDialog key={request.turn} request={request} hasNext={request.leads} onSettled={settled} onClose={closed} />;
  }, [request, settled, config]);
  // An effect of the host runs after those of the screen, which may move the focus first.
  useEffect(() => {
    if (done !== undefined) restoreFocus(String(done.id), done.resourceName);
  }, [done]);
  return (
    <HostContext value={ask}>
      <NextRecordContext value={registerNext}>
        <ClosedActionContext value={done}>{children}</ClosedActionContext>
      </NextRecordContext>
      {dialog && <ScreenErrorBoundary part>{dialog}</ScreenErrorBoundary>}
    </HostContext>
  );
};

/**
 * Runs the declared actions of a resource.
 *
 * @returns `run(name, record, as)`: opens the action's confirmation or form and sends it. Resolves true when done, false when the person
 * went back or the server refused for good.
 */
export const useActionRunner = (resourceName: string) => {
  const ask = useContext(HostContext);
  if (ask === undefined) throw new Error('An action needs an ActionDialogHost above it');
  return useCallback((name: string, record: ActionRecord, as?: ActionRequest['as']) => ask({resourceName, name, record, as}), [
    ask, resourceName,
  ]);
};
