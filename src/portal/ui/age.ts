/** How long ago something was, in days of São Paulo. */
import {dayFromToday, formatInstant, formatInstantDay, parseDay} from '../../schema/fields/dates.ts';

const words = new Intl.RelativeTimeFormat('pt-BR', {numeric: 'auto'});
const DAY = 86_400_000;

/** In whole days, 0 for today; undefined for what is no instant. */
const daysSince = (iso: string, today: string): number | undefined => {
  const day = parseDay(formatInstantDay(iso));
  return day === undefined ? undefined : Math.round((Date.parse(today) - Date.parse(day)) / DAY);
};

/** 'hoje', 'ontem', 'há 12 dias'; `''` for what is no instant. */
export const ageOf = (iso: string, today = dayFromToday(0)): string => {
  const days = daysSince(iso, today);
  return days === undefined ? '' : words.format(-days, 'day');
};

/** The same, with the time of what was today or yesterday: 'hoje às 14:05'. */
export const momentOf = (iso: string, today = dayFromToday(0)): string => {
  const age = ageOf(iso, today);
  const days = daysSince(iso, today);
  return days === 0 || days === 1 ? `${age} às ${formatInstant(iso).split(' ')[1] ?? ''}` : age;
};
