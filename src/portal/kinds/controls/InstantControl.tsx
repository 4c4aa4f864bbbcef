/** A day and an hour of São Paulo's clock, kept as the instant that it is. */
import {formatInstant, formatInstantDay, parseInstant} from '../../../schema/fields/dates.ts';
import type {FieldOf} from '../../../schema/fields/fields.ts';
import type {ControlProps} from './control.ts';
import {DayControl, laidDay} from './DayControl.tsx';

const HOUR = 3_600_000;
const digits = (text: string): string => text.replace(/\D/g, '').slice(0, 12);
const laid = (text: string): string => {
  const [hour, minute] = [text.slice(8, 10), text.slice(10)];
  return [laidDay(text.slice(0, 8)), [hour, minute].filter(Boolean).join(':')].filter(Boolean).join(' ');
};

/** As it is typed: the year in full. */
const shown = (instant: string): string => `${formatInstantDay(instant)} ${formatInstant(instant).slice(-'HH:mm'.length)}`;

/**
 * The first instant at which the clock shows it; undefined where it never does. It is three hours behind UTC, in the summers until 2019
 * two: what it skipped was no time, and what it showed twice is the first.
 */
const instantOf = (text: string): string | undefined => {
  const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d)$/.exec(text) ?? [];
  const utc = Date.parse(`${year}-${month}-${day}T${time}Z`);
  if (Number.isNaN(utc)) return undefined;
  return [2, 3].map(hours => new Date(utc + hours * HOUR).toISOString()).find(instant => shown(instant) === text);
};

/** In the notation of the browser's own input. */
const LOCAL = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)$/;

const instant = {
  mask: {
    show: (value: unknown) => {
      const text = typeof value === 'string' ? value : '';
      return parseInstant(text) === undefined ? laid(digits(text)) : shown(text);
    },
    bare: digits,
    keep: (text: string) => instantOf(text) ?? text,
  },
  place: 'dd/mm/aaaa hh:mm',
  whole: (text: string) => parseInstant(text.trim()) ?? instantOf(laid(digits(text.trim().replace(LOCAL, '$3$2$1$4')))),
  type: 'datetime-local' as const,
  picked: (text: string) => (instantOf(text) === undefined ? undefined : text.replace(/^(..)\/(..)\/(....) /, '$3-$2-$1T')),
};

export const InstantControl = (props: ControlProps<FieldOf<'dataHora'>>) => <DayControl {...props} as={instant} />;
