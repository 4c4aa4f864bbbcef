/** Which people reach which records, asked of the rows of both: the same scope that each of them asks with. */
import {sql} from 'kysely';
import type {Config, Profile} from '../../schema/config.ts';
import {snake} from '../db/names.ts';
import {NOTHING, type Predicate, type Who} from './conditions.ts';
import {scopePredicate} from './scope.ts';

/** Robots work by calls: they look at nothing and are told nothing. */
export const isPerson = ({robot}: Profile): boolean => robot !== true;

/**
 * Rows of users and rows of records of which the user reaches the record; whether the user is active is not asked.
 *
 * @param name the records' resource
 * @param aliases of the users and of the records
 * @param counts which profiles' users do
 */
export const reaches = (
  config: Config, name: string, {user, record}: {user: string; record: string},
  counts: (profile: Profile, perfil: string) => boolean = isPerson,
): Predicate => {
  const own = (column: string) => sql.ref(`${user}.${snake(column)}`);
  const profiles = Object.entries(config.profiles).filter(([perfil, profile]) => counts(profile, perfil)).map(([perfil, {id}]) => {
    const who: Who = {perfil, idPerfil: id, id: own('id'), idEmpresa: own('idEmpresa'), codigoExterno: own('codigoExterno')};
    return sql`(${own('tipo')} = ${id} and ${scopePredicate({config}, name, who, record)})`;
  });
  return profiles.length === 0 ? NOTHING : sql`(${sql.join(profiles, sql` or `)})`;
};
