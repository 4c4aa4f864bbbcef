/** How long ago something was; the instant itself for who points at it, and for who listens. */
import Box from '@mui/material/Box';
import visuallyHidden from '@mui/utils/visuallyHidden';
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

/** @param instant ISO 8601 */
export const Age = ({instant}: {instant: string}) => {
  const exact = formatInstant(instant);
  return (
    <time dateTime={instant} title={exact}>
      {momentOf(instant)}<Box component="span" sx={visuallyHidden}> ({exact})</Box>
    </time>
  );
};
