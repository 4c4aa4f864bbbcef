/** Audience of events: the sessions that may know of a change, in one statement per resource for all listeners. */
import {sql} from 'kysely';
import {canSeeResource} from '../../schema/access.ts';
import type {Config, Profile} from '../../schema/shapes/config.ts';
import {activeUserPredicate, usersAndCompanies} from '../accounts/accounts.ts';
import {resourceOf, tableOf} from '../db/sqlNames.ts';
import type {Db, Sql} from '../db/tables.ts';
import {userReachIncludingDeleted} from '../rowScope/userReach.ts';
import {formerRecordsQuery} from './formerRecords.ts';

/** A session on event streams: every token of a user with this version. */
export interface StreamSession {
  id: number;
  tokenVersao: number;
}

/** Changed records by id, with the first history entry that may have changed their scope. */
export type ChangedRecords = ReadonlyMap<number, number | undefined>;

/** A changed record, with the indexes of the sessions that may know. */
interface RecordAudience {
  id: number;
  versao: number;
  sessoes: number[];
  perderam: number[];
}

/** Relation of the active sessions as `l` with their ordinality `n`, and their users as `u`. */
const activeSessions = (sessions: readonly StreamSession[]): Sql => sql`
  ${usersAndCompanies} join unnest(
    ${sessions.map(({id}) => id)}::integer[], ${sessions.map(({tokenVersao}) => tokenVersao)}::integer[]
  ) with ordinality as l (id, token_versao, n) on l.id = u.id and l.token_versao = u.token_versao`;

/** Lists the sessions that have not ended, by index, with the version of their user's record. */
export const listActiveSessions = async (db: Db, sessions: readonly StreamSession[]): Promise<{sessao: number; versao: number}[]> => {
  const {rows} = await sql<{sessao: number; versao: number}>`
    select l.n - 1 as sessao, u.versao from ${activeSessions(sessions)} where ${activeUserPredicate}`.execute(db);
  return rows;
};

/**
 * Finds the sessions that may list or read these records now, or might before they changed.
 * A session that loses a record learns only that it changed. A deleted record counts as it was.
 *
 * @param hiddenFrom ids of profiles that must not learn of it
 */
export const findAudience = async (
  config: Config, db: Db, name: string, changed: ChangedRecords, sessions: readonly StreamSession[], hiddenFrom: readonly number[],
): Promise<RecordAudience[]> => {
  const resource = resourceOf(config, name);
  const mayKnow = ({id}: Profile, perfil: string): boolean => canSeeResource(resource, perfil) && !hiddenFrom.includes(id);
  const since = new Map([...changed].flatMap(([id, first]) => (first === undefined ? [] : [[id, first] as const])));
  const currentRows = sql`select * from ${sql.table(tableOf(name))} where id = any(${[...changed.keys()]}::integer[])`;
  const records = {agora: currentRows, ...(since.size === 0 ? {} : {antes: formerRecordsQuery(config, name, since)})};
  // Materialised, so that rows are read once for all sessions; the name matches no table.
  const cteName = (alias: string): Sql => sql.id(`${alias}$`);
  const ctes = Object.entries(
    {u: sql`select u.*, l.n - 1 as sessao from ${activeSessions(sessions)} where ${activeUserPredicate}`, ...records},
  )
    .map(([alias, rows]) => sql`${cteName(alias)} as materialized (${rows})`);
  const reachQueries = Object.keys(records).map(alias => sql`
    select ${sql.ref(`${alias}.id`)}, ${sql.ref(`${alias}.versao`)}, u.sessao, ${sql.lit(alias === 'agora')} as alcanca
    from ${cteName('u')} as u join ${cteName(alias)} as ${sql.ref(alias)}
      on ${userReachIncludingDeleted(config, name, {user: 'u', record: alias}, mayKnow)}`);
  const {rows} = await sql<RecordAudience>`
    with ${sql.join(ctes)}
    select id, versao, json_agg(sessao) as sessoes, coalesce(json_agg(sessao) filter (where not alcanca), '[]') as perderam
    from (
      select id, versao, sessao, bool_or(alcanca) as alcanca
      from (${sql.join(reachQueries, sql` union all `)}) as todos group by id, versao, sessao
    ) as um group by id, versao`.execute(db);
  return rows;
};
