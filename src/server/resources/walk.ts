/**
 * Whether a page is read by walking the rows in their order, or by finding every match first and sorting them.
 *
 * Walking is flat: the first page of a hundred thousand rows costs as much as that of a thousand. But where matches are
 * few it passes over rows without end, and PostgreSQL's own guess of how many there are is what it errs in most. So the
 * choice is made here, from the exact total, and for the worst case: that all rows which do not match come first.
 */
import {sql} from 'kysely';
import type {Resource} from '../../schema/config.ts';
import {searchOf} from '../db/kinds.ts';
import type {DbOrTrx} from '../db/tables.ts';
import type {Predicate} from './conditions.ts';
import {ALIAS} from './select.ts';

/**
 * How many rows are passed over in the time that one match is found and sorted. Measured 8 to 17 where the order's index
 * says which rows match, which it does of their company (see `../db/columns.ts`); 0.5 to 1 where each row has to be read,
 * but matches rarely all come last.
 */
const PASSED_IN_INDEX = 8;
const PASSED_IN_ROWS = 1.5;

/** A part of the rows in their order, or in the opposite one. */
export interface Walk {
  total: number;
  backwards: boolean;
  offset: number;
  limit: number;
}

/** Whether the filter may leave so many rows that walking pays: a period or an id does not. */
const isBroad = (resource: Resource, filter: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(filter).every(name => {
    const field = resource.fields[name];
    return field !== undefined && (field.kind === 'referencia' || ['few', 'part'].includes(searchOf(field)));
  });

/** Rows that match, and about how many the table has: its size on disk by the rows a page of it had when last counted. */
const count = async (db: DbOrTrx, table: string, matching: Predicate): Promise<{total: number; size: number}> => {
  const {rows} = await sql<{total: number; size: number}>`
    select count(*) as total, (
      select pg_relation_size(oid) / current_setting('block_size')::integer
        * case when reltuples > 0 and relpages > 0 then reltuples / relpages else 100 end
      from pg_class where oid = format('%I', ${table}::text)::regclass
    )::double precision as size
    from ${sql.table(table)} as ${sql.ref(ALIAS)} where ${matching}`.execute(db);
  return rows[0] ?? {total: 0, size: 0};
};

/**
 * Where the walk for a page begins and ends; undefined: find every match first.
 *
 * @param offset of the page, which has `limit` rows at most
 */
export const walkTo = async (
  db: DbOrTrx, resource: Resource, table: string, matching: Predicate,
  {filter, offset, limit}: {filter: Readonly<Record<string, unknown>>; offset: number; limit: number | undefined},
): Promise<Walk | undefined> => {
  if (limit === undefined || !isBroad(resource, filter)) return undefined;
  const {total, size} = await count(db, table, matching);
  const length = Math.max(0, Math.min(limit, total - offset));
  const after = total - offset - length;
  // The end of the list is near its end.
  const backwards = after < offset;
  const walk = {total, backwards, offset: backwards ? Math.max(0, after) : offset, limit: length};
  const passed = Math.max(0, size - total) + walk.offset + length;
  const isInIndex = Object.keys(filter).every(name => name === resource.owner?.empresa);
  return passed <= total * (isInIndex ? PASSED_IN_INDEX : PASSED_IN_ROWS) ? walk : undefined;
};
