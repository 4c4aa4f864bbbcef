/** Learns the server's time from its answers, because periods, ages and what 'hoje' means are the server's (rules: Screens 23). */
import {useSyncExternalStore} from 'react';
import {clockDifference, setClockDifference} from '../../schema/fields/clock.ts';
import {canStore} from '../session/signedIn.ts';

/** Clocks that differ by less are right. */
const TOLERANCE_MS = 5 * 60_000;
/** The difference is kept, so that the first question after a reload has the server's days already. */
const KEY = 'relogio';

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

if (canStore()) setClockDifference(Number(localStorage.getItem(KEY)) || 0);

/** @param sentAt by `Date.now()`: a computer that slept meanwhile is not late */
export const learnServerTime = ({headers}: Response, sentAt: number): void => {
  const served = Date.parse(headers.get('date') ?? '');
  const difference = served < sentAt ? served - sentAt : Math.max(0, served - Date.now());
  // Of an answer that says no time the difference is no number, which is not more.
  if (!(Math.abs(difference - clockDifference()) > TOLERANCE_MS)) return;
  setClockDifference(difference);
  if (canStore()) localStorage.setItem(KEY, String(difference));
  for (const listener of listeners) listener();
};

/** Milliseconds by which this computer's clock is behind the server's; 0 where it is right. */
export const useClockDifference = (): number => {
  const difference = useSyncExternalStore(subscribe, clockDifference);
  return Math.abs(difference) > TOLERANCE_MS ? difference : 0;
};
