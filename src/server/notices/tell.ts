/** Writes the notices of an action in its own transaction, by one statement (rules: Notices 1). */
import {sql} from 'kysely';
import {isPerson, looksAt} from '../../schema/access.ts';
import type {Profile} from '../../schema/config/config.ts';
import {TEAM} from '../../schema/words/notices.ts';
import {isActive, usersAndCompanies} from '../accounts/users.ts';
import {tableOf} from '../db/names.ts';
import type {DbOrTrx, Sql} from '../db/tables.ts';
import type {Done} from '../engine/hooks.ts';
import {allOf, type Predicate} from '../reach/rows.ts';
import {reaches} from '../reach/people.ts';
import {sentencesOf} from './sentence.ts';

/** Who the action's people are by its declaration: by user the sentence, and whether one of them is nobody. */
const namedBy = ({resource: {people = {}}, action, before, changed}: Done): {told: Map<number, string>; lacks: boolean; none: boolean} => {
  const named = Object.entries(action.tells ?? {}).filter(([key]) => key !== TEAM);
  const told = new Map<number, string>();
  let lacks = false;
  for (const [key, sentence] of named) {
    const field = people[key]?.field ?? '';
    const now = field in changed ? changed[field] : before[field];
    if (typeof now !== 'number') lacks = true;
    const id = now ?? before[field];
    // Who is two of them reads the first sentence.
    if (typeof id === 'number' && !told.has(id)) told.set(id, sentence);
  }
  return {told, lacks, none: named.length === 0};
};

/**
 * Tells of an action whom it says: people of the record, or the team. Nobody is told of their own doings, nor who does not reach
 * the record as it is now.
 */
export const tellOf = async (trx: DbOrTrx, done: Done): Promise<void> => {
  const {config, name, resource, action, actor, before} = done;
  if (action.tells === undefined) return;
  const {[TEAM]: ofTeam} = action.tells;
  const {told, lacks, none} = namedBy(done);
  told.delete(actor.id);
  const isTeamAsked = ofTeam !== undefined && (none || lacks);
  if (told.size === 0 && !isTeamAsked) return;
  const filled = await sentencesOf(trx, done);
  const looking = (profile: Profile, perfil: string): boolean => isPerson(profile) && looksAt(resource, perfil);
  const users = sql`${usersAndCompanies} join ${sql.table(tableOf(name))} as r on r.id = ${before.id}`;
  const insert = (from: Sql, texto: Sql, where: Predicate): Sql => sql`
    insert into avisos (id_usuario, recurso, id_registro, texto)
    select u.id, ${name}, ${before.id}::integer, ${texto} from ${from} where ${allOf([isActive, where])} returning id_usuario`;
  const people = (): Sql => insert(
    sql`(values ${sql.join([...told].map(([id, sentence]) => sql`(${id}::integer, ${filled(sentence)}::text)`))}) as p (id_usuario, texto)
      join ${users} on u.id = p.id_usuario`,
    sql`p.texto`, reaches(config, name, {user: 'u', record: 'r'}, looking),
  );
  const team = (where: Predicate): Sql => insert(users, sql`${filled(ofTeam ?? '')}::text`, allOf([
    sql`u.id <> ${actor.id}`, where,
    reaches(config, name, {user: 'u', record: 'r'}, (profile, perfil) => profile.team === true && looking(profile, perfil)),
  ]));
  const statement = !isTeamAsked ? people()
    : told.size === 0 ? team(sql`true`)
      : sql`with pessoas as (${people()}) ${team(sql`not exists (select from pessoas)`)}`;
  await statement.execute(trx);
};
