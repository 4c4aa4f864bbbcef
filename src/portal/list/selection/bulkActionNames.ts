import type {Resource} from '../../../schema/shapes/config.ts';
import {resolveToggle} from '../../../schema/lifeCycle/toggle.ts';
import {profilesOfAction} from '../../../schema/lifeCycle/workflow.ts';

export const bulkActionNames = (resource: Resource, perfil: string): string[] => {
  const {enable, disable} = resolveToggle(resource) ?? {};
  return Object.entries(resource.actions ?? {}).flatMap(([name, action]) =>
    ((action.bulk || name === enable || name === disable) && profilesOfAction(action).includes(perfil) ? [name] : []));
};
