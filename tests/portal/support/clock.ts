import {vi} from 'vitest';

/**
 * A clock that goes on with the machine's and waits for it where it is busy, and that a test may set forward. Give it back with
 * `vi.useRealTimers`. Intervals stay real: jsdom's frames are one, and would never come again.
 */
export const fakeClock = (): void =>
  void vi.useFakeTimers({shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date']});
