/** Runs one step of own code in its operation (rules: Own 2). */
import {maySee} from '../../schema/access.ts';
import {validateRecord} from '../../schema/records/validateRecord.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {resourceOf} from '../db/sqlNames.ts';
import {referenceErrors} from '../engine/references.ts';
import type {RunStep, StepOperation} from '../engine/hooks.ts';
import {invalid} from '../errors.ts';
import type {RunnableStep} from '../own.ts';
import {readReferencedRow} from '../rowScope/storedRow.ts';
import {callerOf, runInTransaction} from './ownTransaction.ts';
import {toOwnRecord} from './recordTools.ts';
import {requireSettable} from './settable.ts';
import {systemActor, systemConfig} from './systemActor.ts';

/**
 * Validates the values that a step set, as Sistema would save them.
 *
 * @returns them in bare form, with the values that the record loses by them
 * @throws Refusal VALIDACAO
 */
const readSetValues = async (
  {context, trx, name, actor, record = {id: 0, versao: 0}}: StepOperation, path: string, set: RecordValues,
): Promise<Record<string, unknown>> => {
  const config = systemConfig(context.config);
  const resource = resourceOf(config, name);
  const system = systemActor(path);
  const {values, errors} = validateRecord(config, resource, set, system, record);
  if (errors.length === 0) {
    const names = new Set(Object.keys(values));
    errors.push(...await referenceErrors({...context, config}, trx, system, name, {...record, ...values}, names));
  }
  if (errors.length === 0) return values;
  const {fields} = resourceOf(context.config, name);
  throw invalid(errors.filter(({campo}) => fields[campo] === undefined || maySee(fields[campo], actor.perfil)), errors[0]?.mensagem);
};

/** Runs a step of own code. @throws Refusal as {@link runInTransaction} */
export const runStep: RunStep = async (operation, point, step: RunnableStep) => {
  const {context, trx, name, actor, operation: key, id, before, answers} = operation;
  const {config, ownRun} = context;
  const path = `${name}.${key}.${point}`;
  const steps = [...ownRun?.steps ?? [], {path, point, name, id}];
  const resource = resourceOf(config, name);
  const set: Record<string, unknown> = {};
  const isDeletion = key === 'delete';
  const record = isDeletion ? undefined
    : point === 'before' ? operation.record : await readReferencedRow(config, trx, name, id, false);
  await runInTransaction({context, trx, path, subject: `O passo ${path}`, caller: callerOf(context, actor), steps}, async tools => {
    await step({
      ...(before !== undefined && {before: toOwnRecord(resource, before)}),
      ...(record !== undefined && {record: toOwnRecord(resource, record)}),
      ...(answers !== undefined && {answers: {...answers}}),
      ...(point === 'before' && !isDeletion && {
        set: (values: RecordValues) => {
          requireSettable(systemConfig(config), name, values, 'set');
          Object.assign(set, values);
        },
      }),
      ...tools,
    });
  });
  return Object.keys(set).length === 0 ? undefined : readSetValues(operation, path, set);
};
