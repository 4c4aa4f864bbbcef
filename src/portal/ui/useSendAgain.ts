import {useEffect, useEffectEvent, useRef, useState} from 'react';
import {LINE, onEvent} from '../wire/live.ts';

/**
 * Sends once more by itself, when the line is back, what failed without one (rules: Errors 5).
 *
 * @param isUnsent the last try failed without a line
 * @param busy a try is under way
 * @param resend absent: sent twice it could be done twice
 * @returns whether the try under way was made by itself
 */
export const useSendAgain = (isUnsent: boolean, busy: boolean, resend: (() => void) | undefined): boolean => {
  const [isAgain, setIsAgain] = useState(false);
  const [wasBusy, setWasBusy] = useState(busy);
  if (wasBusy !== busy) {
    setWasBusy(busy);
    if (!busy) setIsAgain(false);
  }
  const starting = useRef(false);
  /** Once for each try of the person's own. */
  const spent = useRef(false);
  const send = useEffectEvent(() => {
    if (spent.current) return;
    spent.current = true;
    starting.current = true;
    setIsAgain(true);
    resend?.();
  });
  useEffect(() => {
    if (!busy) return;
    if (!starting.current) spent.current = false;
    starting.current = false;
  }, [busy]);
  const isWaiting = isUnsent && !busy && resend !== undefined;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const end = onEvent(LINE, () => send());
    const online = () => send();
    window.addEventListener('online', online);
    return () => {
      end();
      window.removeEventListener('online', online);
    };
  }, [isWaiting]);
  return isAgain && busy;
};
