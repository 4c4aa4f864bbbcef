/** Joins users with the records they reach, by the row scope of each profile. */
import {sql} from 'kysely';
import {isPerson} from '../../schema/access.ts';
import type {Config, Profile} from '../../schema/config/config.ts';
import {allOf, notDeleted, NOTHING, type Predicate, type Who} from '../db/conditions/rows.ts';
import {resourceOf, snake} from '../db/names.ts';
import {rowInScope} from './scope.ts';

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
export const wouldReach = (config: Config, name: string, {user, record}: Aliases, counts: Counts): Predicate => {
  const column = (name: string) => sql.ref(`${user}.${snake(name)}`);
  const profiles = Object.entries(config.profiles).filter(([perfil, profile]) => counts(profile, perfil)).map(([perfil, {id}]) => {
    const actor: Who = {perfil, idPerfil: id, id: column('id'), idEmpresa: column('idEmpresa'), codigoExterno: column('codigoExterno')};
    return sql`(${column('tipo')} = ${id} and ${rowInScope({config}, name, actor, record)})`;
  });
  return profiles.length === 0 ? NOTHING : sql`(${sql.join(profiles, sql` or `)})`;
};

/** Like {@link userReachIncludingDeleted}, for records that are not deleted. */
export const reaches = (
  config: Config, name: string, aliases: Aliases, counts: Counts = isPerson,
): Predicate => allOf([notDeleted(name, resourceOf(config, name), aliases.record), wouldReach(config, name, aliases, counts)]);
