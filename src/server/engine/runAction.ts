/** Runs the declared actions of every resource. */
import {sql, type Transaction} from 'kysely';
import {ACTION_NEEDS_FILE, initialAnswers} from '../../schema/lifeCycle/answers.ts';
import {askedFields, commentAnswerName, isCommentUnrestricted, onlyStoresNotes, revealsHiddenAnswers} from '../../schema/lifeCycle/asks.ts';
import type {Action} from '../../schema/shapes/config.ts';
import type {FieldOf, Fields} from '../../schema/shapes/fields.ts';
import {isVisibleAndEditable} from '../../schema/conditions/fieldConditions.ts';
import {clearedFieldValues, validateRecord} from '../../schema/records/validateRecord.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {isActionReserved} from '../../schema/records/profileGrants.ts';
import {fillPlaceholders, formMessages} from '../../schema/words/messages.ts';
import {statusStamps, statusById, statusByKey} from '../../schema/statuses/statuses.ts';
import {targetStatus} from '../../schema/lifeCycle/workflow.ts';
import type {FieldError} from '../../schema/apiShapes.ts';
import type {CallAnswer} from '../idempotency.ts';
import type {Submission} from '../requestBody/submission.ts';
import type {Actor} from '../context.ts';
import {resourceOf, tableOf} from '../db/sqlNames.ts';
import type {StoredRow, Tables} from '../db/tables.ts';
import {combineWrites} from '../db/combineWrites.ts';
import {forbidden, invalid} from '../errors.ts';
import {successComment} from '../history/steps.ts';
import {insertHistorySteps} from '../history/writeHistory.ts';
import {requireSelf, refuseStale} from '../http/route.ts';
import {fileAddedSteps, addFiles, pairFileTypes} from '../parts/files/fileRules.ts';
import {openNextVersion} from '../parts/template/versions.ts';
import {clearMissingFields, missingFieldsColumn, missingFieldsFor} from '../rowScope/incomplete.ts';
import {readStoredRow} from '../rowScope/storedRow.ts';
import {choosablePredicate} from './choosableRecords.ts';
import {readReferenceDefaults} from './referenceDefaults.ts';
import {hasEffects, lockInOrder, readSetValues, runEffects} from './actionEffects.ts';
import {checkActionAllowed, checkAnsweredNeeds, checkActionProfile, refuseWithDependents} from './accessChecks.ts';
import type {RecordContext} from './conditionFacts.ts';
import type {EngineContext} from './hooks.ts';
import {hasOwnSteps, runAfterStep, runBeforeStep} from './ownSteps.ts';
import {removeInvalidLinks} from './recordLinks.ts';
import {changedValues, scopeFieldChanges, updateRow, valuesBefore, updateLastComment} from './writeRow.ts';
import {partStatusWrites} from './partRegistry.ts';
import {readAfterWrite} from './readRecord.ts';
import {checkRecordRules} from './fieldRules.ts';
import {withParentRules} from './parentRules.ts';

/** Checks that each asked reference names a record that the caller may choose, and locks those records. */
const referenceErrors = async (context: RecordContext, asks: Fields, answers: RecordValues): Promise<FieldError[]> => {
  const record = {...context.row, ...answers};
  const references = Object.entries(asks).filter((entry): entry is [string, FieldOf<'referencia'>] =>
    entry[1].kind === 'referencia' && typeof answers[entry[0]] === 'number');
  const errors: FieldError[] = [];
  for (const [campo, field] of references) {
    const {rows} = await sql`
      select from ${sql.table(tableOf(field.to))} as r
      where r.id = ${answers[campo]} and ${choosablePredicate(context, campo, field, record, 'r')}
      for key share of r`.execute(context.db);
    if (rows.length === 0) errors.push({campo, mensagem: formMessages.invalid});
  }
  return errors;
};

/**
 * Validates the answers and returns them in bare form; unasked and unanswered names are left out.
 *
 * @throws Refusal VALIDACAO
 */
