import {useEffect, useEffectEvent, useRef, useState} from 'react';
import {STREAM_OPENED, onServerEvent} from '../api/eventStream.ts';

/**
 * Resends automatically, once the connection is back, a send that failed without one (rules: Errors 5).
 *
 * @param isUnsent the last try failed without a connection
 * @param resend absent for calls that are not idempotent
 * @returns whether the running try is an automatic one
 */
export const useResendWhenOnline = (isUnsent: boolean, busy: boolean, resend: (() => void) | undefined): boolean => {
  const [isResend, setIsResend] = useState(false);
  const [wasBusy, setWasBusy] = useState(busy);
  if (wasBusy !== busy) {
    setWasBusy(busy);
    if (!busy) setIsResend(false);
  }
  const isStarting = useRef(false);
  /** Limits it to one resend for each try by the person. */
  const hasResent = useRef(false);
  const resendOnce = useEffectEvent(() => {
    if (hasResent.current) return;
    hasResent.current = true;
    isStarting.current = true;
    setIsResend(true);
    resend?.();
  });
  useEffect(() => {
    if (!busy) return;
    if (!isStarting.current) hasResent.current = false;
    isStarting.current = false;
  }, [busy]);
  const isWaiting = isUnsent && !busy && resend !== undefined;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const unsubscribe = onServerEvent(STREAM_OPENED, () => resendOnce());
    const onOnline = () => resendOnce();
    window.addEventListener('online', onOnline);
    return () => {
      unsubscribe();
      window.removeEventListener('online', onOnline);
    };
  }, [isWaiting]);
  return isResend && busy;
};
