/** The number of unread notices: pushed by the server's event stream, polled from a server that pushes none. */
import {useEffect, useEffectEvent, useState} from 'react';
import {NOTICE_EVENT} from '../../../schema/events.ts';
import {isMissing} from '../../wire/errors.ts';
import {onEvent} from '../../wire/live.ts';

/** Milliseconds within which a pushing server has sent the first number. */
export const PATIENCE = 3000;

export interface Unread {
  unread: number | undefined;
  here: boolean | undefined;
  heard: (unread: number) => void;
  /** Subtracts notices whose read mark is being sent. @returns the function that ends the subtraction */
  reading: (count: number) => () => void;
}

/** Polls shortly after the window opens and at each window focus, until the server pushes a number. */
const usePolledUnread = (setUnread: Unread['heard'], onFailure: (isCallMissing: boolean) => void): void => {
  const onAnswer = useEffectEvent(setUnread);
  const onError = useEffectEvent(onFailure);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const controller = new AbortController();
    const poll = async () => {
      if (document.visibilityState === 'hidden') return;
      try {
        // Imported lazily, because a pushing server never needs it before the list opens.
        const {askNotices} = await import('./calls.ts');
        onAnswer((await askNotices(1, controller.signal)).naoLidos);
      } catch (error) {
        if (controller.signal.aborted) return;
        if (isMissing(error)) controller.abort();
        onError(isMissing(error));
      }
    };
    const schedulePoll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void poll(), PATIENCE);
    };
    schedulePoll();
    window.addEventListener('focus', schedulePoll, {signal: controller.signal});
    const unsubscribe = onEvent(NOTICE_EVENT, ({naoLidos}) => {
      controller.abort();
      onAnswer(naoLidos);
    });
    controller.signal.addEventListener('abort', () => clearTimeout(timer));
    return () => {
      controller.abort();
      unsubscribe();
    };
  }, []);
};

/** @param onChange called with the new and the previous number, except for the first one */
export const useUnread = (onChange: (count: number, previousCount: number) => void): Unread => {
  const [{unread, here}, setState] = useState<Pick<Unread, 'unread' | 'here'>>({unread: undefined, here: undefined});
  const [pendingReads, setPendingReads] = useState(0);
  const setUnread = (count: number) => {
    setState({unread: count, here: true});
    if (unread !== undefined && count !== unread) onChange(count, unread);
  };
  usePolledUnread(setUnread, isCallMissing => setState(current => ({...current, here: !isCallMissing})));
  const startReading = (count: number) => {
    setPendingReads(sum => sum + count);
    return () => setPendingReads(sum => sum - count);
  };
  return {
    unread: unread === undefined ? undefined : Math.max(0, unread - pendingReads), here, heard: setUnread, reading: startReading,
  };
};
