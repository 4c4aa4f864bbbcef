/** Shortcuts of actions on the focused list row (rules: Lists 17); a refused action shows its reason. */
import type {Resource} from '../../schema/shapes/config.ts';
import {profilesOfAction} from '../../schema/lifeCycle/workflow.ts';
import {useResourceAndSession} from '../session/context.ts';
import {useRegisterShortcuts} from '../shortcuts/registry.ts';
import {useToasts} from '../toasts/useToasts.ts';
import {judgeAction, type ActionRecord, type JudgedAction} from '../api/actionVerdicts.ts';

export const keyedActions = ({actions = {}}: Resource, perfil: string) =>
  Object.entries(actions).flatMap(([name, action]) =>
    (action.key === undefined || !profilesOfAction(action).includes(perfil) ? [] : [{name, action, key: action.key}]));

/**
 * @returns a function that runs an allowed action or shows the reason; false: the record does not have the action, and the key is not
 * handled
 */
export const useRunOrExplain = () => {
  const toasts = useToasts();
  return ({name, verdict}: JudgedAction, start: (name: string) => void): boolean => {
    if (verdict.allowed) start(name);
    else if (verdict.reason !== '') toasts.warning(verdict.reason);
    return verdict.allowed || verdict.reason !== '';
  };
};

export const useRowActionKeys = (
  resourceName: string, focused: () => ActionRecord | undefined, run: (name: string, record: ActionRecord) => void,
): void => {
  const {config, resource, session} = useResourceAndSession(resourceName);
  const press = useRunOrExplain();
  useRegisterShortcuts(keyedActions(resource, session.perfil).map(({name, action, key}) => ({
    key, label: `${action.label} (linha em foco)`,
    run: () => {
      const record = focused();
      if (record === undefined) return false;
      return press({name, action, verdict: judgeAction(config, resource, name, record, session)}, () => run(name, record));
    },
  })));
};
