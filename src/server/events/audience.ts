/** Who may hear of what: all listeners are asked about together, in one statement for each resource. */
import {sql, type RawBuilder} from 'kysely';
import {looksAt} from '../../schema/access.ts';
import type {Config, Profile} from '../../schema/config.ts';
import {resourceOf, tableOf} from '../db/names.ts';
import type {Db} from '../db/tables.ts';
import {wouldReach} from '../records/reach.ts';
import {isActive, usersAndCompanies} from '../sessions/users.ts';

/** A person's session: whoever holds a token of theirs, on however many streams. */
export interface Session {
  id: number;
  tokenVersao: number;
}

/** What happened, with the places among the sessions of those who may know. */
interface Heard {
  id: number;
  versao: number;
  sessoes: number[];
}

/** The sessions that go on, as `l` with their place `n` among those asked, and their users as `u`. */
const goingOn = (sessions: readonly Session[]): RawBuilder<unknown> => sql`
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
 * Of these records of a resource, who may list or read them as they are now. A record that was deleted counts as it was, so that
 * those who see it learn that it is gone.
 */
export const heardBy = async (
  config: Config, db: Db, name: string, ids: readonly number[], sessions: readonly Session[],
): Promise<Heard[]> => {
  const resource = resourceOf(config, name);
  const mayKnow = (_profile: Profile, perfil: string): boolean => looksAt(resource, perfil);
  const {rows} = await sql<Heard>`
    select r.id, r.versao, json_agg(l.n - 1) as sessoes
    from ${goingOn(sessions)}
    join ${sql.table(tableOf(name, resource))} as r on ${wouldReach(config, name, {user: 'u', record: 'r'}, mayKnow)}
    where r.id = any(${ids}::integer[]) and ${isActive}
    group by r.id, r.versao`.execute(db);
  return rows;
};
