/**
 * Current time by the server's clock, because the server's days and hours count. The portal sets the difference to this computer's clock;
 * on the server it is 0.
 */

/** Milliseconds. */
let differenceMs = 0;

export const clockDifference = (): number => differenceMs;
export const setClockDifference = (milliseconds: number): void => {
  differenceMs = milliseconds;
};

/** @returns milliseconds since 1970, as `Date.now()` */
export const currentTime = (): number => Date.now() + differenceMs;
export const currentInstant = (): string => new Date(currentTime()).toISOString();
