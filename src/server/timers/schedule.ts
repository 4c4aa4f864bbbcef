/** Schedules of timers, by São Paulo's clock whatever the time zone of the process is (rules: Timers 1). */
import {formatDuration} from '../../schema/fields/durations.ts';
import {formatLocalTime} from '../formatting/localTime.ts';

/** Every day at a time (`02:00`), or at each multiple of an interval (`30s`, `15m`, `2h`). */
export type Schedule = {readonly daily: {readonly at: string}} | {readonly every: string};

const [SECOND_MS, DAY_MS] = [1000, 86_400_000];
const UNIT_MS: Readonly<Record<string, number>> = {s: SECOND_MS, m: 60 * SECOND_MS, h: 3600 * SECOND_MS};
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** @throws TypeError for any other text */
const intervalMs = (every: string): number => {
  const [, count = '', unit = ''] = /^([1-9]\d{0,4})([smh])$/.exec(every) ?? [];
  const unitMs = UNIT_MS[unit];
  if (unitMs === undefined) throw new TypeError(`"${every}" is no interval of a timer: 30s, 15m or 2h`);
  return Number(count) * unitMs;
};

const isLocalTime = (instant: number, local: number): boolean => Date.parse(`${formatLocalTime(new Date(instant))}Z`) === local;
/** Milliseconds by which São Paulo's clock is ahead of UTC at an instant of whole seconds. */
const offsetMs = (instant: number): number => Date.parse(`${formatLocalTime(new Date(instant))}Z`) - instant;

/**
 * The instant of a local day and time. Of a time that comes twice, when the clock goes back, the first; one that is skipped, when it goes
 * forward, is as much later.
 */
const instantOf = (day: string, time: string): number => {
  const local = Date.parse(`${day}T${time}:00Z`);
  const [before, after] = [local - offsetMs(local - DAY_MS), local - offsetMs(local + DAY_MS)] as const;
  return [before, after].find(instant => isLocalTime(instant, local)) ?? before;
};

/** The first run of a schedule after an instant. */
export const nextRun = (schedule: Schedule, after: Date): Date => {
  if ('every' in schedule) {
    const interval = intervalMs(schedule.every);
    return new Date((Math.floor(after.getTime() / interval) + 1) * interval);
  }
  const {at} = schedule.daily;
  if (!TIME.test(at)) throw new TypeError(`"${at}" is no time of a timer: 02:00`);
  const noon = new Date(`${formatLocalTime(after).slice(0, 10)}T12:00:00Z`);
  for (;;) {
    const run = instantOf(noon.toISOString().slice(0, 10), at);
    if (run > after.getTime()) return new Date(run);
    noon.setUTCDate(noon.getUTCDate() + 1);
  }
};

/** 'todo dia às 02:00', 'a cada 15 min'. */
export const scheduleInWords = (schedule: Schedule): string => ('every' in schedule
  ? `a cada ${formatDuration(intervalMs(schedule.every) / SECOND_MS)}` : `todo dia às ${schedule.daily.at}`);
