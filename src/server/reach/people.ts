/** Which people reach which records, asked of the rows of both: the same scope that each of them asks with. */
import {sql} from 'kysely';
import {isPerson} from '../../schema/access.ts';
import type {Config, Profile} from '../../schema/config/config.ts';
import {allOf, notDeleted, NOTHING, type Predicate, type Who} from '../db/conditions/rows.ts';
import {resourceOf, snake} from '../db/names.ts';
import {rowInScope} from './scope.ts';

/** Whether a profile's users are among those meant. */
type Counts = (profile: Profile, perfil: string) => boolean;

interface Aliases {
  user: string;
  record: string;
}

/**
 * Rows of users and rows of records of which the user reaches the record, or would were it not deleted; whether the user is active is
 * not asked.
 *
 * @param name the records' resource
 * @param aliases of the users and of the records
 * @param counts which profiles' users do
 */
export const wouldReach = (config: Config, name: string, {user, record}: Aliases, counts: Counts): Predicate => {
  const own = (column: string) => sql.ref(`${user}.${snake(column)}`);
  const profiles = Object.entries(config.profiles).filter(([perfil, profile]) => counts(profile, perfil)).map(([perfil, {id}]) => {
    const who: Who = {perfil, idPerfil: id, id: own('id'), idEmpresa: own('idEmpresa'), codigoExterno: own('codigoExterno')};
    return sql`(${own('tipo')} = ${id} and ${rowInScope({config}, name, who, record)})`;
  });
  return profiles.length === 0 ? NOTHING : sql`(${sql.join(profiles, sql` or `)})`;
};

/** Rows of users and rows of records of which the user reaches the record: as {@link wouldReach}, and it was not deleted. */
export const reaches = (
  config: Config, name: string, aliases: Aliases, counts: Counts = isPerson,
): Predicate => allOf([notDeleted(name, resourceOf(config, name), aliases.record), wouldReach(config, name, aliases, counts)]);
