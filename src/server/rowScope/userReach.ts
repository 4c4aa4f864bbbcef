/** Joins users with the records they reach, by the row scope of each profile. */
import {sql} from 'kysely';
import {isHumanProfile} from '../../schema/access.ts';
import type {Config, Profile} from '../../schema/shapes/config.ts';
import {andPredicates, notDeleted, NO_ROWS, type Predicate, type PredicateActor} from '../db/conditions/fieldPredicates.ts';
import {resourceOf, toSnakeCase} from '../db/sqlNames.ts';
import {rowInScopePredicate} from './scope.ts';

/** True for profiles whose users count. */
type Counts = (profile: Profile, perfil: string) => boolean;

interface Aliases {
  user: string;
  record: string;
}

/**
 * Predicate on a user row and a record row: the user's scope includes the record, even a deleted one. Inactive users count too.
 *
 * @param name resource of the records
 * @param aliases of the user and record tables
 */
export const userReachIncludingDeleted = (config: Config, name: string, {user, record}: Aliases, counts: Counts): Predicate => {
  const column = (name: string) => sql.ref(`${user}.${toSnakeCase(name)}`);
  const profiles = Object.entries(config.profiles).filter(([perfil, profile]) => counts(profile, perfil)).map(([perfil, {id}]) => {
    const actor: PredicateActor = {
      perfil, idPerfil: id, id: column('id'), idEmpresa: column('idEmpresa'), codigoExterno: column('codigoExterno'),
    };
    return sql`(${column('tipo')} = ${id} and ${rowInScopePredicate({config}, name, actor, record)})`;
  });
  return profiles.length === 0 ? NO_ROWS : sql`(${sql.join(profiles, sql` or `)})`;
};

/** Like {@link userReachIncludingDeleted}, for records that are not deleted. */
export const userReachPredicate = (
  config: Config, name: string, aliases: Aliases, counts: Counts = isHumanProfile,
): Predicate =>
  andPredicates([notDeleted(name, resourceOf(config, name), aliases.record), userReachIncludingDeleted(config, name, aliases, counts)]);
