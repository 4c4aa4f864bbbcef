/** SQL of moments counted from a start, one row for each unit of `relativeMoments.ts`. */
import {sql} from 'kysely';
import {TIME_ZONE} from '../../../schema/fields/dates.ts';
import {MAX_MOMENT_AMOUNT, type MomentUnit} from '../../../schema/shapes/momentParts.ts';
import type {Sql} from '../tables.ts';

interface UnitSql {
  /** Adds to a day. Absent: the unit counts from the first instant of the day. */
  addToDay?: (day: Sql, amount: Sql) => Sql;
  addToInstant: (instant: Sql, amount: Sql) => Sql;
}

/** Adds in UTC, because `timestamptz + interval` depends on the session's time zone and an index cannot contain it. */
const addInterval = (unit: string) => (instant: Sql, amount: Sql): Sql =>
  sql`((${instant} at time zone 'UTC') + ${amount} * interval ${sql.lit(unit)}) at time zone 'UTC'`;

const EMPTY_DAY = sql`null::date`;
const EMPTY_INSTANT = sql`null::timestamp with time zone`;

/** Business units are empty, because the check at start refuses them without a calendar. */
const units: Readonly<Record<MomentUnit, UnitSql>> = {
  dias: {addToDay: (day, amount) => sql`${day} + ${amount}`, addToInstant: addInterval('24 hours')},
  horas: {addToInstant: addInterval('1 hour')},
  'dias úteis': {addToDay: () => EMPTY_DAY, addToInstant: () => EMPTY_DAY},
  'horas úteis': {addToInstant: () => EMPTY_INSTANT},
};

/** Dates that fields can hold, by type. */
const LIMITS = {
  date: [sql`'0001-01-01'::date`, sql`'9999-12-31'::date`],
  'timestamp with time zone': [
    sql`('0001-01-01'::timestamp at time zone 'UTC')`, sql`('9999-12-31 23:59:59.999'::timestamp at time zone 'UTC')`,
  ],
} as const;
export type DatedType = keyof typeof LIMITS;

/** Returns the moment, empty where the amount or the result is beyond its limits. */
export const momentSql = (
  start: {value: Sql; type: DatedType}, sign: '+' | '-', amount: Sql, unit: MomentUnit,
): {value: Sql; type: DatedType} => {
  const {addToDay, addToInstant} = units[unit];
  const count = sql`(${sql.raw(sign)}(${amount})::integer)`;
  const isDay = start.type === 'date';
  const instant = isDay ? sql`(${start.value}::timestamp at time zone ${sql.lit(TIME_ZONE)})` : start.value;
  const type = isDay && addToDay !== undefined ? 'date' : 'timestamp with time zone';
  const result = isDay && addToDay !== undefined ? addToDay(start.value, count) : addToInstant(instant, count);
  const [first, last] = LIMITS[type];
  const limit = sql.lit(MAX_MOMENT_AMOUNT);
  return {type, value: sql`(select case when momento.valor between ${first} and ${last} then momento.valor end
    from (select case when ${amount} between -${limit} and ${limit} then ${result} end as valor) as momento)`};
};
