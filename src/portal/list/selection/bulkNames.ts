import type {Resource} from '../../../schema/config/config.ts';
import {switchOf} from '../../../schema/lifeCycle/toggle.ts';
import {profilesOf} from '../../../schema/lifeCycle/workflow.ts';

/** Names of a profile's bulk actions: those declared `bulk`, and both actions of the switch. */
export const bulkNames = (resource: Resource, perfil: string): string[] => {
  const {enable, disable} = switchOf(resource) ?? {};
  return Object.entries(resource.actions ?? {}).flatMap(([name, action]) =>
    ((action.bulk || name === enable || name === disable) && profilesOf(action).includes(perfil) ? [name] : []));
};
