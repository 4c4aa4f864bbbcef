/** The one engine of actions: every action of every resource, done as it is declared. */
import {sql, type Transaction} from 'kysely';
import {askedDefaults, setBy} from '../../schema/lifeCycle/answers.ts';
import {asksOf, commentAsk, isCommentOpen, onlyNotes, tellsHidden} from '../../schema/lifeCycle/asks.ts';
import type {Action} from '../../schema/config/config.ts';
import type {FieldOf, Fields} from '../../schema/config/fields.ts';
import {isOn} from '../../schema/conditions/fieldConditions.ts';
import {clearedIn, validateRecord} from '../../schema/records/record.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {isActionReserved} from '../../schema/records/giving.ts';
import {fill, formWords} from '../../schema/words/messages.ts';
import {stampsOf, statusById, statusByKey} from '../../schema/statuses/statuses.ts';
import {targetOf} from '../../schema/lifeCycle/workflow.ts';
import type {FieldError} from '../../schema/wire.ts';
import type {CallAnswer} from '../calls/idempotency.ts';
import type {Submission} from '../calls/submission.ts';
import type {Actor} from '../context.ts';
import {resourceOf, tableOf} from '../db/names.ts';
import type {StoredRow, Tables} from '../db/tables.ts';
import {together} from '../db/together.ts';
import {forbidden, invalid} from '../errors.ts';
import {asComment} from '../history/steps.ts';
import {historyRows} from '../history/write.ts';
import {demandSelf, refuseStale} from '../http/route.ts';
import {addedSteps, addFiles, typedFiles} from '../parts/files/rules.ts';
import {itemChange} from '../parts/template/versions.ts';
import {mended, missingColumn, missingIn} from '../reach/incomplete.ts';
import {storedRow} from '../reach/storedRow.ts';
import {choosable} from './choices.ts';
import {followedDefaults} from './defaults.ts';
import {demandAction, demandAnswered, demandProfile, refuseHanging} from './demand.ts';
import type {Standing} from './facts.ts';
import type {EngineContext} from './hooks.ts';
import {endLinks} from './linking.ts';
import {changesIn, reachIn, updateRow, valuesBefore, writeComment} from './rows.ts';
import {movedParts} from './parts.ts';
import {readWritten} from './read.ts';
import {demandRules} from './rules.ts';
import {withinRulesAbove} from './rulesAbove.ts';

/** What an action asks, as the fields it is: an ask with the name of a field is that field, asked again. */
const referenceErrors = async (standing: Standing, asks: Fields, answers: Values): Promise<FieldError[]> => {
  const record = {...standing.row, ...answers};
  const references = Object.entries(asks).filter((entry): entry is [string, FieldOf<'referencia'>] =>
    entry[1].kind === 'referencia' && typeof answers[entry[0]] === 'number');
  const errors: FieldError[] = [];
  for (const [campo, field] of references) {
    const {rows} = await sql`
      select from ${sql.table(tableOf(field.to))} as r
      where r.id = ${answers[campo]} and ${choosable(standing, campo, field, record, 'r')}
      for key share of r`.execute(standing.db);
    if (rows.length === 0) errors.push({campo, mensagem: formWords.invalid});
  }
  return errors;
};

/**
 * The answers given, in bare form. What was not asked of this record, or not answered, is not among them.
 *
 * @throws Refusal VALIDACAO
 */
const askedValues = async (standing: Standing, action: Action, data: Values): Promise<Record<string, unknown>> => {
  const {config, resource, row, actor} = standing;
  const asks = asksOf(resource, action);
  const names = Object.keys(asks);
  if (names.length === 0) return {};
  const fields = {...resource.fields, ...asks};
  const sent: Values = {...askedDefaults(resource, asks, row, actor), ...data};
  const body = Object.fromEntries(names.map(name => [name, sent[name] ?? null]));
  const {values, errors} = validateRecord(config, {...resource, fields}, body, actor, row);
  const wrong = errors.filter(({campo}) => names.includes(campo));
  if (wrong.length > 0) throw invalid(wrong);
  const asked = {resource: {...resource, fields}, record: {...row, ...body}, session: actor};
  const isOpen = (name: string): boolean => asks[name] !== undefined && isOn(asks[name], asked);
  // What is off is among the values where it is cleared then.
  const isGiven = (name: string): boolean => ((isOpen(name) ? sent[name] : row[name]) ?? null) !== null;
  const given = Object.fromEntries(names
    .filter(name => name in values && isGiven(name))
    .map(name => [name, values[name]]));
  const open = Object.fromEntries(Object.entries(asks).filter(([name]) => isOpen(name)));
  const answers = {...given, ...await followedDefaults(config, standing.db, asked.resource, open, actor, {...row, ...given})};
  const foreign = await referenceErrors(standing, asks, answers);
  if (foreign.length > 0) throw invalid(foreign);
  return answers;
};

/** An action that somebody asks for. */
interface Act {
  /** The resource's name. */
  name: string;
  actionName: string;
  action: Action;
  id: number;
  submission: Submission;
  /** The version the caller saw; undefined where they do not say. */
  versao: unknown;
  /** Whom the path says to be acting. */
  idUsuario: string | undefined;
  /** What its step keeps beside what changed and was asked, under a name that no field has. */
  kept?: (row: StoredRow) => Readonly<Record<`$${string}`, unknown>>;
}

