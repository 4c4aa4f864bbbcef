/** How long ago something was, in days of São Paulo. */
import {dayFromToday, formatInstantDay, parseDay} from '../../../schema/dates.ts';

const words = new Intl.RelativeTimeFormat('pt-BR', {numeric: 'auto'});
const DAY = 86_400_000;

/** 'hoje', 'ontem', 'há 12 dias'; `''` for what is no instant. */
export const ageOf = (iso: string, today = dayFromToday(0)): string => {
  const day = parseDay(formatInstantDay(iso));
  return day === undefined ? '' : words.format(Math.round((Date.parse(day) - Date.parse(today)) / DAY), 'day');
};
