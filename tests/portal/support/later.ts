/** What comes a moment after it was asked for, and how to know that nothing does: to say at once that nothing is there cannot fail. */
import {act} from '@testing-library/react';
import {onTestFinished, vi} from 'vitest';
import {fakeClock} from './clock.ts';

/** All that is fetched when it is first drawn is here: a dialog that somebody asked for would be open. */
export const fetched = (): Promise<void> => act(() => vi.dynamicImportSettled());

/** From now on pauses are over when the function that is answered says so: what waited for one has been done. */
export const pauses = (): (() => Promise<void>) => {
  fakeClock();
  onTestFinished(() => void vi.useRealTimers());
  return async () => {
    await act(() => vi.advanceTimersByTimeAsync(1000));
  };
};
