/** When things happen in the demonstration: on weekdays, in office hours in São Paulo, and the same each time it is made. */
import {dayFromToday} from '../../schema/fields/dates.ts';

const DAYS = 364;
const OPENS = 8;
const CLOSES = 18;
const MINUTE = 60_000;

/** A number from 0 to below 1. */
export type Chance = () => number;

/** Numbers without a pattern that anybody sees, the same for the same seed (mulberry32). */
export const chance = (seed: number): Chance => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const isWeekday = (day: string): boolean => ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());

/** The weekdays of the last year but today, oldest first. */
export const weekdays = (): string[] => Array.from({length: DAYS}, (_none, index) => dayFromToday(index - DAYS)).filter(isWeekday);

/** São Paulo has no summer time since 2019. */
const at = (day: string, minutes: number): Date => new Date(new Date(`${day}T00:00:00-03:00`).getTime() + minutes * MINUTE);

/** Some time in the office hours of a day. */
export const inOffice = (day: string, random: Chance): Date => at(day, (OPENS + random() * (CLOSES - OPENS)) * 60);

/** So many hours of work later. */
export const workLater = (from: Date, hours: number): Date => {
  let minutes = hours * 60;
  let day = dayFromToday(0, from);
  let now = from;
  for (;;) {
    const left = (at(day, CLOSES * 60).getTime() - now.getTime()) / MINUTE;
    if (minutes <= left) return new Date(now.getTime() + minutes * MINUTE);
    minutes -= left;
    do day = dayFromToday(1, new Date(`${day}T12:00:00Z`));
    while (!isWeekday(day));
    now = at(day, OPENS * 60);
  }
};
