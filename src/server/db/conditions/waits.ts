/** Whom rows with a life cycle wait for (rules: Tickets 16), by what they hold themselves. */
import {sql, type RawBuilder, type SqlBool} from 'kysely';
import type {Resource} from '../../../schema/config/config.ts';
import {authorField} from '../../../schema/lifeCycle/people.ts';
import {statusesOf} from '../../../schema/lifeCycle/statuses.ts';
import {waitsFor} from '../../../schema/lifeCycle/waiting.ts';
import {columnOf, commentColumns} from '../names.ts';
import type {Sql} from '../tables.ts';

export const columnIn = (alias: string, name: string): Sql => sql.ref(`${alias}.${name}`);
export const fieldIn = ({fields}: Resource, alias: string, name: string | undefined): Sql | undefined => {
  const field = name === undefined ? undefined : fields[name];
  return name === undefined || field === undefined ? undefined : columnIn(alias, columnOf(name, field));
};

/** Whether the last comment is the author's answer: what they wrote before it stood there, or to bring it there, is none. */
export const authorSpoke = (resource: Resource, alias: string): RawBuilder<SqlBool> => {
  const author = fieldIn(resource, alias, authorField(resource));
  if (author === undefined) return sql`false`;
  const since = fieldIn(resource, alias, resource.since);
  const later = since === undefined ? sql`` : sql` and coalesce(${columnIn(alias, commentColumns.at)} > ${since}, true)`;
  return sql`(${columnIn(alias, commentColumns.by)} = ${author}${later}) is true`;
};

const anyOf = (parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  (parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`);

/** The rows that wait for somebody. Statuses are said as they are: an index of some is chosen by them. */
export const waitsPredicate = (resource: Resource, waiter: string, alias: string): RawBuilder<SqlBool> => {
  const status = fieldIn(resource, alias, resource.status);
  if (status === undefined) return sql`false`;
  const spoke = authorSpoke(resource, alias);
  const standsIn = (silent: boolean, spoken: boolean): RawBuilder<SqlBool>[] => {
    const ids = statusesOf(resource).map(({id}) => id).filter(id =>
      (waitsFor(resource, id, false) === waiter) === silent && (waitsFor(resource, id, true) === waiter) === spoken);
    return ids.length === 0 ? [] : [sql`${status} in (${sql.join(ids.map(id => sql.lit(id)))})`];
  };
  return anyOf([
    ...standsIn(true, true),
    ...standsIn(true, false).map(one => sql<SqlBool>`(${one} and not ${spoke})`),
    ...standsIn(false, true).map(one => sql<SqlBool>`(${one} and ${spoke})`),
  ]);
};
