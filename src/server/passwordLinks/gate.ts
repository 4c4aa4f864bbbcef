/**
 * Calls without a session, kept few: some at once, so many for an address. What they do when it is their turn takes the same steps
 * for everybody.
 */
import {takingTurns} from '../accounts/turns.ts';
import type {Db} from '../db/tables.ts';
import {limitedAddresses, tooMany} from '../sessions/limitedAddresses.ts';
import {sweepingTries} from '../sessions/sweepTries.ts';
import {claimCall, type Counted} from '../sessions/tries.ts';

/**
 * Makes what lets calls in. Each is counted for its address, a failure (with wrong passwords) until somebody takes that back.
 *
 * @returns does `work` for an address; throws a Refusal 400 `LIMITE` where it called too often, or too many wait
 */
export const createGate = (db: Db, counted: Counted): (<T>(address: string, work: () => Promise<T>) => Promise<T>) => {
  const inTurn = takingTurns({atOnce: 2, waiting: 200});
  const limited = limitedAddresses();
  const sweep = sweepingTries(db);
  return async (address, work) => {
    const known = limited.secondsLeft(address);
    if (known !== undefined) throw tooMany(known);
    return inTurn(async () => {
      const seconds = await claimCall(db, address, counted);
      await sweep();
      if (seconds !== undefined) {
        limited.add(address, seconds);
        throw tooMany(seconds);
      }
      return work();
    });
  };
};
