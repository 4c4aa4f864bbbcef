/** Verdicts on a record's actions: the server's `acoes` where it sent them, else the declared table (rules: Tickets 8). */
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
import type {ActionVerdict} from '../../schema/apiShapes.ts';
import {
  evaluateAction, evaluateAccess, PROFILE_REFUSAL, findSavingAction, alreadyInStatusMessage, listTargetStatuses, type Verdict,
} from '../../schema/lifeCycle/workflow.ts';

export interface ActionRecord {
  id: number | string;
  [field: string]: unknown;
}

export interface JudgedAction {
  name: string;
  action: Action;
  verdict: Verdict;
  /** Of an answer: transitions that take the same comment and files. */
  replyTransitions?: readonly JudgedAction[];
}

/** The condition context of a record; facts that a server does not send are unknown. */
export const recordConditionContext = (config: Config, resource: Resource, record: ActionRecord, session: Session): ConditionContext => {
  const items = record[itemsKey(resource)] as (TemplateItem & {valor: unknown})[] | undefined;
  return {
    resource, record, session,
    known: {itensValidos: items?.every(item => validateItem(config, item, item.valor) === undefined)},
  };
};

/** Judges one action. The declared table gives the kind of refusal (`why`); the server decides whether it is refused, and the reason. */
export const judgeAction = (config: Config, resource: Resource, name: string, record: ActionRecord, session: Session): Verdict => {
  const action = resource.actions?.[name];
  if (action === undefined) return {allowed: false, why: 'perfil', reason: ''};
  const judgement = evaluateAction(action, recordConditionContext(config, resource, record, session), 'allows');
  const declared: Verdict = judgement.allowed && isActionReserved(config, resource, action, record, session.perfil)
    ? {allowed: false, why: 'perfil', reason: PROFILE_REFUSAL} : judgement;
  const serverVerdict = (record['acoes'] as ActionVerdict[] | undefined)?.find(verdict => verdict.acao === name);
  if (serverVerdict === undefined) return declared;
  if (serverVerdict.permitida) return {allowed: true};
  return {
    allowed: false, why: declared.allowed ? 'condicao' : declared.why,
    reason: serverVerdict.motivo || (declared.allowed ? '' : declared.reason),
  };
};

/** Judges saving: by the saving action, else by the `update` access while the status is not final. */
export const savingVerdict = (config: Config, resource: Resource, record: ActionRecord, session: Session): Verdict => {
  const saving = findSavingAction(resource);
  if (saving !== undefined) return judgeAction(config, resource, saving[0], record, session);
  const verdict = evaluateAccess('update', {resource, record, session}, 'allows');
  if (!verdict.allowed) return verdict;
  if (!mayChange(config, resource, record, session.perfil)) return {allowed: false, why: 'perfil', reason: PROFILE_REFUSAL};
  const reason = alreadyInStatusMessage(resource, record[resource.status ?? '']);
  return isInFinalStatus(resource, record) ? {allowed: false, why: 'status', reason} : {allowed: true};
};

export const deletionVerdict = (config: Config, resource: Resource, record: ActionRecord, session: Session): Verdict =>
  (hasReservedChoice(config, resource, record, session.perfil)
    ? {allowed: false, why: 'perfil', reason: PROFILE_REFUSAL} : evaluateAccess('delete', {resource, record, session}, 'allows'));

export type JudgeArguments = [config: Config, resource: Resource, record: ActionRecord, session: Session];

export const judgeActions = (
  [config, resource, record, session]: JudgeArguments, isMeant: (name: string, action: Action) => boolean = () => true,
): JudgedAction[] =>
  Object.entries(resource.actions ?? {})
    .filter(([name, action]) => isMeant(name, action))
    .map(([name, action]) => ({name, action, verdict: judgeAction(config, resource, name, record, session)}));

/** Allowed actions that ask only a comment, with or without files, and do nothing else. One that demands files has a dialog instead. */
export const commentActions = (actions: readonly JudgedAction[]): JudgedAction[] =>
  actions.filter(({verdict, action}) => {
    const {asks = {}, to, sets, does, creates, sends, confirm, files} = action;
    return verdict.allowed && [to, sets, does, creates, sends, confirm].every(effect => effect === undefined) && files !== 'required' &&
      Object.keys(asks).length === 1 && commentAnswerName(action) !== undefined;
  });

/**
 * The reply to a record whose turn is the caller's: the comment with files, and the transitions that take the same comment and files.
 * Transitions to a final status are no reply. The author may reply without any, because the comment passes the turn to the team.
 */
export const findReplyAction = (...judging: JudgeArguments): JudgedAction | undefined => {
  const [, resource, record] = judging;
  if (!isCallersTurn(...judging)) return undefined;
  const judgedActions = judgeActions(judging);
  const commentField = ({action}: JudgedAction): Field | undefined => action.asks?.[commentAnswerName(action) ?? ''];
  // A comment with a limited audience is no reply.
  const commentAction = commentActions(judgedActions).find(judgedAction =>
    commentField(judgedAction)?.required === true && commentField(judgedAction)?.see === undefined);
  if (commentAction?.action.files === undefined) return undefined;
  const answerName = commentAnswerName(commentAction.action) ?? '';
  const isAnsweredByComment = ({asks = {}}: Action): boolean =>
    answerName in asks && Object.entries(asks).every(([name, {required}]) => name === answerName || !required);
  const moves = judgedActions.filter(({verdict, action}) => verdict.allowed && action.files !== undefined && action.to !== undefined &&
    isAnsweredByComment(action) && !listTargetStatuses(action).some(key => statusByKey(resource, key)?.end === true));
  const turnHolder = turnHolderOfRecord(resource, record);
  if (moves.length === 0 && !isAuthorTurnHolder(resource, turnHolder)) return undefined;
  const isPersonsTurn = turnHolderField(resource, turnHolder) !== undefined;
  return {
    ...commentAction, replyTransitions: moves,
    action: {...commentAction.action, label: 'Responder', ...(isPersonsTurn && {tone: 'primary'})},
  };
};

/** True for others than the author while the record waits for its author; its row then offers no transitions. */
const waitsForAnother = ([config, resource, record, session]: JudgeArguments): boolean =>
  isAuthorTurnHolder(resource, turnHolderOfRecord(resource, record)) && !isCallersTurn(config, resource, record, session);

/** The actions of a place in declared order, the primary last; actions of other kinds of record are left out. */
export const actionsInPlace = (place: ActionPlace, ...judging: JudgeArguments): JudgedAction[] => {
  const answer = place === 'menu' ? undefined : findReplyAction(...judging);
  const isPrimaryAnswer = answer?.action.tone === 'primary';
  const hidesMoves = place === 'row' && waitsForAnother(judging);
  return judgeActions(judging, (name, {places, to}) =>
    (places?.includes(place) === true && !(hidesMoves && to !== undefined)) || (isPrimaryAnswer && name === answer?.name))
    .filter(({verdict}) => verdict.allowed || verdict.why !== 'alheia')
    .map(judgedAction => (judgedAction.name === answer?.name ? answer : judgedAction))
    .toSorted((a, b) => Number(a.action.tone === 'primary') - Number(b.action.tone === 'primary'));
};

/** True for actions to show: one that a condition refuses is shown disabled, because the person can do something about the reason. */
export const isShownAction = ({verdict}: JudgedAction): boolean => verdict.allowed || verdict.why === 'condicao';
