/** A day and time of São Paulo, stored as an instant. */
import {formatInstant, formatInstantDay, parseInstant} from '../../../schema/fields/dates.ts';
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import {applyDigitMask} from '../../../schema/fields/masks.ts';
import type {ControlProps} from './control.ts';
import {DayControl} from './DayControl.tsx';

const HOUR_MS = 3_600_000;

const formatTyped = (instant: string): string => `${formatInstantDay(instant)} ${formatInstant(instant).slice(-'HH:mm'.length)}`;

/**
 * The first instant that São Paulo's clock shows as this text; undefined where none does. It is three hours behind UTC, and was two in
 * summers until 2019. A skipped hour has no instant.
 */
const instantOf = (text: string): string | undefined => {
  const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d)$/.exec(text) ?? [];
  const utc = Date.parse(`${year}-${month}-${day}T${time}Z`);
  if (Number.isNaN(utc)) return undefined;
  return [2, 3].map(hours => new Date(utc + hours * HOUR_MS).toISOString()).find(instant => formatTyped(instant) === text);
};

const PICKER_NOTATION = /^(\d\d)\/?(\d\d)-(\d\d)-(\d\d)[T ](\d\d:\d\d)$/;

const notation = {
  applyMask: (text: string) => {
    const iso = parseInstant(text.trim());
    const local = text.trim().replace(PICKER_NOTATION, '$4/$3/$1$2 $5');
    if (iso !== undefined) return formatTyped(iso);
    return instantOf(local) === undefined ? applyDigitMask(text, '00/00/0000 00:00') : local;
  },
  parse: (text: string) => parseInstant(text.trim()) ?? instantOf(text.trim()),
  placeholder: 'dd/mm/aaaa hh:mm',
  type: 'datetime-local' as const,
  toPickerValue: (text: string) => (instantOf(text) === undefined ? undefined : text.replace(/^(..)\/(..)\/(....) /, '$3-$2-$1T')),
};

export const InstantControl = (props: ControlProps<FieldOf<'dataHora'>>) => <DayControl {...props} as={notation} />;
