/** The tabs of a list as questions to its rows: their statuses, as far as these decide, and the conditions that do not end there. */
import {sql} from 'kysely';
import type {Answer} from '../../../schema/conditions/asked.ts';
import {answerOf, asksRecordAlone, readWith, spelledOf} from '../../../schema/conditions/conditions.ts';
import {momentOf} from '../../../schema/fields/moments.ts';
import type {Condition, Operator} from '../../../schema/config/conditions.ts';
import type {Resource, Tab} from '../../../schema/config/config.ts';
import {tellsWaiting, WAITED_FOR} from '../../../schema/statuses/situation.ts';
import {endsOf, statusesOf} from '../../../schema/statuses/statuses.ts';
import {waitsFor} from '../../../schema/statuses/waiting.ts';
import type {Session} from '../../../schema/session.ts';
import {sqlTypeOf} from '../kinds.ts';
import {columnOf, commentColumns, snake} from '../names.ts';
import {matchColumnOf} from '../ordering.ts';
import {conditionPredicate} from './conditions.ts';
import {allOf, NOTHING, type Predicate, type Rows, type Term} from './rows.ts';
import {passedColumns} from './waits.ts';

export type StatusId = string | number;

/** What a condition says of all records in a status; undefined where more decides. */
const ofStatus = (condition: Condition, resource: Resource, session: Session, id: StatusId): Answer => {
  const [usual, passed] = [false, true].map(isPassed => answerOf(condition, {
    resource, session, record: {[resource.status ?? '']: id, [WAITED_FOR]: waitsFor(resource, id, isPassed)},
  }));
  return usual === passed ? usual : undefined;
};

export interface TabTerms {
  /** The statuses its records can have; undefined: any. */
  statuses: readonly StatusId[] | undefined;
  /** What more is asked of them. */
  terms: readonly Term[];
}

/** Statuses come first, and by themselves where they say all: indexes and counts know them. */
export const termsOf = ({where}: Tab, rows: Rows & {actor: Session}): TabTerms & {open: readonly Condition[]} => {
  const {resource, actor} = rows;
  const all = statusesOf(resource).map(({id}) => id);
  const answers = (id: StatusId): Answer[] => where.map(condition => ofStatus(condition, resource, actor, id));
  const possible = all.filter(id => !answers(id).includes(false));
  const open = where.filter((_condition, at) => all.length === 0 || possible.some(id => answers(id)[at] === undefined));
  return {
    open, statuses: possible.length === all.length ? undefined : possible,
    terms: open.map(condition => {
      const person = typeof condition === 'string' ? resource.people?.[condition]?.field : undefined;
      return {predicate: conditionPredicate(condition, rows), ...(person === undefined ? {} : {equals: person})};
    }),
  };
};

/** Whether some end is among the statuses: those have ever more records, of the others there are few. */
export const reachesEnd = (resource: Resource, statuses: readonly StatusId[]): boolean =>
  endsOf(resource).some(({id}) => statuses.includes(id));

/** Rows that stand in one of these; statuses are said as they are: an index of some is chosen by them. */
export const standsIn = ({resource: {status}, alias}: Pick<Rows, 'resource' | 'alias'>, statuses: readonly StatusId[]): Predicate =>
  (status === undefined || statuses.length === 0
    ? NOTHING : sql`${sql.ref(`${alias}.${snake(status)}`)} in (${sql.join(statuses.map(id => sql.lit(id)))})`);

/** What asks for moments that are not past, by what asks for those that are. */
const AHEAD: {readonly [O in Operator]?: Operator} = {'<': '>=', '<=': '>'};

/** A tab, or a part of what it asks, as a number that is kept with every change of a record. */
interface Kept {
  /** What rows tell of it by themselves: of a person, that there is one, and of what is to be past, that there is a moment. */
  holds: Predicate;
  /** The column of the person whose they are. */
  person?: string | undefined;
  /** Rows of those whose moment is not past yet. */
  ahead?: Predicate | undefined;
}

/**
 * The columns of the resource's own table that have the values of fields, of a text also the one that has it as it is told apart; a field
 * of which none has is left out.
 */
export const storedColumns = (resource: Resource, names: readonly (string | undefined)[]): string[] => names.flatMap(name => {
  const field = name === undefined ? undefined : resource.fields[name];
  if (name === undefined || field === undefined || sqlTypeOf(field) === null) return [];
  return [columnOf(name, field), ...[matchColumnOf(resource, name, field)].filter(kept => kept !== undefined)];
});

/** The field that is to be past by a moment, and what asks for those where it is not; undefined for another condition. */
const pastOf = (resource: Resource, condition: Condition): {name: string; ahead: Condition} | undefined => {
  const [name = '', operator = '=', moment] = spelledOf(resource, condition).compare ?? [];
  const ahead = AHEAD[operator];
  if (ahead === undefined || typeof moment !== 'string' || momentOf(moment) === undefined) return undefined;
  return {name, ahead: {compare: [name, ahead, moment]}};
};

const keptPart = (condition: Condition, rows: Rows): Kept | undefined => {
  const {resource, alias} = rows;
  const read = readWith(resource, condition);
  const columns = storedColumns(resource, read);
  const [column = ''] = columns;
  const filled: Predicate = sql`${sql.ref(`${alias}.${column}`)} is not null`;
  if (columns.length < read.length) return undefined;
  if (typeof condition === 'string' && resource.people?.[condition] !== undefined) return {holds: filled, person: column};
  if (asksRecordAlone(resource, condition)) return {holds: conditionPredicate(condition, rows)};
  const past = pastOf(resource, condition);
  return past === undefined ? undefined : {holds: filled, ahead: conditionPredicate(past.ahead, rows)};
};

/**
 * A tab as a number that is kept.
 *
 * @returns undefined where it takes more to tell than the record itself, one person and one moment
 */
export const keptTab = (tab: Tab, rows: Rows & {actor: Session}): Kept | undefined => {
  const {statuses, open} = termsOf(tab, rows);
  // What statuses say by themselves has to be the same for everybody all the same.
  if (!tab.where.every(condition => open.includes(condition) || asksRecordAlone(rows.resource, condition))) return undefined;
  const parts = open.map(condition => keptPart(condition, rows));
  const known = parts.flatMap(part => part ?? []);
  const [person, ...people] = known.flatMap(part => part.person ?? []);
  const [ahead, ...others] = known.flatMap(part => part.ahead ?? []);
  if (known.length < parts.length || people.length > 0 || others.length > 0) return undefined;
  return {person, ahead, holds: allOf([...(statuses === undefined ? [] : [standsIn(rows, statuses)]), ...known.map(({holds}) => holds)])};
};

const asked = ({tabs = {}}: Resource): Condition[] => Object.values(tabs).flatMap(({where}) => where);

/** The fields that tabs read of their records. */
export const tabFields = (resource: Resource): string[] => asked(resource).flatMap(one => readWith(resource, one));

/** Columns beside fields by which it is told whom a record waits for. */
export const waitingColumns = (resource: Resource): string[] => [
  ...(tellsWaiting(resource) ? [commentColumns.by, commentColumns.at] : []), ...passedColumns(resource),
];

/** The columns that tabs know their records by where they are past by a moment. */
export const pastColumns = (resource: Resource): string[] =>
  [...new Set(storedColumns(resource, asked(resource).map(one => pastOf(resource, one)?.name)))];
