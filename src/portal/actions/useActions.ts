import type {ActionPlace} from '../../schema/shapes/config.ts';
import type {Verdict} from '../../schema/lifeCycle/workflow.ts';
import {useResourceAndSession, useConfig, useResource, useSession} from '../session/context.ts';
import {actionsInPlace, judgeAction, type ActionRecord, type JudgedAction} from '../api/actionVerdicts.ts';
import {drawRuleOf} from './actionPlaces.ts';

export const useActions = (resourceName: string, record: ActionRecord, place: ActionPlace): JudgedAction[] => {
  const {config, resource, session} = useResourceAndSession(resourceName);
  return actionsInPlace(place, config, resource, record, session).filter(judged => drawRuleOf(place)(judged, resource));
};

export const useVerdict = (resourceName: string, name: string, record: ActionRecord): Verdict =>
  judgeAction(useConfig(), useResource(resourceName), name, record, useSession());
