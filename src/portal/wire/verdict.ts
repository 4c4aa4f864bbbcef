/** What a person may do to a record now: the server's `acoes` where it sent them, else the declared table (rules: Tickets 8). */
import type {Asked} from '../../schema/conditions/asked.ts';
import {mayChange} from '../../schema/access.ts';
import {commentAsk} from '../../schema/lifeCycle/asks.ts';
import type {Action, Config, ActionPlace, Resource} from '../../schema/config/config.ts';
import {validateItem, type Item} from '../../schema/fields/items.ts';
import {itemsKey} from '../../schema/parts.ts';
import type {Session} from '../../schema/session.ts';
import {attendantField} from '../../schema/lifeCycle/people.ts';
import {statusById, statusByKey} from '../../schema/lifeCycle/statuses.ts';
import {awaitsMe, waiterOf} from '../../schema/lifeCycle/waiting.ts';
import type {ActionVerdict} from '../../schema/wire.ts';
import {entryOf, fromOf, judge, REFUSED, savingOf, standsIn, targetOf, targetsOf, type Verdict} from '../../schema/lifeCycle/workflow.ts';

/** Any record an action can be done to. */
export interface ActionRecord {
  id: number | string;
  [field: string]: unknown;
}

export interface JudgedAction {
  name: string;
  action: Action;
  verdict: Verdict;
  /** Of an answer: what may be done to the record with the same words and files. */
  ways?: readonly JudgedAction[];
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

/** Whoever acts, in `sets`. */
const ME = 'session.id';

type Judging = [config: Config, resource: Resource, record: ActionRecord, session: Session];

const judged = (
  [config, resource, record, session]: Judging, isMeant: (name: string, action: Action) => boolean = () => true,
): JudgedAction[] =>
  Object.entries(resource.actions ?? {})
    .filter(([name, action]) => isMeant(name, action))
    .map(([name, action]) => ({name, action, verdict: verdictOf(config, resource, name, record, session)}));

/** The action that says something of a record and does nothing else to it; undefined where somebody may not. */
export const commentOf = (actions: readonly JudgedAction[]): JudgedAction | undefined =>
  actions.find(({verdict, action}) => {
    const {asks = {}, to, sets, sends} = action;
    return verdict.allowed && [to, sets, sends].every(one => one === undefined) &&
      asks[commentAsk(action) ?? '']?.required === true && Object.keys(asks).length === 1;
  });

/**
 * The answer to what waits for this person: the comment that takes files, with the moves that take the same words and files and lead
 * on. What ends a record is no answer to anybody. Of who alone can give it, it is the next thing to do.
 */
export const answerTo = (...judging: Judging): JudgedAction | undefined => {
  const [, resource, record] = judging;
  if (!awaitsMe(...judging)) return undefined;
  const all = judged(judging);
  const said = commentOf(all);
  if (said?.action.files === undefined) return undefined;
  const asked = Object.keys(said.action.asks ?? {}).join();
  const ways = all.filter(({verdict, action}) => verdict.allowed && action.files !== undefined && action.to !== undefined &&
    Object.keys(action.asks ?? {}).join() === asked && !targetsOf(action).some(key => statusByKey(resource, key)?.end === true));
  const isTheirs = waiterOf(resource, record) === 'autor';
  return ways.length === 0 ? undefined : {...said, ways, action: {...said.action, label: 'Responder', ...(isTheirs && {tone: 'primary'})}};
};

/** The actions that stand in a place, as declared there, the primary last; none that such a record does not have. */
export const actionsAt = (place: ActionPlace, ...judging: Judging): JudgedAction[] => {
  const answer = place === 'menu' ? undefined : answerTo(...judging);
  const isNext = answer?.action.tone === 'primary';
  return judged(judging, (name, {places}) => places?.includes(place) === true || (isNext && name === answer?.name))
    .filter(({verdict}) => verdict.allowed || verdict.why !== 'alheia')
    .map(one => (one.name === answer?.name ? answer : one))
    .toSorted((one, other) => Number(one.action.tone === 'primary') - Number(other.action.tone === 'primary'));
};

/** Refused for want of a condition: shown disabled with the reason, because something can be done about it. */
export const isWithinReach = ({verdict}: JudgedAction): boolean => verdict.allowed || verdict.why === 'condicao';

/** Whether an action makes this person the one who works a record that is not theirs yet. */
const takesOver = (resource: Resource, record: ActionRecord, {id}: Session): ((one: JudgedAction) => boolean) => {
  const field = attendantField(resource) ?? '';
  const isOpen = record[field] !== undefined && record[field] !== id;
  return ({action}) => isOpen && action.sets?.[field] === ME;
};

/**
 * The one next thing to do: an answer that waits for this person alone, what is declared as such, else an answer, what makes the record
 * theirs, what moves it on first; undefined where nothing can be done now.
 */
export const nextOf = (
  resource: Resource, record: ActionRecord, session: Session, actions: readonly JudgedAction[],
): JudgedAction | undefined => {
  const isPrimary = ({action}: JudgedAction): boolean => action.tone === 'primary';
  const answers = ({ways}: JudgedAction): boolean => ways !== undefined;
  const moves = ({action: {to, tone}}: JudgedAction): boolean => to !== undefined && tone !== 'danger';
  const allowed = actions.filter(({verdict}) => verdict.allowed);
  return [(one: JudgedAction) => isPrimary(one) && answers(one), isPrimary, answers, takesOver(resource, record, session), moves]
    .flatMap(is => allowed.find(is) ?? [])[0];
};

/**
 * What is looked for last and cannot be done yet: the next thing to do elsewhere that ends a record, and what this person does before it,
 * the shortest way through the life cycle without harm; undefined where nothing they may do leads there.
 */
export const laterOf = (...judging: Judging): {label: string; after: readonly string[]} | undefined => {
  const [config, resource, record, session] = judging;
  const from = ({action}: JudgedAction, key: string): boolean =>
    fromOf(resource, action)[key]?.some(entry => entryOf(entry).perfil === session.perfil) === true;
  const all = judged(judging, (_name, {to, tone}) => to !== undefined && tone !== 'danger');
  const last = all.find(({action, verdict}) => !verdict.allowed && verdict.why === 'status' && action.tone === 'primary' &&
    targetsOf(action).every(key => statusByKey(resource, key)?.end === true));
  if (last === undefined) return undefined;
  const asked = askedOf(config, resource, record, session);
  const ways: {at: string; after: readonly string[]}[] = [{at: statusById(resource, record[resource.status ?? ''])?.key ?? '', after: []}];
  for (const {at, after} of ways) {
    if (from(last, at)) return {label: last.action.label, after};
    for (const one of all) {
      const to = targetOf(one.action, asked);
      const isOpen = after.length === 0 ? one.verdict.allowed : from(one, at);
      if (isOpen && to !== undefined && ways.every(way => way.at !== to)) ways.push({at: to, after: [...after, one.action.label]});
    }
  }
  return undefined;
};

/** What, without harm, lets this person save a record that they may not save as it stands; undefined where nothing does. */
export const openingOf = (...judging: Judging): JudgedAction | undefined => {
  const [config, resource, record, session] = judging;
  const {status = ''} = resource;
  const maySave = (one: ActionRecord): boolean => savingVerdict(config, resource, {...one, acoes: undefined}, session).allowed;
  const after = ({sets = {}, ...action}: Action): ActionRecord[] => {
    const then = {...record, ...Object.fromEntries(Object.entries(sets).map(([name, value]) => [name, value === ME ? session.id : value]))};
    return action.to === undefined ? [then] : targetsOf(action).map(key => ({...then, [status]: statusByKey(resource, key)?.id}));
  };
  // Where the table allows it the server knows a reason that is not declared.
  return maySave(record) ? undefined : judged(judging, (_name, {to, sets, tone}) => tone !== 'danger' && (to ?? sets) !== undefined)
    .find(({verdict, action}) => verdict.allowed && after(action).every(maySave));
};
