/** What a person may do to a record now: the server's `acoes` where it sent them, else the declared table (rules: Tickets 8). */
import type {Asked} from '../../schema/conditions/asked.ts';
import {mayChange} from '../../schema/access.ts';
import {commentAsk} from '../../schema/lifeCycle/asks.ts';
import type {Action, Config, ActionPlace, Resource} from '../../schema/config/config.ts';
import {validateItem, type Item} from '../../schema/fields/items.ts';
import {itemsKey} from '../../schema/parts.ts';
import type {Session} from '../../schema/session.ts';
import {statusById} from '../../schema/lifeCycle/statuses.ts';
import type {ActionVerdict} from '../../schema/wire.ts';
import {judge, REFUSED, savingOf, standsIn, type Verdict} from '../../schema/lifeCycle/workflow.ts';

/** Any record an action can be done to. */
export interface ActionRecord {
  id: number | string;
  [field: string]: unknown;
}

/** Where a button stands. */

export interface JudgedAction {
  name: string;
  action: Action;
  verdict: Verdict;
}

/** The record and whoever asks; what another server's answer does not carry is not known. */
const askedOf = (config: Config, resource: Resource, record: ActionRecord, session: Session): Asked => {
  const items = record[itemsKey(resource)] as (Item & {valor: unknown})[] | undefined;
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

/** Whether the record may be saved now: as its saving action says, else by whoever may change it, until it stands at an end. */
export const savingVerdict = (config: Config, resource: Resource, record: ActionRecord, session: Session): Verdict => {
  const saving = savingOf(resource);
  if (saving !== undefined) return verdictOf(config, resource, saving[0], record, session);
  if (!mayChange(resource, record, session.perfil)) return {allowed: false, why: 'perfil', reason: REFUSED};
  const id = resource.status === undefined ? undefined : record[resource.status];
  return statusById(resource, id)?.end === true ? {allowed: false, why: 'status', reason: standsIn(resource, id)} : {allowed: true};
};

/** The actions that stand in a place, as declared there, the primary last; none that such a record does not have. */
export const actionsAt = (config: Config, resource: Resource, place: ActionPlace, record: ActionRecord, session: Session): JudgedAction[] =>
  Object.entries(resource.actions ?? {})
    .filter(([, action]) => action.places?.includes(place))
    .map(([name, action]) => ({name, action, verdict: verdictOf(config, resource, name, record, session)}))
    .filter(({verdict}) => verdict.allowed || verdict.why !== 'alheia')
    .toSorted((one, other) => Number(one.action.tone === 'primary') - Number(other.action.tone === 'primary'));

/** Refused for want of a condition: shown disabled with the reason, because something can be done about it. */
export const isWithinReach = ({verdict}: JudgedAction): boolean => verdict.allowed || verdict.why === 'condicao';

/** The action that says something of a record and does nothing else to it; undefined where somebody may not. */
export const commentOf = (actions: readonly JudgedAction[]): JudgedAction | undefined =>
  actions.find(({verdict, action}) => {
    const {asks = {}, to, sets, sends} = action;
    return verdict.allowed && [to, sets, sends].every(one => one === undefined) &&
      asks[commentAsk(action) ?? '']?.required === true && Object.keys(asks).length === 1;
  });

/** The one next thing to do: what is declared as such, else what moves the record on first; undefined where nothing can be done now. */
export const nextOf = (actions: readonly JudgedAction[]): JudgedAction | undefined => {
  const allowed = actions.filter(({verdict}) => verdict.allowed);
  return allowed.find(({action}) => action.tone === 'primary')
    ?? allowed.find(({action: {to, tone}}) => to !== undefined && tone !== 'danger');
};
