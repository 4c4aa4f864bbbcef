/** Dates in Brazilian notation. The product's days are those of America/Sao_Paulo, wherever it runs. */
import {currentTime} from './clock.ts';

export const TIME_ZONE = 'America/Sao_Paulo';

type Parts = (instant: Date) => Record<string, string>;

/** Formatters are created once, because creating one is much slower than using it. */
const createPartsFormat = (options: Intl.DateTimeFormatOptions): Parts => {
  const format = new Intl.DateTimeFormat('pt-BR', {timeZone: TIME_ZONE, hourCycle: 'h23', ...options});
  return instant => Object.fromEntries(format.formatToParts(instant).map(part => [part.type, part.value]));
};
const dayParts = createPartsFormat({day: '2-digit', month: '2-digit', year: 'numeric'});
const minuteParts = createPartsFormat({day: '2-digit', month: '2-digit', year: '2-digit', hour: '2-digit', minute: '2-digit'});

/** Formats an ISO instant as `dd/MM/yyyy`; `''` for any other text. */
export const formatInstantDay = (iso: string): string => {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return '';
  const {day, month, year} = dayParts(instant);
  return `${day}/${month}/${year}`;
};

/** Formats an ISO instant as `dd/MM/yy HH:mm` (rules: Fields 3). */
export const formatInstant = (iso: string): string => {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return '';
  const {day, month, year, hour, minute} = minuteParts(instant);
  return `${day}/${month}/${year} ${hour}:${minute}`;
};

const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const BR_DAY = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** Parses `dd/mm/yyyy` or `yyyy-mm-dd` to `yyyy-mm-dd`, without a local Date. Undefined for a day that does not exist. */
export const parseDay = (text: string): string | undefined => {
  const br = BR_DAY.exec(text.trim());
  const iso = br ? `${br[3]}-${br[2]}-${br[1]}` : text.trim();
  if (!ISO_DAY.test(iso)) return undefined;
  const date = new Date(`${iso}T00:00:00Z`);
  // PostgreSQL refuses the year 0.
  if (iso.startsWith('0000')) return undefined;
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? undefined : iso;
};

/** Tells whether a day of {@link parseDay} is in a plausible year. Others are typing errors or still being typed (0002 for 2026). */
export const isLikelyDay = (day: string): boolean => day >= '1900' && day < '2101';

const INSTANT = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Normalises an ISO 8601 instant with offset to UTC with milliseconds, because PostgreSQL refuses offsets beyond 15 hours. Undefined for a
 * day or time that does not exist.
 */
export const parseInstant = (text: string): string | undefined => {
  const day = INSTANT.exec(text)?.[1];
  if (day === undefined || parseDay(day) === undefined) return undefined;
  const iso = new Date(text).toISOString();
  return INSTANT.test(iso) && !iso.startsWith('0000') ? iso : undefined;
};

/** Returns the day in São Paulo of an instant; any other value unchanged. */
export const toDay = (value: unknown): unknown =>
  (parseInstant(String(value)) === undefined ? value : dayFromToday(0, new Date(String(value))));

const timeParts = createPartsFormat({hour: '2-digit', minute: '2-digit', second: '2-digit'});
const DAY_MS = 86_400_000;

/** Returns how far the clocks of São Paulo are behind UTC at an instant, in milliseconds. */
const behindUtc = (time: number): number => {
  const {hour, minute, second} = timeParts(new Date(time));
  const clock = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  return (time - clock + DAY_MS) % DAY_MS;
};

/** Returns the first instant of a day in São Paulo. Daylight saving began at midnight, so that some days began at 01:00. */
export const startOfDay = (day: string): string => {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const usual = 3 * 3_600_000;
  const behind = behindUtc(midnight + usual);
  const behindBefore = behindUtc(midnight + behind);
  return new Date(midnight + (behindBefore === behind ? behind : behindBefore)).toISOString();
};

/** Formats `yyyy-mm-dd` as `dd/mm/yyyy`. */
export const formatDay = (day: string): string => day.replace(ISO_DAY, '$3/$2/$1');

/** Returns today in São Paulo plus `days`, as `yyyy-mm-dd`. */
export const dayFromToday = (days: number, now: Date = new Date(currentTime())): string => {
  const {day, month, year} = dayParts(now);
  const noon = new Date(`${year}-${month}-${day}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + days);
  return noon.toISOString().slice(0, 10);
};
