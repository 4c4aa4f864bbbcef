/** Tabs of a list as predicates: a status list where statuses decide, and conditions for the rest. */
import {sql} from 'kysely';
import type {ConditionResult} from '../../../schema/conditions/context.ts';
import {evaluateCondition, dependsOnRecordAlone, listReadFields, inlineConditionOf} from '../../../schema/conditions/evaluate.ts';
import {resolveMoment} from '../../../schema/fields/moments.ts';
import {storedFieldOf} from '../../../schema/fields/relatedFields.ts';
import {isRelativeMoment, resolveFreeMoment} from '../../../schema/fields/relativeMoments.ts';
import type {Condition, ComparisonOperator} from '../../../schema/shapes/conditions.ts';
import type {Resource, Tab} from '../../../schema/shapes/config.ts';
import {declaresTurnHolders, TURN_HOLDER_KEY} from '../../../schema/statuses/responseKeys.ts';
import {finalStatuses, statusesOf} from '../../../schema/statuses/statuses.ts';
import {turnHolderOfStatus} from '../../../schema/statuses/waiting.ts';
import type {Session} from '../../../schema/session.ts';
import {sqlTypeOf} from '../kindColumns.ts';
import {columnOf, commentColumns, toSnakeCase} from '../sqlNames.ts';
import {equalityColumnOf} from '../ordering.ts';
import {conditionPredicate} from './conditionPredicates.ts';
import {andPredicates, NO_ROWS, type Predicate, type PredicateContext, type ListQueryCondition} from './fieldPredicates.ts';
import {passedToTeamColumns} from './waits.ts';

export type StatusId = string | number;

/** A condition's answer for every record in a status; undefined where more than the status decides. */
const answerForStatus = (condition: Condition, resource: Resource, session: Session, id: StatusId): ConditionResult => {
  const [answer, answerIfPassed] = [false, true].map(isPassed => evaluateCondition(condition, {
    resource, session, record: {[resource.status ?? '']: id, [TURN_HOLDER_KEY]: turnHolderOfStatus(resource, id, isPassed)},
  }));
  return answer === answerIfPassed ? answer : undefined;
};

export interface TabPredicates {
  statuses: readonly StatusId[] | undefined;
  terms: readonly ListQueryCondition[];
}

/** The predicates of a tab. Statuses go apart, because indexes and counts are by status. */
export const tabPredicates = ({where}: Tab, rows: PredicateContext & {actor: Session}): TabPredicates & {open: readonly Condition[]} => {
  const {resource, actor} = rows;
  const statusIds = statusesOf(resource).map(({id}) => id);
  const answers = (id: StatusId): ConditionResult[] => where.map(condition => answerForStatus(condition, resource, actor, id));
  const possible = statusIds.filter(id => !answers(id).includes(false));
  const open = where.filter((_condition, at) => statusIds.length === 0 || possible.some(id => answers(id)[at] === undefined));
  return {
    open, statuses: possible.length === statusIds.length ? undefined : possible,
    terms: open.map(condition => {
      const person = typeof condition === 'string' ? resource.people?.[condition]?.field : undefined;
      // A person of referenced records fixes no single value of the reference.
      const isOwnColumn = person !== undefined && storedFieldOf(resource, person) === person;
      return {predicate: conditionPredicate(condition, rows), ...(isOwnColumn && {equals: person})};
    }),
  };
};

/** True if an end status is listed: ended records grow without limit, open ones are few. */
export const includesFinalStatus = (resource: Resource, statuses: readonly StatusId[]): boolean =>
  finalStatuses(resource).some(({id}) => statuses.includes(id));

/** The rows in these statuses, as literals, so that a partial index matches. */
export const statusPredicate = (
  {resource: {status}, alias}: Pick<PredicateContext, 'resource' | 'alias'>, statuses: readonly StatusId[],
): Predicate =>
  (status === undefined || statuses.length === 0
    ? NO_ROWS : sql`${sql.ref(`${alias}.${toSnakeCase(status)}`)} in (${sql.join(statuses.map(id => sql.lit(id)))})`);

