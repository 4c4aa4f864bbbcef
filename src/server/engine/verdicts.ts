/** What the caller may do to a record now: for every action whether, and if not, why in words. */
import type {ActionVerdict} from '../../schema/wire.ts';
import {judge} from '../../schema/lifeCycle/workflow.ts';
import {knownOf, type Standing} from './facts.ts';

/** Of a record with a life cycle. */
export const verdictsOn = async (standing: Standing): Promise<ActionVerdict[]> => {
  const {resource, row, actor} = standing;
  const actions = Object.entries(resource.actions ?? {});
  const asked = {resource, record: row, session: actor, known: await knownOf(standing, actions.map(([, action]) => action))};
  return actions.map(([acao, action]) => {
    const verdict = judge(action, asked, 'refuses');
    return {acao, permitida: verdict.allowed, motivo: verdict.allowed ? '' : verdict.reason};
  });
};
