/**
 * Calls without a session, kept few: some at once, so many for an address. What they do when it is their turn takes the same steps
 * for everybody.
 */
import {takingTurns} from '../accounts/turns.ts';
import type {Db} from '../db/tables.ts';
import {Refusal} from '../errors.ts';
import {sweepingTries, type Claim} from './tries.ts';

/** An address that failed too often, whatever the accounts. */
const tooMany = (retryAfter: number): Refusal =>
  new Refusal('LIMITE', 'Muitas tentativas. Aguarde alguns minutos e tente novamente.', {retryAfter});

/** After that the database is asked again, which knows what was taken back and what other servers saw. */
const REMEMBERED_SECONDS = 5;
const MOST = 10_000;

interface LimitedAddresses {
  /** Seconds that the address has to wait; undefined when nothing is known against it. */
  secondsLeft(address: string): number | undefined;
  add(address: string, seconds: number): void;
}

/**
 * Addresses that failed too often, remembered for seconds: a flood from one asks neither the database nor the queue of tries.
 *
 * @param clock seconds that only ever rise
 */
export const limitedAddresses = (clock = (): number => performance.now() / 1000): LimitedAddresses => {
  // In the order they came, so that the first are those to forget.
  const until = new Map<string, {opens: number; remembered: number}>();
  return {
    secondsLeft: address => {
      const known = until.get(address);
      const now = clock();
      if (known !== undefined && now < Math.min(known.opens, known.remembered)) return Math.ceil(known.opens - now);
      until.delete(address);
      return undefined;
    },
    add: (address, seconds) => {
      const now = clock();
      until.delete(address);
      until.set(address, {opens: now + seconds, remembered: now + REMEMBERED_SECONDS});
      const [oldest] = until.keys();
      if (until.size > MOST && oldest !== undefined) until.delete(oldest);
    },
  };
};

/**
 * Makes what lets calls in: two at once, in the database as well as in hashing, as a flood must stop neither downloads nor anybody's work.
 *
 * @param claim counts a call for its address, as a failure until somebody takes that back
 * @returns does `work` for a call; throws a Refusal 400 `LIMITE` where its address called too often, or too many wait
 */
export const createGate = <C extends {address: string}>(db: Db, claim: (call: C) => Promise<Claim>) => {
  const inTurn = takingTurns({atOnce: 2, waiting: 200});
  const limited = limitedAddresses();
  const sweep = sweepingTries(db);
  return async <T>(call: C, work: (verdict: 'judge' | 'wait') => Promise<T>): Promise<T> => {
    const known = limited.secondsLeft(call.address);
    if (known !== undefined) throw tooMany(known);
    return inTurn(async () => {
      const claimed = await claim(call);
      await sweep();
      if (claimed.verdict !== 'limit') return work(claimed.verdict);
      limited.add(call.address, claimed.seconds);
      throw tooMany(claimed.seconds);
    });
  };
};
