/** Where a record with a life cycle stands, read with its row: what was written last to it, and whom it waits for (rules: Tickets 16). */
import {sql, type RawBuilder, type SqlBool} from 'kysely';
import type {Resource} from '../../schema/config/config.ts';
import {authorField} from '../../schema/lifeCycle/people.ts';
import {LAST_COMMENT, tellsWaiting, WAITED_FOR} from '../../schema/lifeCycle/situation.ts';
import {statusesOf} from '../../schema/lifeCycle/statuses.ts';
import {waitsFor} from '../../schema/lifeCycle/waiting.ts';
import type {LastComment} from '../../schema/wire.ts';
import {columnOf, commentColumns} from '../db/names.ts';
import type {StoredRow, Sql} from '../db/tables.ts';
import {joinWho, whoIn} from '../history/steps.ts';

/** Whoever wrote the last comment, among the joins of a record. */
const WRITER = 'j#comentario';
/** Columns of a row that answers tell otherwise. */
const [TEXT, NAME, AT] = ['#texto', '#nome', '#data'];

const column = (alias: string, name: string): Sql => sql.ref(`${alias}.${name}`);
const fieldIn = ({fields}: Resource, alias: string, name: string | undefined): Sql | undefined => {
  const field = name === undefined ? undefined : fields[name];
  return name === undefined || field === undefined ? undefined : column(alias, columnOf(name, field));
};

/** Whether the last comment is the author's answer: what they wrote before it stood there, or to bring it there, is none. */
const authorSpoke = (resource: Resource, alias: string): RawBuilder<SqlBool> => {
  const author = fieldIn(resource, alias, authorField(resource));
  if (author === undefined) return sql`false`;
  const since = fieldIn(resource, alias, resource.since);
  const later = since === undefined ? sql`` : sql` and coalesce(${column(alias, commentColumns.at)} > ${since}, true)`;
  return sql`(${column(alias, commentColumns.by)} = ${author}${later}) is true`;
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

/** Whom a row waits for, as a text. */
const waitedFor = (resource: Resource, alias: string): Sql => {
  const spoke = authorSpoke(resource, alias);
  const cases = statusesOf(resource).flatMap(({id}) => {
    const [silent, spoken] = [waitsFor(resource, id, false), waitsFor(resource, id, true)];
    if (silent === '' && spoken === '') return [];
    const said = silent === spoken ? sql.lit(silent) : sql`case when ${spoke} then ${sql.lit(spoken)} else ${sql.lit(silent)} end`;
    return [sql`when ${sql.lit(id)} then ${said}`];
  });
  return sql`case ${fieldIn(resource, alias, resource.status)} ${sql.join(cases, sql` `)} else '' end`;
};

/** What is selected of it beside the fields. */
export const situationColumns = (resource: Resource, alias: string): Sql[] => {
  if (resource.status === undefined) return [];
  return [
    sql`${column(alias, commentColumns.text)} as ${sql.ref(TEXT)}`, sql`${whoIn(WRITER)} as ${sql.ref(NAME)}`,
    sql`${column(alias, commentColumns.at)} as ${sql.ref(AT)}`,
    ...(tellsWaiting(resource) ? [sql`${waitedFor(resource, alias)} as ${sql.ref(WAITED_FOR)}`] : []),
  ];
};

/** What that is read through. */
export const situationJoins = (resource: Resource, alias: string): Sql[] =>
  (resource.status === undefined ? [] : [joinWho(WRITER, column(alias, commentColumns.by))]);

const commentOf = ({[TEXT]: texto, [NAME]: nome, [AT]: data}: StoredRow): LastComment | null =>
  (typeof texto === 'string' && data instanceof Date ? {texto, nome: String(nome), data: data.toISOString()} : null);

/** As answers carry it. */
export const situationOf = (resource: Resource, row: StoredRow): Record<string, unknown> =>
  (resource.status === undefined ? {} : {
    [LAST_COMMENT]: commentOf(row), ...(tellsWaiting(resource) ? {[WAITED_FOR]: row[WAITED_FOR] ?? ''} : {}),
  });
