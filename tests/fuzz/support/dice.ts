/** What chance decides, from a seed: the same seed decides the same. */
import fc from 'fast-check';

export interface Dice {
  /** From 0 up to, and without, `count`. */
  below(count: number): number;
  chance(probability: number): boolean;
  /** @throws RangeError for nothing to choose from */
  pick<T>(from: readonly T[]): T;
  /** One value of an arbitrary. */
  of<T>(arbitrary: fc.Arbitrary<T>): T;
}

export const diceOf = (seed: number): Dice => {
  let state = seed;
  // Mulberry32.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (count: number): number => next() % count;
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new RangeError('nothing to choose from');
    return from[below(from.length)] as T;
  };
  return {
    below, pick,
    chance: probability => next() < probability * 2 ** 32,
    of: arbitrary => fc.sample(arbitrary, {seed: next() | 0, numRuns: 1})[0]!,
  };
};
