import {TIME_ZONE} from '../../schema/fields/dates.ts';

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
  hourCycle: 'h23',
});

/** An instant as São Paulo local time, `yyyy-mm-ddTHH:mm:ss` without a zone. */
export const formatLocalTime = (instant: Date): string => clock.format(instant).replace(' ', 'T');
