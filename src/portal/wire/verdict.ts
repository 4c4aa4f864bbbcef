/** What a person may do to a record now: the server's `acoes` where it sent them, else the declared table (rules: Tickets 8). */
import type {ConditionContext} from '../../schema/conditions/context.ts';
import {commentAnswerName} from '../../schema/lifeCycle/asks.ts';
import type {Action, Config, ActionPlace, Resource} from '../../schema/shapes/config.ts';
import type {Field} from '../../schema/shapes/fields.ts';
import {validateItem, type TemplateItem} from '../../schema/fields/items.ts';
import {isActionReserved, hasReservedChoice, mayChange} from '../../schema/records/profileGrants.ts';
import {itemsKey} from '../../schema/parts.ts';
import type {Session} from '../../schema/session.ts';
import {isInFinalStatus, statusByKey} from '../../schema/statuses/statuses.ts';
import {isAuthorTurnHolder, turnHolderField} from '../../schema/statuses/turnHolders.ts';
import {isCallersTurn, turnHolderOfRecord} from '../../schema/statuses/waiting.ts';
import type {ActionVerdict} from '../../schema/wire.ts';
import {
  evaluateAction, evaluateAccess, PROFILE_REFUSAL, findSavingAction, alreadyInStatusMessage, listTargetStatuses, type Verdict,
} from '../../schema/lifeCycle/workflow.ts';

/** Any record an action can be done to. */
export interface ActionRecord {
  id: number | string;
  [field: string]: unknown;
}

export interface JudgedAction {
  name: string;
  action: Action;
  verdict: Verdict;
  /** Of an answer: what may be done to the record with the same words and files, whatever else it may be told. */
  ways?: readonly JudgedAction[];
}

/** The record and whoever asks; what another server's answer does not carry is not known. */
export const askedOf = (config: Config, resource: Resource, record: ActionRecord, session: Session): ConditionContext => {
  const items = record[itemsKey(resource)] as (TemplateItem & {valor: unknown})[] | undefined;
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
  const judgement = evaluateAction(action, askedOf(config, resource, record, session), 'allows');
  const declared: Verdict = judgement.allowed && isActionReserved(config, resource, action, record, session.perfil)
    ? {allowed: false, why: 'perfil', reason: PROFILE_REFUSAL} : judgement;
  const answered = (record['acoes'] as ActionVerdict[] | undefined)?.find(one => one.acao === name);
  if (answered === undefined) return declared;
  if (answered.permitida) return {allowed: true};
  return {
    allowed: false, why: declared.allowed ? 'condicao' : declared.why, reason: answered.motivo || (declared.allowed ? '' : declared.reason),
  };
};

/** Whether the record may be saved now: as its saving action says, else by whoever may change it, until it stands at an end. */
export const savingVerdict = (config: Config, resource: Resource, record: ActionRecord, session: Session): Verdict => {
  const saving = findSavingAction(resource);
  if (saving !== undefined) return verdictOf(config, resource, saving[0], record, session);
  const verdict = evaluateAccess('update', {resource, record, session}, 'allows');
  if (!verdict.allowed) return verdict;
  if (!mayChange(config, resource, record, session.perfil)) return {allowed: false, why: 'perfil', reason: PROFILE_REFUSAL};
  const reason = alreadyInStatusMessage(resource, record[resource.status ?? '']);
  return isInFinalStatus(resource, record) ? {allowed: false, why: 'status', reason} : {allowed: true};
};

/** Whether the record may be deleted: by whoever may change what is in it, as its resource says. */
export const deletionVerdict = (config: Config, resource: Resource, record: ActionRecord, session: Session): Verdict =>
  (hasReservedChoice(config, resource, record, session.perfil)
    ? {allowed: false, why: 'perfil', reason: PROFILE_REFUSAL} : evaluateAccess('delete', {resource, record, session}, 'allows'));

export type Judging = [config: Config, resource: Resource, record: ActionRecord, session: Session];

export const judged = (
  [config, resource, record, session]: Judging, isMeant: (name: string, action: Action) => boolean = () => true,
): JudgedAction[] =>
  Object.entries(resource.actions ?? {})
    .filter(([name, action]) => isMeant(name, action))
    .map(([name, action]) => ({name, action, verdict: verdictOf(config, resource, name, record, session)}));

/** Of these, the allowed ones that ask a comment alone, and perhaps files, and do nothing else to the record. */
export const commentsOf = (actions: readonly JudgedAction[]): JudgedAction[] =>
  actions.filter(({verdict, action}) => {
    const {asks = {}, to, sets, sends, confirm} = action;
    return verdict.allowed && [to, sets, sends, confirm].every(one => one === undefined) && Object.keys(asks).length === 1 &&
      commentAnswerName(action) !== undefined;
  });

/**
 * The answer to what waits for this person: the comment that takes files, with the moves that can do with the same words and files and
 * lead on. What ends a record is no answer to anybody; of its author the comment alone is one, for it waits for the team then. Of who
 * alone can give it, it is the next thing to do.
 */
export const answerTo = (...judging: Judging): JudgedAction | undefined => {
  const [, resource, record] = judging;
  if (!isCallersTurn(...judging)) return undefined;
  const all = judged(judging);
  const asks = ({action}: JudgedAction): Field | undefined => action.asks?.[commentAnswerName(action) ?? ''];
  // Words that some do not read are no answer.
  const said = commentsOf(all).find(one => asks(one)?.required === true && asks(one)?.see === undefined);
  if (said?.action.files === undefined) return undefined;
  const asked = commentAnswerName(said.action) ?? '';
  const isEnough = ({asks = {}}: Action): boolean =>
    asked in asks && Object.entries(asks).every(([name, {required}]) => name === asked || !required);
  const ways = all.filter(({verdict, action}) => verdict.allowed && action.files !== undefined && action.to !== undefined &&
    isEnough(action) && !listTargetStatuses(action).some(key => statusByKey(resource, key)?.end === true));
  const waiter = turnHolderOfRecord(resource, record);
  if (ways.length === 0 && !isAuthorTurnHolder(resource, waiter)) return undefined;
  const isTheirs = turnHolderField(resource, waiter) !== undefined;
  return {...said, ways, action: {...said.action, label: 'Responder', ...(isTheirs && {tone: 'primary'})}};
};

/** Whether a record waits for its author, and somebody else looks at it: in its row nothing that moves it on is offered then. */
const waitsForAnother = ([config, resource, record, session]: Judging): boolean =>
  isAuthorTurnHolder(resource, turnHolderOfRecord(resource, record)) && !isCallersTurn(config, resource, record, session);

/** The actions that stand in a place, as declared there, the primary last; none that such a record does not have. */
export const actionsAt = (place: ActionPlace, ...judging: Judging): JudgedAction[] => {
  const answer = place === 'menu' ? undefined : answerTo(...judging);
  const isNext = answer?.action.tone === 'primary';
  const isQuiet = place === 'row' && waitsForAnother(judging);
  return judged(judging, (name, {places, to}) =>
    (places?.includes(place) === true && !(isQuiet && to !== undefined)) || (isNext && name === answer?.name))
    .filter(({verdict}) => verdict.allowed || verdict.why !== 'alheia')
    .map(one => (one.name === answer?.name ? answer : one))
    .toSorted((one, other) => Number(one.action.tone === 'primary') - Number(other.action.tone === 'primary'));
};

/** Refused for want of a condition: shown disabled with the reason, because something can be done about it. */
export const isWithinReach = ({verdict}: JudgedAction): boolean => verdict.allowed || verdict.why === 'condicao';
