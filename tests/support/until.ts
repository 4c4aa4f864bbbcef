import {vi} from 'vitest';

/**
 * Waits until that holds, and answers what it answers. It ends as soon as it does; left to vitest it would fail after one second,
 * which a busy machine takes.
 */
export const until = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, {timeout: 60_000, interval: 10});