const readAnswers = async (context: RecordContext, action: Action, data: RecordValues): Promise<Record<string, unknown>> => {
  const {config, resource, row, actor} = context;
  const asks = askedFields(resource, action);
  const names = Object.keys(asks);
  if (names.length === 0) return {};
  const fields = {...resource.fields, ...asks};
  const input: RecordValues = {...initialAnswers(resource, asks, row, actor), ...data};
  const body = Object.fromEntries(names.map(name => [name, input[name] ?? null]));
  const {values, errors} = validateRecord(config, {...resource, fields}, body, actor, row);
  const answerErrors = errors.filter(({campo}) => names.includes(campo));
  if (answerErrors.length > 0) throw invalid(answerErrors);
  const conditionContext = {resource: {...resource, fields}, record: {...row, ...body}, session: actor};
  const isOpen = (name: string): boolean => asks[name] !== undefined && isVisibleAndEditable(asks[name], conditionContext);
  // A disabled ask counts as answered if the record has a value, because validation may clear it.
  const isAnswered = (name: string): boolean => ((isOpen(name) ? input[name] : row[name]) ?? null) !== null;
  const givenAnswers = Object.fromEntries(names
    .filter(name => name in values && isAnswered(name))
    .map(name => [name, values[name]]));
  const openAsks = Object.fromEntries(Object.entries(asks).filter(([name]) => isOpen(name)));
  const answers = {
    ...givenAnswers,
    ...await readReferenceDefaults(config, context.db, conditionContext.resource, openAsks, actor, {...row, ...givenAnswers}),
  };
  const unreachable = await referenceErrors(context, asks, answers);
  if (unreachable.length > 0) throw invalid(unreachable);
  return answers;
};

interface ActionRequest {
  name: string;
  actionName: string;
  action: Action;
  id: number;
  submission: Submission;
  /** Version that the caller saw; undefined: the caller sent none. */
  versao: unknown;
  /** User id in the path; the caller must be that user. */
  idUsuario: string | undefined;
  /** Further values for the history step, under names that no field has. */
  stepValues?: (row: StoredRow) => Readonly<Record<`$${string}`, unknown>>;
}

export const ACTION_TAKES_NO_FILES = 'Esta ação não recebe arquivos.';

/**
 * Runs an action on a record that the transaction locks, so that only one of several concurrent calls leaves the status.
 * Writes nothing where nothing changes and nothing was answered.
 *
 * @returns 200 with the record as its read call answers it, and its newest steps on request
 * @throws Refusal 404 outside the scope, 403 for the profile, 400 for status, need, reason, version or files
 */
