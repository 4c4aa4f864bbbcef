/** Addresses that failed too often, remembered for seconds: a flood from one asks neither the database nor the queue of tries. */

import {Refusal} from '../errors.ts';

/** An address that failed too often, whatever the accounts. */
export const tooMany = (retryAfter: number): Refusal =>
  new Refusal('LIMITE', 'Muitas tentativas. Aguarde alguns minutos e tente novamente.', {retryAfter});

/** After that the database is asked again, which knows what was taken back and what other servers saw. */
const REMEMBERED_SECONDS = 5;
const MOST = 10_000;

export interface LimitedAddresses {
  /** Seconds that the address has to wait; undefined when nothing is known against it. */
  secondsLeft(address: string): number | undefined;
  add(address: string, seconds: number): void;
}

/** @param clock seconds that only ever rise */
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
