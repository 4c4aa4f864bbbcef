/**
 * Moments counted from a start: `['dataCriacao', '+', 'idPrioridade.horas', 'horas']`. Names are fields of the record, or of one
 * that one of its references names. Conditions, defaults and written values use the same moments.
 */
import type {Fields} from '../shapes/fields.ts';
import {MAX_MOMENT_AMOUNT, type MomentUnit, type momentSigns} from '../shapes/momentParts.ts';
import {currentTime} from './clock.ts';
import {dayFromToday, parseDay, parseInstant, startOfDay} from './dates.ts';

/** Adds business time. */
export interface MomentCalendar {
  addDays: (day: string, days: number) => string;
  addHours: (instant: string, hours: number) => string;
}

interface UnitRow {
  /** Adds to a day. Absent: the unit counts from the first instant of the day. */
  addToDay?: (day: string, amount: number, calendar: MomentCalendar | undefined) => string | undefined;
  addToInstant: (instant: string, amount: number, calendar: MomentCalendar | undefined) => string | undefined;
  /** The unit counts the time of a calendar. */
  needsCalendar?: true;
}

const HOUR_MS = 3_600_000;
const addMs = (instant: string, ms: number): string | undefined => toIso(Date.parse(instant) + ms);
/** Returns an instant between the years 1 and 9999, which day and instant fields can hold. */
const toIso = (ms: number): string | undefined => parseInstant(Number.isNaN(ms) ? '' : new Date(ms).toISOString());
const addDays = (day: string, days: number): string | undefined => addMs(`${day}T12:00:00Z`, days * 24 * HOUR_MS)?.slice(0, day.length);

const units = {
  dias: {addToDay: addDays, addToInstant: (instant, days) => addMs(instant, days * 24 * HOUR_MS)},
  horas: {addToInstant: (instant, hours) => addMs(instant, hours * HOUR_MS)},
  'dias úteis': {
    needsCalendar: true, addToDay: (day, days, calendar) => calendar?.addDays(day, days),
    addToInstant: (instant, days, calendar) => calendar?.addDays(dayFromToday(0, new Date(instant)), days),
  },
  'horas úteis': {needsCalendar: true, addToInstant: (instant, hours, calendar) => calendar?.addHours(instant, hours)},
} as const satisfies Readonly<Record<MomentUnit, UnitRow>>;

const unitRow = (unit: MomentUnit): UnitRow => units[unit];
export const needsCalendar = (unit: MomentUnit): boolean => unitRow(unit).needsCalendar === true;
/** Tells whether a day plus an amount of the unit is a day, and not an instant. */
export const countsInDays = (unit: MomentUnit): boolean => unitRow(unit).addToDay !== undefined;

/** A moment as the config writes it. */
export type RelativeMoment = readonly [start: string, sign: (typeof momentSigns)[number], amount: string | number, unit: MomentUnit];
export const isRelativeMoment = (value: unknown): value is RelativeMoment => Array.isArray(value);

/** Starts that the time gives. */
const timeStarts = {hoje: () => dayFromToday(0), agora: () => new Date(currentTime()).toISOString()};
export type MomentStart = keyof typeof timeStarts;
export const momentStarts = Object.keys(timeStarts) as readonly MomentStart[];
const isTimeStart = (start: string): start is MomentStart => Object.hasOwn(timeStarts, start);
export const dependsOnTime = ([start]: RelativeMoment): boolean => isTimeStart(start);

/** Lists the names in a moment: `dataCriacao`, `idPrioridade.horas`. */
export const listMomentPaths = ([start, , amount]: RelativeMoment): readonly string[] =>
  [...(isTimeStart(start) ? [] : [start]), ...(typeof amount === 'string' ? [amount] : [])];

/** Splits a name into the record's own field and, for one of a referenced record, that record's field. */
export const splitMomentPath = (path: string): readonly [own: string, referenced: string | undefined] => {
  const [own = '', ...rest] = path.split('.');
  return [own, rest.length === 0 ? undefined : rest.join('.')];
};
/** Lists the record's own fields that a moment reads, references included. */
export const listMomentFields = (moment: RelativeMoment): readonly string[] =>
  listMomentPaths(moment).map(path => splitMomentPath(path)[0]);

/** Lists the fields of referenced records that a moment reads, each with its reference. */
export const listMomentReferences = (moment: RelativeMoment): readonly (readonly [reference: string, field: string])[] =>
  listMomentPaths(moment).flatMap(path => {
    const [reference, field] = splitMomentPath(path);
    return field === undefined ? [] : [[reference, field] as const];
  });

/** Lists the fields that a moment reads, each with its resource. */
export const listMomentSources = (fields: Fields, of: string, moment: RelativeMoment): (readonly [resource: string, field: string])[] =>
  listMomentPaths(moment).flatMap(path => {
    const [own, referenced] = splitMomentPath(path);
    const field = fields[own];
    return [[of, own] as const, ...(referenced !== undefined && field?.kind === 'referencia' ? [[field.to, referenced] as const] : [])];
  });

export interface MomentSource {
  /** Returns the bare value of a name; `null` if it is empty, `undefined` if it is unknown. */
  read: (path: string) => unknown;
  calendar?: MomentCalendar | undefined;
}

/**
 * Resolves a moment to a day (`yyyy-mm-dd`) or an instant (ISO 8601).
 *
 * @returns `null` if start or amount is empty or the result is no day of the years 1 to 9999, `undefined` if one of them is unknown
 */
export const resolveRelativeMoment = (
  [start, sign, amount, unit]: RelativeMoment, {read, calendar}: MomentSource,
): string | null | undefined => {
  const from = isTimeStart(start) ? timeStarts[start]() : read(start);
  const count = typeof amount === 'number' ? amount : read(amount);
  if (from === undefined || count === undefined) return undefined;
  if (typeof from !== 'string' || typeof count !== 'number' || !Number.isInteger(count) || Math.abs(count) > MAX_MOMENT_AMOUNT) return null;
  const signed = sign === '+' ? count : -count;
  const {addToDay, addToInstant} = unitRow(unit);
  const isDay = parseDay(from) === from;
  if (isDay && addToDay !== undefined) return addToDay(from, signed, calendar) ?? null;
  const instant = isDay ? startOfDay(from) : parseInstant(from);
  return (instant === undefined ? undefined : addToInstant(instant, signed, calendar)) ?? null;
};

/** Resolves a moment that reads no field; undefined for any other. */
export const resolveFreeMoment = (moment: RelativeMoment): string | undefined =>
  (listMomentPaths(moment).length === 0 ? resolveRelativeMoment(moment, {read: () => null}) ?? undefined : undefined);
