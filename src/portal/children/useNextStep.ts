/** What follows a record that was made: its children, where the config has words for it and this person may add them. */
import {may} from '../../schema/access.ts';
import {CHILDREN, childAddress, screens} from '../../schema/paths.ts';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import type {Step} from '../toasts/NextStep.tsx';

/** @param name the parent resource */
export const useNextStep = (name: string) => {
  const config = useConfig();
  const resource = useResource(name);
  const {perfil} = useSession();
  return ({id}: {id: number | string}): Step | undefined => {
    const found = Object.entries(resource.children ?? {}).find(([child, {next}]) => {
      const declared = config.resources[child];
      return next !== undefined && declared !== undefined && may(declared, 'create', perfil);
    });
    if (found === undefined || typeof id !== 'number') return undefined;
    const [child, {next = ''}] = found;
    return {label: next, path: screens(config, resource).list, query: {[CHILDREN]: childAddress(child, id)}};
  };
};
