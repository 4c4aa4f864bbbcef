import type {Resource} from '../../../schema/config/config.ts';
import {profilesOf} from '../../../schema/lifeCycle/workflow.ts';

/** What somebody of a profile may ever do to several rows of a list: what is declared for several, and the two ways of the switch. */
export const bulkNames = ({actions = {}, toggle}: Resource, perfil: string): string[] =>
  Object.entries(actions).flatMap(([name, action]) =>
    ((action.bulk || name === toggle?.enable || name === toggle?.disable) && profilesOf(action).includes(perfil) ? [name] : []));
