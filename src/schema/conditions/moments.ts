/** What moves with time alone: today in São Paulo and this instant, each moved by whole days as well (`hoje+30`, `agora-7`). */
import {dayFromToday} from '../fields/dates.ts';

type Bare = 'hoje' | 'agora';
export type Moment = Bare | `${Bare}${'+' | '-'}${number}`;

const MOMENT = /^(hoje|agora)([+-]\d{1,5})?$/;
const DAY = 86_400_000;

/** What a word of them names now: a day (`yyyy-mm-dd`) or an instant (ISO 8601); undefined for any other word. */
export const momentOf = (word: string): string | undefined => {
  const [, name, days = '0'] = MOMENT.exec(word) ?? [];
  if (name === undefined) return undefined;
  return name === 'hoje' ? dayFromToday(Number(days)) : new Date(Date.now() + Number(days) * DAY).toISOString();
};

/** Whether what a moment, or a value of its sort, names is a day as a whole. */
export const isDay = (moment: string): boolean => moment.length === 'yyyy-mm-dd'.length;