export const NO_FILES = 'Esta ação não recebe arquivos.';

/**
 * Does a declared action to a record in one transaction that holds it, so that of many at once exactly one finds it in the
 * status it wants to leave. Where nothing changes and nothing was asked, nothing is written.
 *
 * @returns the record as its own read call answers it, with its newest steps for who asks for them
 * @throws Refusal 404 outside the scope, 403 for the profile, 400 for status, need, reason, version or files
 */
export const doAction = async (
  context: EngineContext, trx: Transaction<Tables>, actor: Actor, {name, actionName, action, id, submission, versao, idUsuario, kept}: Act,
): Promise<CallAnswer> => {
  const {config, hooks} = context;
  const resource = resourceOf(config, name);
  demandProfile(action, actor);
  const opens = await itemChange(trx, config, name, actor, {id});
  const row = await storedRow(context, trx, name, actor, id, true, [missingColumn(name)]);
  demandSelf(actor, idUsuario);
  const standing = {config, hooks, db: trx, actor, name, resource, row};
  if (isActionReserved(config, resource, action, row, actor.perfil)) throw forbidden();
  const asked = await demandAction(standing, action);
  await refuseHanging(standing, actionName);
  refuseStale(row.versao, versao);
  const answers = await askedValues(standing, action, submission.data);
  demandAnswered({...standing, row: {...row, ...answers}}, action);
  if (submission.files.length > 0 && action.files === undefined) throw invalid([{campo: 'files', mensagem: NO_FILES}]);
  const files = typedFiles(config, resource, submission.files, submission.tipos);

  const {status} = resource;
  const target = statusByKey(resource, targetOf(action, asked) ?? '');
  const values = {
    ...Object.fromEntries(Object.entries(answers).filter(([field]) => resource.fields[field] !== undefined)),
    ...setBy(resource, action, actor),
    ...(status === undefined || target === undefined ? {} : {[status]: target.id}),
  };
  const stamped = stampsOf(resource, values, new Date());
  const after = {...row, ...values, ...stamped};
  const changed = changesIn(resource, row, {...values, ...clearedIn({resource, record: after, session: actor})});
  const record = {...after, ...changed};
  await demandRules({...standing, row: record}, new Set(Object.keys({...changed, ...stamped})));
  const saidSomething = Object.values(answers).some(value => value !== null);
  const saving = {context, config, trx, actor, name, resource, record: row, submission, id};
  const added = await addFiles(saving, files);
  // A life cycle tells its statuses and its reason in columns of their own.
  const {[status ?? '']: _status, ...told} = {...changed, ...reachIn(resource, row, changed, {}, actor)};
  const {[commentAsk(action) ?? '']: comment, ...others} = answers;
  // A comment that some do not read is kept as the other answers are, which nobody reads where the action is not declared any more.
  const isOpen = isCommentOpen(action);
  const typed = isOpen && typeof comment === 'string' ? comment : undefined;
  const said = status === undefined ? undefined : typed;
  const left = status === undefined ? undefined : row[status] as string | number;
  const step = historyRows([{
    recurso: name, id, actor, acao: actionName,
    antes: valuesBefore(row, told), depois: {...(status === undefined || !isOpen ? answers : others), ...told, ...kept?.(row)},
    ...(target === undefined ? {} : {de: left, para: target.id}),
    // Of a step that only some learn of, a comment says that they read it.
    ...(typed === undefined && onlyNotes(resource, action) ? {} : {comentario: typed ?? asComment(fill(action.success, row))}),
  }, ...addedSteps(saving, files)]);
  const isChange = Object.keys(changed).length > 0;
  const from = statusById(resource, left)?.key;
  const moved = from === undefined || target === undefined || from === target.key
    ? [] : movedParts({config, name, resource, id, from, to: target.key});
  const isDone = isChange || saidSomething || files.length > 0 || action.sends !== undefined;
  if (isChange) {
    await endLinks(trx, {config, name, actor, asked: {resource, record, session: actor}}, id);
    await withinRulesAbove(standing, [row, record], () =>
      updateRow(
        {config, hooks, trx, actor, name, resource, before: row}, id, changed, [...opens, ...added, ...moved, step], said,
        action.waits !== undefined,
      ));
    await hooks.records[name]?.afterLinks?.({config, trx, actor, resource, id, record, changed: new Set(Object.keys(changed))});
  } else if (isDone) {
    const writes = said === undefined ? [] : [writeComment(name, actor, id, said)];
    await together(step, [...added, ...writes]).execute(trx);
  }
  await mended(trx, name, id, missingIn(resource, row, actor).filter(field => field in answers));
  if (isDone) {
    const given = Object.keys(answers).filter(ask => answers[ask] !== null);
    await hooks.tell(trx, {
      config, name, resource, tells: action.tells, actor, before: row, changed, asks: asksOf(resource, action), answers,
      hides: (sentence, perfil) => tellsHidden(resource, action, sentence, perfil, given),
    });
  }
  if (action.sends !== undefined) await hooks.sends[action.sends](trx, config, id);
  return {status: 200, body: await readWritten(context, trx, name, actor, id, submission.tellsSteps)};
};
