/** Effects of an action beyond its own record, in its transaction: values from the record, actions of other records, new records. */
import {sql, type Transaction} from 'kysely';
import {maySee} from '../../schema/access.ts';
import {isRequired} from '../../schema/conditions/fieldConditions.ts';
import {validateValue, type RecordValues} from '../../schema/fields/validate.ts';
import {valuesSetBy} from '../../schema/lifeCycle/answers.ts';
import {isRelativeMoment} from '../../schema/fields/relativeMoments.ts';
import {recordFieldIn, resolveWrittenValues} from '../../schema/lifeCycle/writtenValues.ts';
import type {Action, Resource} from '../../schema/shapes/config.ts';
import {choiceMessage} from '../../schema/records/validateRecord.ts';
import {formMessages} from '../../schema/words/messages.ts';
import {recordTitle} from '../../schema/fields/recordTitle.ts';
import type {Actor} from '../context.ts';
import {resourceOf, tableOf, toSnakeCase} from '../db/sqlNames.ts';
import type {StoredRow, Tables} from '../db/tables.ts';
import {conflict, forbidden, invalid, Refusal} from '../errors.ts';
import {CAUSE_KEY, EFFECTS_KEY, OPENED_STEP, type LinkedStep} from '../history/steps.ts';
import {EMPTY_SUBMISSION, type Submission} from '../requestBody/submission.ts';
import {readStoredRow} from '../rowScope/storedRow.ts';
import type {RecordContext} from './conditionFacts.ts';
import type {EngineContext} from './hooks.ts';
import {readMomentRecords} from './momentRecords.ts';
import {createRecord} from './writeRecord.ts';

const OUT_OF_REACH = 'Este registro não está ao seu alcance.';

/** The content of a call that a person did not send. */
const submissionOf = (data: RecordValues): Submission => ({...EMPTY_SUBMISSION, data});

/**
 * Returns the values that an action sets.
 *
 * @param context the record with the action's answers
 * @throws Refusal VALIDACAO for a value of the record that its field cannot hold
 */
export const readSetValues = async ({config, db, resource, row, actor}: RecordContext, action: Action): Promise<RecordValues> => {
  const named = await readMomentRecords(config, db, resource, row, Object.values(action.sets ?? {}));
  const values = valuesSetBy(resource, action, actor, row, named);
  const context = {resource, record: {...row, ...values}, session: actor};
  for (const [campo, value] of Object.entries(values)) {
    const field = resource.fields[campo];
    const written = action.sets?.[campo];
    if (field === undefined || (recordFieldIn(written) === undefined && !isRelativeMoment(written))) continue;
    const mensagem = validateValue(field, value, isRequired(field, context))
      ?? choiceMessage(config, field, value, actor, row[campo], false);
    if (mensagem === undefined) continue;
    // A field that the caller does not see is not named.
    throw maySee(field, actor.perfil) ? invalid([{campo, mensagem}], `${field.label}: ${mensagem}`) : invalid([], mensagem);
  }
  return values;
};

/** The reason of a refusal in one sentence, with the labels of its fields, because the portal has no inputs for another record's fields. */
const reasonOf = ({fields}: Resource, {message, codigo, campos}: Refusal): string => {
  if (codigo === 'NAO_ENCONTRADO') return OUT_OF_REACH;
  if (campos.length === 0) return message;
  return campos.map(({campo, mensagem}) => (fields[campo] === undefined ? mensagem : `${fields[campo].label}: ${mensagem}`)).join(' ');
};

/** Runs an effect; a refusal names the record. @throws Refusal 403 for the profile, otherwise CONFLITO */
const withRecordNamed = async <T>(resource: Resource, name: () => Promise<string>, run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const sentence = `${await name()}: ${reasonOf(resource, error)}`;
    throw error.codigo === 'PERMISSAO' ? forbidden(sentence) : conflict(sentence);
  }
};

/** Names a record as far as the caller may see it: `Veículo ABC-1234`. */
const nameRecord = async (context: EngineContext, trx: Transaction<Tables>, name: string, actor: Actor, id: number): Promise<string> => {
  const resource = resourceOf(context.config, name);
  // A refusal of the database ends the transaction, which then reads nothing more.
  const title = await readStoredRow(context, trx, name, actor, id).then(row => recordTitle(resource, row), () => '');
  return title === '' || title.startsWith(resource.label.one) ? title || resource.label.one : `${resource.label.one} ${title}`;
};

