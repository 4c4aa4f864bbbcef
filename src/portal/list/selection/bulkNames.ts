import type {Resource} from '../../../schema/config/config.ts';
import {switchOf} from '../../../schema/lifeCycle/toggle.ts';
import {profilesOf} from '../../../schema/lifeCycle/workflow.ts';

/** What somebody of a profile may ever do to several rows of a list: what is declared for several, and the two ways of the switch. */
export const bulkNames = (resource: Resource, perfil: string): string[] => {
  const {enable, disable} = switchOf(resource) ?? {};
  return Object.entries(resource.actions ?? {}).flatMap(([name, action]) =>
    ((action.bulk || name === enable || name === disable) && profilesOf(action).includes(perfil) ? [name] : []));
};
