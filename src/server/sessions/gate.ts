/** Gate for calls without a session: limited concurrency, and a limit per address. Every admitted call takes the same steps. */
import {createTaskQueue} from '../accounts/taskQueue.ts';
import type {Db} from '../db/tables.ts';
import {Refusal} from '../errors.ts';
import {createAttemptSweep, type AttemptVerdict} from './signInAttempts.ts';

const tooManyFailures = (retryAfter: number): Refusal =>
  new Refusal('LIMITE', 'Muitas tentativas. Aguarde alguns minutos e tente novamente.', {retryAfter});

/** Cache time; then the database decides again, because it knows reverted failures and those of other servers. */
const REMEMBERED_SECONDS = 5;
const MAX_REMEMBERED_ADDRESSES = 10_000;

interface LimitedAddresses {
  secondsLeft(address: string): number | undefined;
  add(address: string, seconds: number): void;
}

/**
 * Caches blocked addresses for seconds, so that a flood from one address reaches neither the database nor the queue.
 *
 * @param clock monotonic, in seconds
 */
export const createBlockedAddressCache = (clock = (): number => performance.now() / 1000): LimitedAddresses => {
  // Insertion order, so that the first entry is the oldest.
  const blocked = new Map<string, {blockedUntil: number; rememberedUntil: number}>();
  return {
    secondsLeft: address => {
      const entry = blocked.get(address);
      const now = clock();
      if (entry !== undefined && now < Math.min(entry.blockedUntil, entry.rememberedUntil)) return Math.ceil(entry.blockedUntil - now);
      blocked.delete(address);
      return undefined;
    },
    add: (address, seconds) => {
      const now = clock();
      blocked.delete(address);
      blocked.set(address, {blockedUntil: now + seconds, rememberedUntil: now + REMEMBERED_SECONDS});
      const [oldest] = blocked.keys();
      if (blocked.size > MAX_REMEMBERED_ADDRESSES && oldest !== undefined) blocked.delete(oldest);
    },
  };
};

/**
 * Creates a gate that runs two calls at once, so that a flood stops neither downloads nor other work.
 *
 * @param claim counts a call for its address, as a failure until it is released
 * @returns runs `work` for a call; throws a Refusal 400 `LIMITE` where its address called too often, or too many wait
 */
export const createRateLimitedQueue = <C extends {address: string}>(db: Db, claim: (call: C) => Promise<AttemptVerdict>) => {
  const runQueued = createTaskQueue({concurrency: 2, maxWaiting: 200});
  const limitedAddressCache = createBlockedAddressCache();
  const sweep = createAttemptSweep(db);
  return async <T>(call: C, work: (verdict: 'judge' | 'wait') => Promise<T>): Promise<T> => {
    const secondsLeft = limitedAddressCache.secondsLeft(call.address);
    if (secondsLeft !== undefined) throw tooManyFailures(secondsLeft);
    return runQueued(async () => {
      const claimResult = await claim(call);
      await sweep();
      if (claimResult.verdict !== 'limit') return work(claimResult.verdict);
      limitedAddressCache.add(call.address, claimResult.seconds);
      throw tooManyFailures(claimResult.seconds);
    });
  };
};
