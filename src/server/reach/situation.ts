/** Status context of a record in a life cycle, read with its row: last comment and awaited party (rules: Tickets 16). */
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

/** Join alias of the last comment's author. */
const AUTHOR_ALIAS = 'j#comentario';
/** Internal columns that {@link presentSituation} turns into the answer. */
const [TEXT, NAME, AT] = ['#texto', '#nome', '#data'];

const awaitedParty = (resource: Resource, alias: string): Sql => {
  const cases = statusesOf(resource).flatMap(status => {
    const [usualParty, teamParty] = [waitsFor(resource, status.id, false), waitsFor(resource, status.id, true)];
    if (usualParty === '') return [];
    const party = usualParty === teamParty ? sql.lit(usualParty)
      : sql`case when ${passedOn(resource, alias, status)} then ${sql.lit(teamParty)} else ${sql.lit(usualParty)} end`;
    return [sql`when ${sql.lit(status.id)} then ${party}`];
  });
  return sql`case ${fieldIn(resource, alias, resource.status)} ${sql.join(cases, sql` `)} else '' end`;
};

export const situationColumns = (resource: Resource, alias: string): Sql[] => {
  if (resource.status === undefined) return [];
  return [
    sql`${columnIn(alias, commentColumns.text)} as ${sql.ref(TEXT)}`, sql`${whoIn(AUTHOR_ALIAS)} as ${sql.ref(NAME)}`,
    sql`${columnIn(alias, commentColumns.at)} as ${sql.ref(AT)}`,
    ...(tellsWaiting(resource) ? [sql`${awaitedParty(resource, alias)} as ${sql.ref(WAITED_FOR)}`] : []),
  ];
};

export const situationJoins = (resource: Resource, alias: string): Sql[] =>
  (resource.status === undefined ? [] : [joinWho(AUTHOR_ALIAS, columnIn(alias, commentColumns.by))]);

const commentOf = ({[TEXT]: texto, [NAME]: nome, [AT]: data}: StoredRow): LastComment | null =>
  (typeof texto === 'string' && data instanceof Date ? {texto, nome: String(nome), data: data.toISOString()} : null);

export const situationOf = (resource: Resource, row: StoredRow): Record<string, unknown> =>
  (resource.status === undefined ? {} : {
    [LAST_COMMENT]: commentOf(row), ...(tellsWaiting(resource) ? {[WAITED_FOR]: row[WAITED_FOR] ?? ''} : {}),
  });
