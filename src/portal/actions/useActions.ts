import type {ActionPlace} from '../../schema/config/config.ts';
import type {Verdict} from '../../schema/lifeCycle/workflow.ts';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {actionsAt, nextOf, openingOf, savingVerdict, verdictOf, type ActionRecord, type JudgedAction} from '../wire/verdict.ts';
import {drawnAt} from './places.ts';

/** The actions of a record to show in a place. */
export const useActions = (resourceName: string, record: ActionRecord, place: ActionPlace): JudgedAction[] => {
  const config = useConfig();
  const resource = useResource(resourceName);
  const session = useSession();
  return actionsAt(place, config, resource, record, session).filter(one => drawnAt(place)(one, resource));
};

/** The one next thing to do to a record, of those that a place shows. */
export const useNext = (resourceName: string, record: ActionRecord, place: ActionPlace): JudgedAction | undefined =>
  nextOf(useResource(resourceName), record, useSession(), useActions(resourceName, record, place));

/** Whether one named action may be done to the record now. */
export const useVerdict = (resourceName: string, name: string, record: ActionRecord): Verdict =>
  verdictOf(useConfig(), useResource(resourceName), name, record, useSession());

/** Whether the record may be saved now, and if not what is to be done first, or why not; a new one may. */
export const useSavingVerdict = (resourceName: string, record: ActionRecord | undefined): Verdict => {
  const config = useConfig();
  const resource = useResource(resourceName);
  const session = useSession();
  const verdict: Verdict = record === undefined ? {allowed: true} : savingVerdict(config, resource, record, session);
  if (verdict.allowed || record === undefined) return verdict;
  const opening = openingOf(config, resource, record, session);
  return opening === undefined ? verdict : {...verdict, reason: `Para editar, use “${opening.action.label}”.`};
};
