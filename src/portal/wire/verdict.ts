/** What a person may do to a record now: the server's `acoes` where it sent them, else the declared table (rules: Tickets 8). */
import type {Asked} from '../../schema/conditions.ts';
import type {Action, Config, Resource} from '../../schema/config.ts';
import {ITEMS, validateItem, type Item} from '../../schema/items.ts';
import type {Session} from '../../schema/session.ts';
import type {ActionVerdict} from '../../schema/wire.ts';
import {judge, type Verdict} from '../../schema/workflow.ts';

/** Any record an action can be done to. */
export interface ActionRecord {
  id: number | string;
  [field: string]: unknown;
}

/** Where a button stands. */
export type Place = NonNullable<Action['places']>[number];

export interface JudgedAction {
  name: string;
  action: Action;
  verdict: Verdict;
}

/** The record and whoever asks; what another server's answer does not carry is not known. */
const askedOf = (config: Config, resource: Resource, record: ActionRecord, session: Session): Asked => {
  const items = record[resource.template?.as ?? ITEMS] as (Item & {valor: unknown})[] | undefined;
  return {
    resource, record, session,
    known: {itensValidos: items?.every(item => validateItem(config, item, item.valor) === undefined)},
  };
};

/**
 * Judges one action. The table says which kind of refusal it is (`why`), the server has the last word on whether
 * it is one, and on its reason.
 */
export const verdictOf = (config: Config, resource: Resource, name: string, record: ActionRecord, session: Session): Verdict => {
  const action = resource.actions?.[name];
  if (action === undefined) return {allowed: false, why: 'perfil', reason: ''};
  const declared = judge(action, askedOf(config, resource, record, session), 'allows');
  const answered = (record['acoes'] as ActionVerdict[] | undefined)?.find(one => one.acao === name);
  if (answered === undefined) return declared;
  if (answered.permitida) return {allowed: true};
  return {
    allowed: false, why: declared.allowed ? 'condicao' : declared.why, reason: answered.motivo || (declared.allowed ? '' : declared.reason),
  };
};

/** The actions that stand in a place, as declared there, the primary last; none that such a record does not have. */
export const actionsAt = (config: Config, resource: Resource, place: Place, record: ActionRecord, session: Session): JudgedAction[] =>
  Object.entries(resource.actions ?? {})
    .filter(([, action]) => action.places?.includes(place))
    .map(([name, action]) => ({name, action, verdict: verdictOf(config, resource, name, record, session)}))
    .filter(({verdict}) => verdict.allowed || verdict.why !== 'alheia')
    .toSorted((one, other) => Number(one.action.tone === 'primary') - Number(other.action.tone === 'primary'));

/** Refused for want of a condition: shown disabled with the reason, because something can be done about it. */
export const isWithinReach = ({verdict}: JudgedAction): boolean => verdict.allowed || verdict.why === 'condicao';
