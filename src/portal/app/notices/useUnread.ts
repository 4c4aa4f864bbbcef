/** How many notices wait to be read, as the server tells it while somebody looks on; asked for where it tells nothing. */
import {useEffect, useEffectEvent, useState} from 'react';
import {NOTICE_EVENT} from '../../../schema/events.ts';
import {isMissing} from '../../wire/errors.ts';
import {onEvent} from '../../wire/live.ts';

/** Milliseconds in which a server that tells by itself has done so. */
export const PATIENCE = 3000;

export interface Unread {
  /** undefined: not known. */
  unread: number | undefined;
  /** Whether the server has notices at all; undefined: not known yet. */
  here: boolean | undefined;
  /** Says how many there are now. */
  heard: (unread: number) => void;
  /** Takes off those whose reading is on its way to the server. @returns ends that: they were told of, or it failed */
  reading: (count: number) => () => void;
}

/** Asks a moment after this window opened and whenever it is looked at again, as long as the server tells nothing by itself. */
const useAsked = (heard: Unread['heard'], missed: (absent: boolean) => void): void => {
  const answer = useEffectEvent(heard);
  const none = useEffectEvent(missed);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const over = new AbortController();
    const ask = async () => {
      if (document.visibilityState === 'hidden') return;
      try {
        // Most servers tell: what asks comes with the list, not with every screen.
        const {askNotices} = await import('./calls.ts');
        answer((await askNotices(1, over.signal)).naoLidos);
      } catch (error) {
        if (over.signal.aborted) return;
        if (isMissing(error)) over.abort();
        none(isMissing(error));
      }
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), PATIENCE);
    };
    wait();
    window.addEventListener('focus', wait, {signal: over.signal});
    const stop = onEvent(NOTICE_EVENT, ({naoLidos}) => {
      over.abort();
      answer(naoLidos);
    });
    over.signal.addEventListener('abort', () => clearTimeout(timer));
    return () => {
      over.abort();
      stop();
    };
  }, []);
};

/** @param onChange the server told another number than before; not of the first one */
export const useUnread = (onChange: (now: number, before: number) => void): Unread => {
  const [{unread, here}, setTold] = useState<Pick<Unread, 'unread' | 'here'>>({unread: undefined, here: undefined});
  const [onTheWay, setOnTheWay] = useState(0);
  const heard = (now: number) => {
    setTold({unread: now, here: true});
    if (unread !== undefined && now !== unread) onChange(now, unread);
  };
  useAsked(heard, absent => setTold(known => ({...known, here: !absent})));
  const reading = (count: number) => {
    setOnTheWay(sum => sum + count);
    return () => setOnTheWay(sum => sum - count);
  };
  return {unread: unread === undefined ? undefined : Math.max(0, unread - onTheWay), here, heard, reading};
};
