/** The address of a record of which nothing but its number is known. */
import {may} from '../access.ts';
import type {Config} from '../config/config.ts';
import {apiOf, childAddress, SOME_PARENT} from '../paths.ts';
import {addressOf, inModal, parentListed} from './addresses.ts';

/**
 * Where a record opens of which nothing but its number is known: as {@link addressOf} has it, its parent being looked up there.
 *
 * @returns undefined where it cannot be looked up: no call reads one such record, or this profile may not
 */
export const addressById = (config: Config, name: string, id: number, perfil: string): string | undefined => {
  const resource = config.resources[name];
  if (resource === undefined) return undefined;
  const above = parentListed(config, name, perfil);
  if (above === undefined) return addressOf(config, name, resource, {id}, perfil);
  const isRead = apiOf(name, resource).one !== undefined && may(resource, 'read', perfil);
  return isRead ? inModal(config, above.parent, childAddress(name, SOME_PARENT, id)) : undefined;
};
