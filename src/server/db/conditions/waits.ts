/** Predicates for whom records wait (rules: Tickets 16), from their own columns. */
import {sql, type RawBuilder, type SqlBool} from 'kysely';
import type {Resource} from '../../../schema/shapes/config.ts';
import {authorField} from '../../../schema/statuses/people.ts';
import {statusesOf, type Status} from '../../../schema/statuses/statuses.ts';
import {isAuthorTurnHolder} from '../../../schema/statuses/turnHolders.ts';
import {canPassTurnToTeam, statusesByTurnHolderField, turnHolderOfStatus} from '../../../schema/statuses/waiting.ts';
import {absentColumn, columnOf, commentColumns, escalatedColumn} from '../sqlNames.ts';
import type {Sql} from '../tables.ts';

export const columnRef = (alias: string, name: string): Sql => sql.ref(`${alias}.${name}`);
export const fieldRef = ({fields}: Resource, alias: string, name: string | undefined): Sql | undefined => {
  const field = name === undefined ? undefined : fields[name];
  return name === undefined || field === undefined ? undefined : columnRef(alias, columnOf(name, field));
};

/** True if the last comment is the author's answer: written by the author after the status was entered. */
const authorSpoke = (resource: Resource, alias: string): RawBuilder<SqlBool> => {
  const author = fieldRef(resource, alias, authorField(resource));
  if (author === undefined) return sql`false`;
  const since = fieldRef(resource, alias, resource.since);
  const later = since === undefined ? sql`` : sql` and coalesce(${columnRef(alias, commentColumns.at)} > ${since}, true)`;
  return sql`(${columnRef(alias, commentColumns.by)} = ${author}${later}) is true`;
};

export const passedToTeamColumns = (resource: Resource): string[] =>
  [...(statusesByTurnHolderField(resource).size > 0 ? [absentColumn] : []), ...(canPassTurnToTeam(resource) ? [escalatedColumn] : [])];

const anyOf = (parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  (parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`);

/** True if a record that waits for a person by its status waits for the team instead. */
export const passedToTeamPredicate = (resource: Resource, alias: string, {waits = ''}: Status): RawBuilder<SqlBool> => anyOf([
  ...passedToTeamColumns(resource).map(column => sql<SqlBool>`${columnRef(alias, column)}`),
  ...(isAuthorTurnHolder(resource, waits) ? [authorSpoke(resource, alias)] : []),
]);

/** The rows that wait for `waiter`. Statuses are literals, so that a partial index matches. */
export const waitsForPredicate = (resource: Resource, waiter: string, alias: string): RawBuilder<SqlBool> => {
  const status = fieldRef(resource, alias, resource.status);
  if (status === undefined) return sql`false`;
  const waitsHere = ({id}: Status, isPassed: boolean): boolean => turnHolderOfStatus(resource, id, isPassed) === waiter;
  const standsIn = (statuses: readonly Status[]) => sql<SqlBool>`${status} in (${sql.join(statuses.map(({id}) => sql.lit(id)))})`;
  /** Groups by whether the author is waited for, because only there the author's comment passes the record on. */
  const where = (isUsual: boolean, condition: (inStatus: RawBuilder<SqlBool>, passed: RawBuilder<SqlBool>) => RawBuilder<SqlBool>) => {
    const dependentStatuses = statusesOf(resource)
      .filter(status => waitsHere(status, false) === isUsual && waitsHere(status, true) !== isUsual);
    const groups = Map.groupBy(dependentStatuses, ({waits = ''}) => isAuthorTurnHolder(resource, waits));
    return [...groups.values()].flatMap(([first, ...otherStatuses]) =>
      (first === undefined ? [] : [condition(standsIn([first, ...otherStatuses]), passedToTeamPredicate(resource, alias, first))]));
  };
  const always = statusesOf(resource).filter(status => waitsHere(status, false) && waitsHere(status, true));
  return anyOf([
    ...(always.length === 0 ? [] : [standsIn(always)]),
    ...where(true, (inStatus, passed) => sql`(${inStatus} and not ${passed})`),
    ...where(false, (inStatus, passed) => sql`(${inStatus} and ${passed})`),
  ]);
};
