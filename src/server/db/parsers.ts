/** How values leave PostgreSQL, the same for both databases. By type number (`select oid from pg_type`). */
export const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  /** int8: ids and counts stay far below 2^53. */
  20: Number,
  /** date: a day has no time zone and never becomes a Date. */
  1082: text => text,
  /** timestamptz */
  1184: text => new Date(text),
  /** numeric */
  1700: Number,
};
