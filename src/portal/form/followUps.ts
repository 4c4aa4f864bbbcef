/** Follow-up records (`makes` in the config) that may be created from a record. Their address is apart, because lists do not need it. */
import {mayAccess} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {hasReservedChoice} from '../../schema/records/profileGrants.ts';

export type FollowUp = readonly [to: string, NonNullable<Resource['makes']>[string]];

export const listFollowUps = (config: Config, {makes = {}}: Resource, perfil: string): FollowUp[] =>
  Object.entries(makes).filter(([to, {with: values}]) => {
    const resource = config.resources[to];
    return resource !== undefined && mayAccess(resource, 'create', perfil) && !hasReservedChoice(config, resource, values, perfil);
  });
