/** Learns the server's time from its answers, because periods, ages and what 'hoje' means are the server's (rules: Screens 23). */
import {useSyncExternalStore} from 'react';
import {clockDifference, setClockDifference} from '../../schema/fields/clock.ts';
import {isStorageAvailable} from '../session/signedIn.ts';

const TOLERANCE_MS = 5 * 60_000;
/** Stored, so that the first list call after a reload already counts the server's days. */
const STORAGE_KEY = 'relogio';

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

if (isStorageAvailable()) setClockDifference(Number(localStorage.getItem(STORAGE_KEY)) || 0);

/** @param sentAt by `Date.now()`; bounds the difference, because the computer may have slept during the call */
export const learnServerTime = ({headers}: Response, sentAt: number): void => {
  const serverTime = Date.parse(headers.get('date') ?? '');
  const difference = serverTime < sentAt ? serverTime - sentAt : Math.max(0, serverTime - Date.now());
  // Negated, because the difference is NaN for an answer without a date.
  if (!(Math.abs(difference - clockDifference()) > TOLERANCE_MS)) return;
  setClockDifference(difference);
  if (isStorageAvailable()) localStorage.setItem(STORAGE_KEY, String(difference));
  for (const listener of listeners) listener();
};

/** Milliseconds by which this computer's clock is behind the server's; 0 within the tolerance. */
export const useClockDifference = (): number => {
  const difference = useSyncExternalStore(subscribe, clockDifference);
  return Math.abs(difference) > TOLERANCE_MS ? difference : 0;
};
