import {types} from 'pg';

/** Result parsers of both databases, by type number (`select oid from pg_type`). */
export const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  /** int8: ids and counts stay far below 2^53. */
  20: Number,
  /** date: a day has no time zone and never becomes a Date. */
  1082: text => text,
  /** timestamptz: `new Date(text)` rejects the year 26 and reads the year 1 as 2001. */
  1184: types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => unknown,
  1700: Number,
};
