/** Runs one step of own code: its tools, its time limit and its failures (rules: Own 2, 3). */
import type {Resource} from '../../schema/shapes/config.ts';
import {maySee} from '../../schema/access.ts';
import {validateRecord} from '../../schema/records/validateRecord.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {resourceOf} from '../db/sqlNames.ts';
import {referenceErrors} from '../engine/references.ts';
import type {OwnRun, RunStep, StepOperation} from '../engine/hooks.ts';
import {conflict, invalid, Refusal} from '../errors.ts';
import {toRefusal} from '../http/refusals.ts';
import type {RunnableStep} from '../own.ts';
import {readReferencedRow} from '../rowScope/storedRow.ts';
import {createRecordTools, toOwnRecord, type RecordTools} from './recordTools.ts';
import {requireSettable} from './settable.ts';
import {systemActor, systemConfig} from './systemActor.ts';

const DEFAULT_STEP_LIMIT_MS = 2000;
const MAX_STEP_DEPTH = 8;

/** 500, which is logged with the step's name; nothing was written. */
const stepFailure = (sentence: string, cause?: unknown): Refusal =>
  new Refusal('INDISPONIVEL', `${sentence} Nada foi gravado: avise o Administrador.`, {cause});

const tooDeep = (steps: OwnRun['steps']): Refusal =>
  stepFailure(`O código próprio chama a si mesmo sem fim (${[...new Set(steps.map(({path}) => path))].join(', ')}).`);

/** Waits for a step. @throws Refusal 500 after the limit; the step's code goes on, but its tools refuse */
const withinLimit = async (path: string, limitMs: number, work: () => Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(stepFailure(`O passo ${path} do código próprio demorou demais.`)), limitMs);
  });
  try {
    await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
};

/** A refusal inside another operation as this one's: the sentence names the other record, and no field of it. */
const refusalElsewhere = (resource: Resource, error: unknown, path: string): unknown => {
  if (error instanceof Refusal) return error.status >= 500 ? error : conflict(`${resource.label.one}: ${error.message}`);
  return toRefusal(error) === undefined ? stepFailure(`O passo ${path} do código próprio falhou.`, error) : error;
};

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

/** The state of a step's run: its tools work one after the other, and none after its end. */
class StepRun {
  failure: unknown;
  #isOver = false;
  #queue: Promise<unknown> = Promise.resolve();

  fail(error: unknown): void {
    this.failure ??= error;
  }

  /** Runs work of a tool after the tools before it, because they share one connection. */
  enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(() => {
      if (this.#isOver) throw new Error('O passo já terminou.');
      // A caught failure may have left half an operation.
      if (this.failure !== undefined) throw this.failure as Error;
      return work();
    });
    // Handled here, because a step need not wait for a tool.
    this.#queue = result.catch((error: unknown) => this.fail(error));
    return result;
  }

  drained(): Promise<unknown> {
    return this.#queue;
  }

  /** Ends the run; a statement under way is waited for, because the rollback must be the transaction's last. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#queue;
  }
}

const callerOf = ({context, actor: {id, perfil, idEmpresa, nome}}: StepOperation): OwnRun['caller'] =>
  context.ownRun?.caller ?? {id, perfil, idEmpresa, nome};

/** Runs a step of own code. @throws Refusal of the step, of an operation that it began, or 500 INDISPONIVEL */
export const runStep: RunStep = async (operation, point, step: RunnableStep) => {
  const {context, trx, name, operation: key, id, before, answers} = operation;
  const {config, own, ownRun: outer} = context;
  const path = `${name}.${key}.${point}`;
  const steps = [...outer?.steps ?? [], {path, point, name, id}];
  if (steps.length > MAX_STEP_DEPTH) throw tooDeep(steps);
  const resource = resourceOf(config, name);
  const caller = callerOf(operation);
  const startedAt = performance.now();
  // Steps inside a step share its time, because it is waited for until they end.
  const endsAt = Math.min(startedAt + (own?.stepLimitMs ?? DEFAULT_STEP_LIMIT_MS), outer?.endsAt ?? Infinity);
  const run = new StepRun();
  const set: Record<string, unknown> = {};
  const enqueue: RecordTools['enqueue'] = (target, work) => run.enqueue(() =>
    work().catch((error: unknown) => {
      throw refusalElsewhere(target, error, path);
    }));
  const isDeletion = key === 'delete';
  const record = isDeletion ? undefined
    : point === 'before' ? operation.record : await readReferencedRow(config, trx, name, id, false);
  const refuse = (sentence: string, campo?: string): never => {
    const refusal = campo === undefined ? conflict(sentence) : invalid([{campo, mensagem: sentence}]);
    run.fail(refusal);
    throw refusal;
  };
  const stepContext = {
    caller, refuse,
    ...(before !== undefined && {before: toOwnRecord(resource, before)}),
    ...(record !== undefined && {record: toOwnRecord(resource, record)}),
    ...(answers !== undefined && {answers: {...answers}}),
    ...(point === 'before' && !isDeletion && {
      set: (values: RecordValues) => {
        requireSettable(systemConfig(config), name, values, 'set');
        Object.assign(set, values);
      },
    }),
    ...createRecordTools({context: {...context, config: systemConfig(config), ownRun: {caller, endsAt, steps}}, trx, path, enqueue}),
  };
  try {
    await withinLimit(path, endsAt - startedAt, async () => {
      await step(stepContext);
      await run.drained();
    });
  } catch (error) {
    run.fail(error instanceof Refusal ? error : stepFailure(`O passo ${path} do código próprio falhou.`, error));
  }
  await run.end();
  if (run.failure !== undefined) throw run.failure as Error;
  return Object.keys(set).length === 0 ? undefined : readSetValues(operation, path, set);
};