/** The comparison for moments still ahead, by the one for past moments. */
const AHEAD_OPERATORS: {readonly [O in ComparisonOperator]?: ComparisonOperator} = {'<': '>=', '<=': '>'};

interface CountableTab {
  /** The predicate on the row itself: for a person, that one is set; for a moment, that there is one. */
  predicate: Predicate;
  person?: string | undefined;
  ahead?: Predicate | undefined;
}

/** The columns of the resource's own table with the values of these fields, exact forms of texts included. */
export const storedColumns = (resource: Resource, names: readonly (string | undefined)[]): string[] => names.flatMap(name => {
  const field = name === undefined ? undefined : resource.fields[name];
  if (name === undefined || field === undefined || sqlTypeOf(field) === null) return [];
  return [columnOf(name, field), ...[equalityColumnOf(resource, name, field)].filter(column => column !== undefined)];
});

/** The field of a condition on a past moment, with the condition for moments still ahead; undefined for other conditions. */
const pastMoment = (resource: Resource, condition: Condition): {name: string; ahead: Condition} | undefined => {
  const [name = '', operator = '=', moment] = inlineConditionOf(resource, condition).compare ?? [];
  const ahead = AHEAD_OPERATORS[operator];
  const isFree = isRelativeMoment(moment) ? resolveFreeMoment(moment) !== undefined
    : typeof moment === 'string' && resolveMoment(moment) !== undefined;
  if (ahead === undefined || moment === undefined || !isFree) return undefined;
  return {name, ahead: {compare: [name, ahead, moment]}};
};

const countableCondition = (condition: Condition, rows: PredicateContext): CountableTab | undefined => {
  const {resource, alias} = rows;
  const fieldNames = listReadFields(resource, condition);
  const columns = storedColumns(resource, fieldNames);
  const [column = ''] = columns;
  const filled: Predicate = sql`${sql.ref(`${alias}.${column}`)} is not null`;
  if (columns.length < fieldNames.length) return undefined;
  if (typeof condition === 'string' && resource.people?.[condition] !== undefined) return {predicate: filled, person: column};
  if (dependsOnRecordAlone(resource, condition)) return {predicate: conditionPredicate(condition, rows)};
  const past = pastMoment(resource, condition);
  return past === undefined ? undefined : {predicate: filled, ahead: conditionPredicate(past.ahead, rows)};
};

/** A tab as a maintained count. @returns undefined where it depends on more than the record itself, one person and one moment */
export const countableTabOf = (tab: Tab, rows: PredicateContext & {actor: Session}): CountableTab | undefined => {
  const {statuses, open} = tabPredicates(tab, rows);
  // Conditions that the status answers still have to be equal for everybody.
  if (!tab.where.every(condition => open.includes(condition) || dependsOnRecordAlone(rows.resource, condition))) return undefined;
  const parts = open.map(condition => countableCondition(condition, rows));
  const countable = parts.flatMap(part => part ?? []);
  const [person, ...furtherPeople] = countable.flatMap(part => part.person ?? []);
  const [ahead, ...furtherMoments] = countable.flatMap(part => part.ahead ?? []);
  if (countable.length < parts.length || furtherPeople.length > 0 || furtherMoments.length > 0) return undefined;
  return {
    person, ahead, predicate: andPredicates(
      [...(statuses === undefined ? [] : [statusPredicate(rows, statuses)]), ...countable.map(({predicate}) => predicate)]
    ),
  };
};

const tabConditions = ({tabs = {}}: Resource): Condition[] => Object.values(tabs).flatMap(({where}) => where);

/** Stored fields that tabs read. A value read through a reference counts as the reference. */
export const tabFields = (resource: Resource): string[] =>
  tabConditions(resource).flatMap(condition => listReadFields(resource, condition)).map(name => storedFieldOf(resource, name));

/** Columns without a field that tell whom a record waits for. */
export const turnHolderColumns = (resource: Resource): string[] => [
  ...(declaresTurnHolders(resource) ? [commentColumns.by, commentColumns.at] : []), ...passedToTeamColumns(resource),
];

export const tabMomentColumns = (resource: Resource): string[] =>
  [...new Set(storedColumns(resource, tabConditions(resource).map(condition => pastMoment(resource, condition)?.name)))];
