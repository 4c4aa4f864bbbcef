/** The number of unread notices: pushed by the server's event stream, polled from a server that pushes none. */
import {useEffect, useEffectEvent, useState} from 'react';
import {NOTICE_EVENT} from '../../../schema/events.ts';
import {isNotFound} from '../../api/errors.ts';
import {onServerEvent} from '../../api/eventStream.ts';

/** Milliseconds within which a pushing server has sent the first number. */
export const FIRST_PUSH_WAIT_MS = 3000;

export interface UnreadNotices {
  unread: number | undefined;
  isSupported: boolean | undefined;
  setUnread: (unread: number) => void;
  /** Subtracts notices whose read mark is being sent. @returns the function that ends the subtraction */
  addPendingReads: (count: number) => () => void;
}

/** Polls shortly after the window opens and at each window focus, until the server pushes a number. */
const usePolledUnread = (setUnread: UnreadNotices['setUnread'], onFailure: (isCallMissing: boolean) => void): void => {
  const onAnswer = useEffectEvent(setUnread);
  const onError = useEffectEvent(onFailure);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const controller = new AbortController();
    const poll = async () => {
      if (document.visibilityState === 'hidden') return;
      try {
        // Imported lazily, because a pushing server never needs it before the list opens.
        const {fetchNotices} = await import('./noticeCalls.ts');
        onAnswer((await fetchNotices(1, controller.signal)).naoLidos);
      } catch (error) {
        if (controller.signal.aborted) return;
        if (isNotFound(error)) controller.abort();
        onError(isNotFound(error));
      }
    };
    const schedulePoll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void poll(), FIRST_PUSH_WAIT_MS);
    };
    schedulePoll();
    window.addEventListener('focus', schedulePoll, {signal: controller.signal});
    const unsubscribe = onServerEvent(NOTICE_EVENT, ({naoLidos}) => {
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
export const useUnreadNotices = (onChange: (count: number, previousCount: number) => void): UnreadNotices => {
  const [{unread, isSupported}, setState] = useState<Pick<UnreadNotices, 'unread' | 'isSupported'>>(
    {unread: undefined, isSupported: undefined},
  );
  const [pendingReads, setPendingReads] = useState(0);
  const setUnread = (count: number) => {
    setState({unread: count, isSupported: true});
    if (unread !== undefined && count !== unread) onChange(count, unread);
  };
  usePolledUnread(setUnread, isCallMissing => setState(current => ({...current, isSupported: !isCallMissing})));
  const startReading = (count: number) => {
    setPendingReads(sum => sum + count);
    return () => setPendingReads(sum => sum - count);
  };
  return {
    unread: unread === undefined ? undefined : Math.max(0, unread - pendingReads), isSupported, setUnread, addPendingReads: startReading,
  };
};
