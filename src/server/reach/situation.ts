/** Where a record with a life cycle stands, read with its row: what was written last to it, and whom it waits for (rules: Tickets 16). */
import {sql} from 'kysely';
import type {Resource} from '../../schema/config/config.ts';
import {LAST_COMMENT, tellsWaiting, WAITED_FOR} from '../../schema/statuses/situation.ts';
import {statusesOf} from '../../schema/statuses/statuses.ts';
import {waitsFor} from '../../schema/statuses/waiting.ts';
import type {LastComment} from '../../schema/wire.ts';
import {columnIn, fieldIn, passedOn} from '../db/conditions/waits.ts';
import {commentColumns} from '../db/names.ts';
import type {StoredRow, Sql} from '../db/tables.ts';
import {joinWho, whoIn} from '../history/steps.ts';

/** Whoever wrote the last comment, among the joins of a record. */
const WRITER = 'j#comentario';
/** Columns of a row that answers tell otherwise. */
const [TEXT, NAME, AT] = ['#texto', '#nome', '#data'];

/** Whom a row waits for, as a text. */
const waitedFor = (resource: Resource, alias: string): Sql => {
  const cases = statusesOf(resource).flatMap(status => {
    const [usual, passed] = [waitsFor(resource, status.id, false), waitsFor(resource, status.id, true)];
    if (usual === '') return [];
    const said = usual === passed ? sql.lit(usual)
      : sql`case when ${passedOn(resource, alias, status)} then ${sql.lit(passed)} else ${sql.lit(usual)} end`;
    return [sql`when ${sql.lit(status.id)} then ${said}`];
  });
  return sql`case ${fieldIn(resource, alias, resource.status)} ${sql.join(cases, sql` `)} else '' end`;
};

/** What is selected of it beside the fields. */
export const situationColumns = (resource: Resource, alias: string): Sql[] => {
  if (resource.status === undefined) return [];
  return [
    sql`${columnIn(alias, commentColumns.text)} as ${sql.ref(TEXT)}`, sql`${whoIn(WRITER)} as ${sql.ref(NAME)}`,
    sql`${columnIn(alias, commentColumns.at)} as ${sql.ref(AT)}`,
    ...(tellsWaiting(resource) ? [sql`${waitedFor(resource, alias)} as ${sql.ref(WAITED_FOR)}`] : []),
  ];
};

/** What that is read through. */
export const situationJoins = (resource: Resource, alias: string): Sql[] =>
  (resource.status === undefined ? [] : [joinWho(WRITER, columnIn(alias, commentColumns.by))]);

const commentOf = ({[TEXT]: texto, [NAME]: nome, [AT]: data}: StoredRow): LastComment | null =>
  (typeof texto === 'string' && data instanceof Date ? {texto, nome: String(nome), data: data.toISOString()} : null);

/** As answers carry it. */
export const situationOf = (resource: Resource, row: StoredRow): Record<string, unknown> =>
  (resource.status === undefined ? {} : {
    [LAST_COMMENT]: commentOf(row), ...(tellsWaiting(resource) ? {[WAITED_FOR]: row[WAITED_FOR] ?? ''} : {}),
  });
