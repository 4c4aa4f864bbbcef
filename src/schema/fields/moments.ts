/**
 * Time values of conditions and defaults: `hoje` and `agora`, optionally plus or minus days (`hoje+30`, `agora-7`), a day (`2027-01-01`),
 * or an hour (`08:00`). `hoje` is today in São Paulo.
 */
import {currentTime} from './clock.ts';
import {dayFromToday, parseDay} from './dates.ts';

type MovingTime = 'hoje' | 'agora';
export type Moment = MovingTime | `${MovingTime}${'+' | '-'}${number}`;
export type TimeValue = Moment | `${number}-${number}-${number}` | `${number}:${number}`;

const MOMENT = /^(hoje|agora)([+-]\d{1,5})?$/;
const HOUR = /^([01]\d|2[0-3]):[0-5]\d$/;
const DAY_MS = 86_400_000;

/** Resolves `hoje` to a day (`yyyy-mm-dd`) and `agora` to an instant (ISO 8601); undefined for any other word. */
export const resolveMoment = (word: string): string | undefined => {
  const [, name, days = '0'] = MOMENT.exec(word) ?? [];
  if (name === undefined) return undefined;
  return name === 'hoje' ? dayFromToday(Number(days)) : new Date(currentTime() + Number(days) * DAY_MS).toISOString();
};

/** Resolves a moment, a day or an hour; undefined for any other word. */
export const resolveTime = (word: string): string | undefined =>
  resolveMoment(word) ?? (parseDay(word) === word || HOUR.test(word) ? word : undefined);

export const timeFieldKind = (time: string): 'data' | 'dataHora' | 'hora' =>
  (time.length === 'yyyy-mm-dd'.length ? 'data' : time.length === 'hh:mm'.length ? 'hora' : 'dataHora');
