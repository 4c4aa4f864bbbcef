/** Status context of a record in a life cycle, read with its row: last comment and awaited party (rules: Tickets 16). */
import {sql} from 'kysely';
import type {Resource} from '../../schema/shapes/config.ts';
import {LAST_COMMENT_KEY, declaresTurnHolders, TURN_HOLDER_KEY} from '../../schema/statuses/responseKeys.ts';
import {statusesOf} from '../../schema/statuses/statuses.ts';
import {turnHolderOfStatus} from '../../schema/statuses/waiting.ts';
import type {LastComment} from '../../schema/apiShapes.ts';
import {columnRef, fieldRef, passedToTeamPredicate} from '../db/conditions/waits.ts';
import {commentColumns} from '../db/sqlNames.ts';
import type {StoredRow, Sql} from '../db/tables.ts';
import {joinUser, userNameOrSystem} from '../history/steps.ts';

/** Join alias of the last comment's author. */
const AUTHOR_ALIAS = 'j#comentario';
/** Internal columns that {@link toStatusAnswer} turns into the answer. */
const [TEXT, NAME, AT] = ['#texto', '#nome', '#data'];

const awaitedParty = (resource: Resource, alias: string): Sql => {
  const cases = statusesOf(resource).flatMap(status => {
    const [usualParty, teamParty] = [turnHolderOfStatus(resource, status.id, false), turnHolderOfStatus(resource, status.id, true)];
    if (usualParty === '') return [];
    const party = usualParty === teamParty ? sql.lit(usualParty)
      : sql`case when ${passedToTeamPredicate(resource, alias, status)} then ${sql.lit(teamParty)} else ${sql.lit(usualParty)} end`;
    return [sql`when ${sql.lit(status.id)} then ${party}`];
  });
  return sql`case ${fieldRef(resource, alias, resource.status)} ${sql.join(cases, sql` `)} else '' end`;
};

export const statusContextColumns = (resource: Resource, alias: string): Sql[] => {
  if (resource.status === undefined) return [];
  return [
    sql`${columnRef(alias, commentColumns.text)} as ${sql.ref(TEXT)}`, sql`${userNameOrSystem(AUTHOR_ALIAS)} as ${sql.ref(NAME)}`,
    sql`${columnRef(alias, commentColumns.at)} as ${sql.ref(AT)}`,
    ...(declaresTurnHolders(resource) ? [sql`${awaitedParty(resource, alias)} as ${sql.ref(TURN_HOLDER_KEY)}`] : []),
  ];
};

export const statusContextJoins = (resource: Resource, alias: string): Sql[] =>
  (resource.status === undefined ? [] : [joinUser(AUTHOR_ALIAS, columnRef(alias, commentColumns.by))]);

const commentOf = ({[TEXT]: texto, [NAME]: nome, [AT]: data}: StoredRow): LastComment | null =>
  (typeof texto === 'string' && data instanceof Date ? {texto, nome: String(nome), data: data.toISOString()} : null);

export const toStatusAnswer = (resource: Resource, row: StoredRow): Record<string, unknown> =>
  (resource.status === undefined ? {} : {
    [LAST_COMMENT_KEY]: commentOf(row), ...(declaresTurnHolders(resource) ? {[TURN_HOLDER_KEY]: row[TURN_HOLDER_KEY] ?? ''} : {}),
  });
