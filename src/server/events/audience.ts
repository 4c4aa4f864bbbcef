/** Who may hear of what: all listeners are asked about together, in one statement for each resource. */
import {sql} from 'kysely';
import {canSeeResource} from '../../schema/access.ts';
import type {Config, Profile} from '../../schema/shapes/config.ts';
import {isActive, usersAndCompanies} from '../accounts/users.ts';
import {resourceOf, tableOf} from '../db/sqlNames.ts';
import type {Db, Sql} from '../db/tables.ts';
import {userReachIncludingDeleted} from '../reach/userReach.ts';
import {asTheyWere} from './before.ts';

/** A person's session: whoever holds a token of theirs, on however many streams. */
export interface Session {
  id: number;
  tokenVersao: number;
}

/** Ids of a resource's records, each with the first entry of the history, if any, that may have changed who reaches it. */
export type Changed = ReadonlyMap<number, number | undefined>;

/** What happened, with the places among the sessions of those who may know. */
interface Heard {
  id: number;
  versao: number;
  sessoes: number[];
  /** Those of them who reached the record before, and do not now. */
  perderam: number[];
}

/** The sessions that go on, as `l` with their place `n` among those asked, and their users as `u`. */
const goingOn = (sessions: readonly Session[]): Sql => sql`
  ${usersAndCompanies} join unnest(
    ${sessions.map(({id}) => id)}::integer[], ${sessions.map(({tokenVersao}) => tokenVersao)}::integer[]
  ) with ordinality as l (id, token_versao, n) on l.id = u.id and l.token_versao = u.token_versao`;

/** @returns the sessions that have not ended, by their place, with the version of their user's own record */
export const sessionsNow = async (db: Db, sessions: readonly Session[]): Promise<{sessao: number; versao: number}[]> => {
  const {rows} = await sql<{sessao: number; versao: number}>`
    select l.n - 1 as sessao, u.versao from ${goingOn(sessions)} where ${isActive}`.execute(db);
  return rows;
};

/**
 * Of these records of a resource, who may list or read them as they are now, or might before they changed: who loses sight of a record
 * learns that it changed, and nothing else that they did not know. One that was deleted counts as it was, so that those who see it
 * learn that it is gone.
 *
 * @param blind profiles that learn nothing of it, by their ids
 */
export const heardBy = async (
  config: Config, db: Db, name: string, changed: Changed, sessions: readonly Session[], blind: readonly number[],
): Promise<Heard[]> => {
  const resource = resourceOf(config, name);
  const mayKnow = ({id}: Profile, perfil: string): boolean => canSeeResource(resource, perfil) && !blind.includes(id);
  const since = new Map([...changed].flatMap(([id, first]) => (first === undefined ? [] : [[id, first] as const])));
  const now = sql`select * from ${sql.table(tableOf(name))} where id = any(${[...changed.keys()]}::integer[])`;
  const records = {agora: now, ...(since.size === 0 ? {} : {antes: asTheyWere(config, name, since)})};
  // Each read once, not for everybody who listens; under a name that no table has.
  const read = (alias: string): Sql => sql.id(`${alias}$`);
  const parts = Object.entries({u: sql`select u.*, l.n - 1 as sessao from ${goingOn(sessions)} where ${isActive}`, ...records})
    .map(([alias, rows]) => sql`${read(alias)} as materialized (${rows})`);
  const ways = Object.keys(records).map(alias => sql`
    select ${sql.ref(`${alias}.id`)}, ${sql.ref(`${alias}.versao`)}, u.sessao, ${sql.lit(alias === 'agora')} as alcanca
    from ${read('u')} as u join ${read(alias)} as ${sql.ref(alias)}
      on ${userReachIncludingDeleted(config, name, {user: 'u', record: alias}, mayKnow)}`);
  const {rows} = await sql<Heard>`
    with ${sql.join(parts)}
    select id, versao, json_agg(sessao) as sessoes, coalesce(json_agg(sessao) filter (where not alcanca), '[]') as perderam
    from (
      select id, versao, sessao, bool_or(alcanca) as alcanca from (${sql.join(ways, sql` union all `)}) as todos group by id, versao, sessao
    ) as um group by id, versao`.execute(db);
  return rows;
};
