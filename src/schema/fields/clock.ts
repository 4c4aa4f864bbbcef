/**
 * What time it is. A portal knows by how much this computer's clock differs from the server's, whose days and hours count; a server's own
 * clock is right.
 */

/** Milliseconds. */
let difference = 0;

export const clockDifference = (): number => difference;
export const setClockDifference = (milliseconds: number): void => {
  difference = milliseconds;
};

/** @returns milliseconds since 1970, as `Date.now()` */
export const currentTime = (): number => Date.now() + difference;
/** The same as an ISO instant. */
export const currentInstant = (): string => new Date(currentTime()).toISOString();
