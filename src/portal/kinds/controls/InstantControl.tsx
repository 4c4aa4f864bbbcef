/** A day and an hour of São Paulo's clock, kept as the instant that it is. */
import {formatInstant, formatInstantDay, parseInstant} from '../../../schema/fields/dates.ts';
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import {applyDigitMask} from '../../../schema/fields/masks.ts';
import type {ControlProps} from './control.ts';
import {DayControl} from './DayControl.tsx';

const HOUR = 3_600_000;

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

/** In the notation of the browser's own input, and what the mask makes of it while it is typed. */
const LOCAL = /^(\d\d)\/?(\d\d)-(\d\d)-(\d\d)[T ](\d\d:\d\d)$/;

const instant = {
  lay: (text: string) => {
    const iso = parseInstant(text.trim());
    const local = text.trim().replace(LOCAL, '$4/$3/$1$2 $5');
    if (iso !== undefined) return shown(iso);
    return instantOf(local) === undefined ? applyDigitMask(text, '00/00/0000 00:00') : local;
  },
  parse: (text: string) => parseInstant(text.trim()) ?? instantOf(text.trim()),
  place: 'dd/mm/aaaa hh:mm',
  type: 'datetime-local' as const,
  picked: (text: string) => (instantOf(text) === undefined ? undefined : text.replace(/^(..)\/(..)\/(....) /, '$3-$2-$1T')),
};

export const InstantControl = (props: ControlProps<FieldOf<'dataHora'>>) => <DayControl {...props} as={instant} />;
