/** Whom rows with a life cycle wait for (rules: Tickets 16), by what they hold themselves. */
import {sql, type RawBuilder, type SqlBool} from 'kysely';
import type {Resource} from '../../../schema/config/config.ts';
import {authorField} from '../../../schema/statuses/people.ts';
import {statusesOf, type Status} from '../../../schema/statuses/statuses.ts';
import {isAuthor} from '../../../schema/statuses/waiters.ts';
import {escalates, personalWaits, waitsFor} from '../../../schema/statuses/waiting.ts';
import {absentColumn, columnOf, commentColumns, escalatedColumn} from '../names.ts';
import type {Sql} from '../tables.ts';

export const columnIn = (alias: string, name: string): Sql => sql.ref(`${alias}.${name}`);
export const fieldIn = ({fields}: Resource, alias: string, name: string | undefined): Sql | undefined => {
  const field = name === undefined ? undefined : fields[name];
  return name === undefined || field === undefined ? undefined : columnIn(alias, columnOf(name, field));
};

/** Whether the last comment is the author's answer: what they wrote before it stood there, or to bring it there, is none. */
const authorSpoke = (resource: Resource, alias: string): RawBuilder<SqlBool> => {
  const author = fieldIn(resource, alias, authorField(resource));
  if (author === undefined) return sql`false`;
  const since = fieldIn(resource, alias, resource.since);
  const later = since === undefined ? sql`` : sql` and coalesce(${columnIn(alias, commentColumns.at)} > ${since}, true)`;
  return sql`(${columnIn(alias, commentColumns.by)} = ${author}${later}) is true`;
};

/** The columns that say that a record waits for the team in place of a person. */
export const passedColumns = (resource: Resource): string[] =>
  [...(personalWaits(resource).size > 0 ? [absentColumn] : []), ...(escalates(resource) ? [escalatedColumn] : [])];

const anyOf = (parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  (parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`);

/** Whether a record in a status that waits for a person waits for the team instead. */
export const passedOn = (resource: Resource, alias: string, {waits = ''}: Status): RawBuilder<SqlBool> => anyOf([
  ...passedColumns(resource).map(column => sql<SqlBool>`${columnIn(alias, column)}`),
  ...(isAuthor(resource, waits) ? [authorSpoke(resource, alias)] : []),
]);

/** The rows that wait for somebody. Statuses are said as they are: an index of some is chosen by them. */
export const waitsPredicate = (resource: Resource, waiter: string, alias: string): RawBuilder<SqlBool> => {
  const status = fieldIn(resource, alias, resource.status);
  if (status === undefined) return sql`false`;
  const isHere = ({id}: Status, isPassed: boolean): boolean => waitsFor(resource, id, isPassed) === waiter;
  const standsIn = (statuses: readonly Status[]) => sql<SqlBool>`${status} in (${sql.join(statuses.map(({id}) => sql.lit(id)))})`;
  /** What passes a record on to the team is another thing where it waits for its author. */
  const where = (isUsual: boolean, condition: (stands: RawBuilder<SqlBool>, passed: RawBuilder<SqlBool>) => RawBuilder<SqlBool>) => {
    const some = statusesOf(resource).filter(one => isHere(one, false) === isUsual && isHere(one, true) !== isUsual);
    return [...Map.groupBy(some, ({waits = ''}) => isAuthor(resource, waits)).values()].flatMap(([first, ...others]) =>
      (first === undefined ? [] : [condition(standsIn([first, ...others]), passedOn(resource, alias, first))]));
  };
  const always = statusesOf(resource).filter(one => isHere(one, false) && isHere(one, true));
  return anyOf([
    ...(always.length === 0 ? [] : [standsIn(always)]),
    ...where(true, (stands, passed) => sql`(${stands} and not ${passed})`),
    ...where(false, (stands, passed) => sql`(${stands} and ${passed})`),
  ]);
};
