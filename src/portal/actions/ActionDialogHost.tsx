/** The one place where action dialogs are drawn: a row or menu that asked may be gone before the answer comes. */
import {createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode} from 'react';
import type {ActionRecord} from '../wire/verdict.ts';
import {useConfig} from '../session/context.ts';
import {Boundary} from '../ui/Boundary.tsx';
import {later} from '../ui/later.tsx';
import {keepFocus} from '../ui/place/focus.ts';
import type {ActionRequest} from './ActionDialog.tsx';

// With what most of them ask in: a second round trip would come after the first.
const ActionDialog = later(async () => {
  const [{ActionDialog: Dialog}] = await Promise.all([import('./ActionDialog.tsx'), import('./AskDialog.tsx')]);
  return Dialog;
});

type Ask = (request: ActionRequest) => Promise<boolean>;

/** The way on from the record of a screen. */
interface Onward {
  resourceName: string;
  id: ActionRecord['id'];
  go: () => void;
}

/** An action whose dialog has gone. */
interface Done {
  resourceName: string;
  id: ActionRecord['id'];
  /** Its name. */
  name: string;
  /** Whether it was done, and leads nowhere else. */
  here: boolean;
}
const DoneContext = createContext<Done | undefined>(undefined);

/** The action whose dialog was there last, once it has gone. */
export const useDone = (): Done | undefined => useContext(DoneContext);

const OnwardContext = createContext<(onward: Onward | undefined) => void>(() => undefined);

/** Says where the record of this screen leads on to while it is there; undefined: nowhere. The dialog of its last action offers it. */
export const useOnward = (onward: Onward | undefined): void => {
  const say = useContext(OnwardContext);
  useEffect(() => {
    say(onward);
    return () => say(undefined);
  });
};

const HostContext = createContext<Ask | undefined>(undefined);

/** Mounted once, around everything that has actions. */
export const ActionDialogHost = ({children}: {children: ReactNode}) => {
  const [asked, setAsked] = useState<ActionRequest & {turn: number; leads: boolean}>();
  const settle = useRef<(done: boolean) => void>(undefined);
  const turn = useRef(0);
  const config = useConfig();
  const [done, setDone] = useState<Done>();
  const isDone = useRef(false);
  const onward = useRef<Onward>(undefined);
  const goesOn = useRef(false);
  const say = useCallback((one: Onward | undefined) => {
    onward.current = one;
  }, []);
  const ask = useCallback<Ask>(request => {
    settle.current?.(false);
    turn.current += 1;
    isDone.current = false;
    setDone(undefined);
    const {current: way} = onward;
    setAsked({...request, turn: turn.current, leads: way?.resourceName === request.resourceName && way.id === request.record.id});
    return new Promise(resolve => {
      settle.current = resolve;
    });
  }, []);
  const settled = useCallback((wasDone: boolean, on = false) => {
    isDone.current = wasDone;
    goesOn.current = wasDone && on;
    settle.current?.(wasDone);
    settle.current = undefined;
  }, []);
  const dialog = useMemo(() => {
    if (asked === undefined) return undefined;
    const {resourceName, name, record: {id}} = asked;
    const closed = () => {
      // It never came.
      if (settle.current !== undefined) settled(false);
      setAsked(undefined);
      const opens = config.resources[resourceName]?.actions?.[name]?.opens;
      setDone({resourceName, id, name, here: isDone.current && !goesOn.current && opens === undefined});
      if (goesOn.current) onward.current?.go();
    };
    return <ActionDialog key={asked.turn} asked={asked} leads={asked.leads} onSettled={settled} onClose={closed} />;
  }, [asked, settled, config]);
  // After what the screen makes of it: it knows better where to go on.
  useEffect(() => {
    if (done !== undefined) keepFocus(String(done.id), done.resourceName);
  }, [done]);
  return (
    <HostContext value={ask}>
      <OnwardContext value={say}>
        <DoneContext value={done}>{children}</DoneContext>
      </OnwardContext>
      {dialog && <Boundary part>{dialog}</Boundary>}
    </HostContext>
  );
};

/**
 * Does a resource's declared actions.
 *
 * @returns `run(name, record, as)`: opens the confirmation or form that the action declares and sends it. Resolves
 *   `true` when done, `false` when the person went back or the server refused for good.
 */
export const useActionRunner = (resourceName: string) => {
  const ask = useContext(HostContext);
  if (ask === undefined) throw new Error('An action needs an ActionDialogHost above it');
  return useCallback((name: string, record: ActionRecord, as?: ActionRequest['as']) => ask({resourceName, name, record, as}), [
    ask, resourceName,
  ]);
};
