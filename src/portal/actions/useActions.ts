import type {Verdict} from '../../schema/workflow.ts';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {actionsAt, isWithinReach, savingVerdict, verdictOf, type ActionRecord, type JudgedAction, type ActionPlace} from '../wire/verdict.ts';

/**
 * The actions of a record to show in a place. In rows and menus only what is allowed; in details and on the edit
 * screen also what only lacks a condition, to be shown disabled with its reason.
 */
export const useActions = (resourceName: string, record: ActionRecord, place: ActionPlace): JudgedAction[] => {
  const config = useConfig();
  const resource = useResource(resourceName);
  const session = useSession();
  const onItsScreen = place === 'edit' || place === 'details';
  return actionsAt(config, resource, place, record, session).filter(one => (onItsScreen ? isWithinReach(one) : one.verdict.allowed));
};

/** Whether one named action may be done to the record now. */
export const useVerdict = (resourceName: string, name: string, record: ActionRecord): Verdict =>
  verdictOf(useConfig(), useResource(resourceName), name, record, useSession());

/** Whether the record may be saved now, and why not; a new one may. */
export const useSavingVerdict = (resourceName: string, record: ActionRecord | undefined): Verdict => {
  const config = useConfig();
  const resource = useResource(resourceName);
  const session = useSession();
  return record === undefined ? {allowed: true} : savingVerdict(config, resource, record, session);
};
