import {types} from 'pg';

/** How values leave PostgreSQL, the same for both databases. By type number (`select oid from pg_type`). */
export const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  /** int8: ids and counts stay far below 2^53. */
  20: Number,
  /** date: a day has no time zone and never becomes a Date. */
  1082: text => text,
  /** timestamptz: not `new Date(text)`, which takes the year 26 for no date and the year 1 for 2001. */
  1184: types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => unknown,
  /** numeric */
  1700: Number,
};