export const runAction = async (
  context: EngineContext, trx: Transaction<Tables>, actor: Actor,
  {name, actionName, action, id, submission, versao, idUsuario, stepValues}: ActionRequest,
): Promise<CallAnswer> => {
  const {config, hooks} = context;
  const resource = resourceOf(config, name);
  checkActionProfile(action, actor);
  const versionWrites = await openNextVersion(trx, config, name, actor, {id});
  await lockInOrder(context, trx, name, id, action);
  const row = await readStoredRow(context, trx, name, actor, id, true, [missingFieldsColumn(name)]);
  requireSelf(actor, idUsuario);
  const recordContext = {config, hooks, db: trx, actor, name, resource, row};
  if (isActionReserved(config, resource, action, row, actor.perfil)) throw forbidden();
  const conditionContext = await checkActionAllowed(recordContext, action);
  await refuseWithDependents(recordContext, actionName);
  refuseStale(row.versao, versao);
  const answers = await readAnswers(recordContext, action, submission.data);
  checkAnsweredNeeds({...recordContext, row: {...row, ...answers}}, action);
  if (submission.files.length > 0 && action.files === undefined) throw invalid([{campo: 'files', mensagem: ACTION_TAKES_NO_FILES}]);
  if (submission.files.length === 0 && action.files === 'required') {
    throw invalid([{campo: 'files', mensagem: ACTION_NEEDS_FILE}]);
  }
  const files = pairFileTypes(config, resource, submission.files, submission.tipos);

  const {status} = resource;
  const target = statusByKey(resource, targetStatus(action, conditionContext) ?? '');
  const answeredFields = Object.fromEntries(Object.entries(answers).filter(([field]) => resource.fields[field] !== undefined));
  const answeredRow = {...row, ...answeredFields};
  const declaredValues = {
    ...answeredFields, ...await readSetValues({...recordContext, row: answeredRow}, action),
    ...(status === undefined || target === undefined ? {} : {[status]: target.id}),
  };
  const stamps = statusStamps(resource, declaredValues, new Date());
  const operation = {context, trx, name, actor, operation: `actions.${actionName}`, id, before: row, answers} as const;
  const values = {...declaredValues, ...await runBeforeStep({...operation, record: {...row, ...declaredValues, ...stamps}})};
  const rowAfter = {...row, ...values, ...stamps};
  const changed = changedValues(resource, row, {...values, ...clearedFieldValues({resource, record: rowAfter, session: actor})});
  const record = {...rowAfter, ...changed};
  await checkRecordRules({...recordContext, row: record}, new Set(Object.keys({...changed, ...stamps})));
  const hasAnswers = Object.values(answers).some(value => value !== null);
  const saving = {context, config, trx, actor, name, resource, record: row, submission, id};
  const fileWrites = await addFiles(saving, files);
  // Status and reason have history columns of their own.
  const {[status ?? '']: _status, ...loggedChanges} = {...changed, ...scopeFieldChanges(resource, row, changed, {}, actor)};
  const {[commentAnswerName(action) ?? '']: commentAnswer, ...otherAnswers} = answers;
  // A comment with restricted readers is logged like other answers, so that it stays hidden after the action leaves the config.
  const isPublicComment = isCommentUnrestricted(action);
  const typedComment = isPublicComment && typeof commentAnswer === 'string' ? commentAnswer : undefined;
  const comentario = status === undefined ? undefined : typedComment;
  const previousStatus = status === undefined ? undefined : row[status] as string | number;
  const stepWith = (links: Readonly<Record<`$${string}`, unknown>>) => insertHistorySteps([{
    recurso: name, id, actor, acao: actionName,
    antes: valuesBefore(row, loggedChanges),
    depois: {...(status === undefined || !isPublicComment ? answers : otherAnswers), ...loggedChanges, ...stepValues?.(row), ...links},
    ...(target === undefined ? {} : {de: previousStatus, para: target.id}),
    // A step with restricted readers gets no generated comment, because a comment there means that its readers may see it.
    ...(typedComment === undefined && onlyStoresNotes(resource, action)
      ? {} : {comentario: typedComment ?? successComment(fillPlaceholders(action.success, row))}),
  }, ...fileAddedSteps(saving, files)]);
  const isChange = Object.keys(changed).length > 0;
  const from = statusById(resource, previousStatus)?.key;
  const partWrites = from === undefined || target === undefined || from === target.key
    ? [] : partStatusWrites({config, name, resource, id, from, to: target.key});
  const isDone = isChange || hasAnswers || files.length > 0 || action.sends !== undefined || hasEffects(action)
    || hasOwnSteps(context, name, operation.operation);
  // The step names the records of the effects, which are known after them.
  const stepWrites = isChange && !hasEffects(action) ? [stepWith({})] : [];
  if (isChange) {
    await removeInvalidLinks(trx, {config, name, actor, conditionContext: {resource, record, session: actor}}, id);
    await withParentRules(recordContext, [row, record], () =>
      updateRow(
        {config, hooks, trx, actor, name, resource, before: row}, id, changed,
        [...versionWrites, ...fileWrites, ...partWrites, ...stepWrites], comentario,
        action.waits !== undefined,
      ));
    await hooks.records[name]?.afterLinks?.({config, trx, actor, resource, id, record, changed: new Set(Object.keys(changed))});
  }
  const links = await runEffects(context, trx, actor, {name, actionName, action, record: answeredRow}, runAction);
  if (isDone && stepWrites.length === 0) {
    const commentWrites = comentario === undefined ? [] : [updateLastComment(name, actor, id, comentario)];
    await combineWrites(stepWith(links), isChange ? [] : [...fileWrites, ...commentWrites]).execute(trx);
  }
  await clearMissingFields(trx, name, id, missingFieldsFor(resource, row, actor).filter(field => field in answers));
  if (isDone) {
    const answeredNames = Object.keys(answers).filter(ask => answers[ask] !== null);
    await hooks.notify(trx, {
      config, name, resource, tells: action.tells, actor, before: row, changed, asks: askedFields(resource, action), answers,
      hidesAnswers: (sentence, perfil) => revealsHiddenAnswers(resource, action, sentence, perfil, answeredNames),
    });
    await hooks.enqueueDeliveries(trx, {config, name, resource, id, operation: operation.operation, before: row, record});
  }
  if (action.sends !== undefined) await hooks.sends[action.sends](trx, config, id);
  await runAfterStep(operation);
  return {status: 200, body: await readAfterWrite(context, trx, name, actor, id, submission.wantsNewestSteps)};
};
