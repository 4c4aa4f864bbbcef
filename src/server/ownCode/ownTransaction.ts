/** Runs own code inside a transaction: its tools, its time limit and its failures (rules: Own 2, 3). */
import type {Transaction} from 'kysely';
import type {Resource} from '../../schema/shapes/config.ts';
import type {Actor} from '../context.ts';
import type {Tables} from '../db/tables.ts';
import type {EngineContext, OwnRun} from '../engine/hooks.ts';
import {conflict, invalid, Refusal} from '../errors.ts';
import {toRefusal} from '../http/refusals.ts';
import type {StepTools} from '../own.ts';
import {createRecordTools, mapTools, type RecordTools, type ToolsByName} from './recordTools.ts';
import {systemConfig} from './systemActor.ts';

const DEFAULT_STEP_LIMIT_MS = 2000;
const MAX_STEP_DEPTH = 8;

/** 500, which is logged with the step's name; nothing was written. */
const stepFailure = (sentence: string, cause?: unknown): Refusal =>
  new Refusal('INDISPONIVEL', `${sentence} Nada foi gravado: avise o Administrador.`, {cause});

/** @throws Refusal 500 INDISPONIVEL for steps inside each other without an end */
export const refuseTooDeep = (steps: OwnRun['steps']): void => {
  if (steps.length <= MAX_STEP_DEPTH) return;
  throw stepFailure(`O código próprio chama a si mesmo sem fim (${[...new Set(steps.map(({path}) => path))].join(', ')}).`);
};

/** The person or robot whose call began it all. */
export const callerOf = ({ownRun}: EngineContext, {id, perfil, idEmpresa, nome}: Actor): OwnRun['caller'] =>
  ownRun?.caller ?? {id, perfil, idEmpresa, nome};

/** Waits for own code, which goes on after the limit, where its tools refuse. @throws Refusal 500 after the limit */
const withinLimit = async <T>(subject: string, limitMs: number, work: () => Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(stepFailure(`${subject} do código próprio demorou demais.`)), limitMs);
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
};

/** A refusal inside another operation as this one's: the sentence names the other record, and no field of it. */
const refusalElsewhere = (resource: Resource, error: unknown, subject: string): unknown => {
  if (error instanceof Refusal) return error.status >= 500 ? error : conflict(`${resource.label.one}: ${error.message}`);
  return toRefusal(error) === undefined ? stepFailure(`${subject} do código próprio falhou.`, error) : error;
};

/** The state of a run: its tools work one after the other, and none after its end. */
class ToolQueue {
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

/** A run of own code. */
export interface OwnTransaction extends Pick<OwnRun, 'caller' | 'steps'> {
  context: EngineContext;
  trx: Transaction<Tables>;
  /** Its name in the history. */
  path: string;
  /** Its name at the beginning of a sentence. */
  subject: string;
}
export type TransactionTools = ToolsByName & Readonly<Record<keyof Omit<StepTools<never, never>, keyof ToolsByName>, unknown>>;

const failureOf = (error: unknown, subject: string): unknown =>
  (error instanceof Refusal ? error : stepFailure(`${subject} do código próprio falhou.`, error));

/**
 * Runs own code with its tools, which write in the transaction.
 *
 * @throws Refusal of its own, of an operation that it began, or 500 INDISPONIVEL
 */
export const runInTransaction = async <T>(
  {context, trx, path, subject, caller, steps}: OwnTransaction, work: (tools: TransactionTools) => T | Promise<T>,
): Promise<T> => {
  refuseTooDeep(steps);
  const {config, own, ownRun: outer} = context;
  const startedAt = performance.now();
  // Steps inside a step share its time, because it is waited for until they end.
  const endsAt = Math.min(startedAt + (own?.stepLimitMs ?? DEFAULT_STEP_LIMIT_MS), outer?.endsAt ?? Infinity);
  const queue = new ToolQueue();
  const enqueue: RecordTools['enqueue'] = (target, run) => queue.enqueue(() =>
    run().catch((error: unknown) => {
      throw refusalElsewhere(target, error, subject);
    }));
  const refuse = (sentence: string, campo?: string): never => {
    const refusal = campo === undefined ? conflict(sentence) : invalid([{campo, mensagem: sentence}]);
    queue.fail(refusal);
    throw refusal;
  };
  const inner = {...context, config: systemConfig(config), ownRun: {caller, endsAt, steps}};
  const recordTools = createRecordTools({context: inner, trx, path, enqueue});
  const tools = {caller, refuse, ...mapTools(name => (...args) => {
    const result = recordTools[name](...args);
    // Handled here, because a step need not wait for a tool.
    result.catch(error => queue.fail(failureOf(error, subject)));
    return result;
  })};
  let result: {value: T} | undefined;
  try {
    result = await withinLimit(subject, endsAt - startedAt, async () => {
      const value = await work(tools);
      await queue.drained();
      return {value};
    });
  } catch (error) {
    queue.fail(failureOf(error, subject));
  }
  await queue.end();
  if (queue.failure !== undefined || result === undefined) throw queue.failure as Error;
  return result.value;
};