/** `runAction`, which calls this file. */
type RunAction = (context: EngineContext, trx: Transaction<Tables>, actor: Actor, request: {
  name: string; actionName: string; action: Action; id: number; submission: Submission; versao: undefined; idUsuario: undefined;
  stepValues: () => Readonly<Record<`$${string}`, unknown>>;
}) => Promise<unknown>;

interface EffectsRequest {
  name: string;
  actionName: string;
  action: Action;
  /** The record with the action's answers. */
  record: StoredRow;
}

/**
 * Locks an action's record and those of its `does` in one order for all actions, so that two of them do not deadlock. A reference that the
 * action asks is known later; a deadlock that it causes is retried (`changeRecord.ts`).
 */
export const lockInOrder = async (
  {config}: EngineContext, trx: Transaction<Tables>, name: string, id: number, {does = []}: Action,
): Promise<void> => {
  const {fields} = resourceOf(config, name);
  const references = does.flatMap(({on}) => {
    const field = fields[on];
    return field?.kind === 'referencia' ? [{on, to: field.to}] : [];
  });
  if (references.length === 0) return;
  const columns = references.map(({on}) => sql`${sql.ref(toSnakeCase(on))} as ${sql.ref(on)}`);
  const {rows: [row = {}]} = await sql<Record<string, unknown>>`
    select ${sql.join(columns)} from ${sql.table(tableOf(name))} where id = ${id}`.execute(trx);
  const records = [{to: name, id: id as unknown}, ...references.map(({on, to}) => ({to, id: row[on]}))];
  for (const [table, group] of [...Map.groupBy(records, ({to}) => tableOf(to))].toSorted(([left], [right]) => (left < right ? -1 : 1))) {
    const ids = group.flatMap(record => (typeof record.id === 'number' ? [record.id] : []));
    await sql`select from ${sql.table(table)} where id = any(${ids}::integer[]) order by id for update`.execute(trx);
  }
};

export const hasEffects = ({does, creates}: Action): boolean => does !== undefined || creates !== undefined;

/**
 * Does the actions of referenced records and creates the records that an action declares, each judged for the caller.
 *
 * @returns values for the action's history step
 * @throws Refusal with the name of the record and the reason
 */
export const runEffects = async (
  context: EngineContext, trx: Transaction<Tables>, actor: Actor, {name, actionName, action, record}: EffectsRequest, run: RunAction,
): Promise<Readonly<Record<`$${string}`, unknown>>> => {
  if (!hasEffects(action)) return {};
  const {config} = context;
  const resource = resourceOf(config, name);
  const cause = {[CAUSE_KEY]: {recurso: name, id: record.id, acao: actionName} satisfies LinkedStep};
  const effects: LinkedStep[] = [];
  for (const {on, action: acao} of action.does ?? []) {
    const [field, id] = [resource.fields[on], record[on]];
    const target = field?.kind === 'referencia' ? resourceOf(config, field.to) : undefined;
    const targetAction = target?.actions?.[acao];
    if (field?.kind !== 'referencia' || target === undefined || targetAction === undefined) continue;
    if (typeof id !== 'number') {
      if (!isRequired(field, {resource, record, session: actor})) continue;
      throw invalid([{campo: on, mensagem: formMessages.required}], `${field.label}: ${formMessages.required}`);
    }
    const nameTarget = async () => `${await nameRecord(context, trx, field.to, actor, id)}, ${targetAction.label}`;
    await withRecordNamed(target, nameTarget, () => run(context, trx, actor, {
      name: field.to, actionName: acao, action: targetAction, id, submission: submissionOf({}), versao: undefined, idUsuario: undefined,
      stepValues: () => cause,
    }));
    effects.push({recurso: field.to, id, acao});
  }
  for (const [recurso, values] of Object.entries(action.creates ?? {})) {
    const target = resourceOf(config, recurso);
    const named = await readMomentRecords(config, trx, resource, record, Object.values(values));
    const data = resolveWrittenValues(target.fields, values, {resource, record, session: actor, named});
    const {body} = await withRecordNamed(target, () => Promise.resolve(target.list.createLabel ?? target.label.one), () =>
      createRecord(context, trx, recurso, actor, submissionOf(data), cause));
    effects.push({recurso, id: Number(body['id']), acao: target.status === undefined ? 'criar' : OPENED_STEP});
  }
  return effects.length === 0 ? {} : {[EFFECTS_KEY]: effects};
};
