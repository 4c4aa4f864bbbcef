/** How long ago an instant was, with the exact instant as a tooltip and for screen readers. */
import Box from '@mui/material/Box';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {dayFromToday, formatInstant, formatInstantDay, parseDay} from '../../schema/fields/dates.ts';

const relativeTime = new Intl.RelativeTimeFormat('pt-BR', {numeric: 'auto'});
const DAY_MS = 86_400_000;

/** Whole days, 0 for today; undefined for an invalid instant. */
const daysSince = (iso: string, today: string): number | undefined => {
  const day = parseDay(formatInstantDay(iso));
  return day === undefined ? undefined : Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS);
};

/** 'hoje', 'ontem', 'há 12 dias'; `''` for an invalid instant. */
export const formatAge = (iso: string, today = dayFromToday(0)): string => {
  const days = daysSince(iso, today);
  return days === undefined ? '' : relativeTime.format(-days, 'day');
};

/** Adds the time to today and yesterday: 'hoje às 14:05'. */
export const formatAgeWithTime = (iso: string, today = dayFromToday(0)): string => {
  const age = formatAge(iso, today);
  const days = daysSince(iso, today);
  return days === 0 || days === 1 ? `${age} às ${formatInstant(iso).split(' ')[1] ?? ''}` : age;
};

/** @param instant ISO 8601 */
export const Age = ({instant}: {instant: string}) => {
  const exact = formatInstant(instant);
  return (
    <time dateTime={instant} title={exact}>
      {formatAgeWithTime(instant)}<Box component="span" sx={visuallyHidden}> ({exact})</Box>
    </time>
  );
};
