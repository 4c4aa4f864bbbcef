/** The points `committed` of own code as deliveries, one destination for each resource, so that a record's go in order (rules: Own 4). */
import {askedFields} from '../../schema/lifeCycle/asks.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {resourceOf} from '../db/sqlNames.ts';
import type {ErrorReporter} from '../db/connection/open.ts';
import type {EngineContext, RecordOperationName, OwnRun, StepOperation} from '../engine/hooks.ts';
import {ACTIONS, pointsOf} from '../engine/ownSteps.ts';
import {createFreeTools} from '../ownCode/freeTools.ts';
import {callerOf, refuseTooDeep} from '../ownCode/ownTransaction.ts';
import {listCommittedResources} from '../ownCode/ownNames.ts';
import {toOwnRecord} from '../ownCode/recordTools.ts';
import {readReferencedRow} from '../rowScope/storedRow.ts';
import {ATTEMPT_LIMIT_MS, type Destination, type Destinations} from '../sending/destination.ts';
import {insertDeliveries} from './deliveryQueue.ts';

const SECOND_MS = 1000;

/** Name of a destination on the page of deliveries. No webhook can have it, because of its sign. */
const destinationOf = (name: string): string => `Código próprio: ${name}`;

/** What a delivery stores until it is forgotten; no password. */
interface CommittedBody extends Pick<OwnRun, 'caller' | 'steps'> {
  before?: RecordValues;
  record?: RecordValues;
  answers?: RecordValues;
}

/** Queues the point of an operation in its transaction. @throws Refusal 500 INDISPONIVEL for points that cause each other without an end */
export const enqueueCommitted = async ({context, trx, name, actor, operation, id, before, answers}: StepOperation): Promise<void> => {
  const {config, ownRun} = context;
  const resource = resourceOf(config, name);
  // Steps of the transaction that ends are no longer under way.
  const outer = (ownRun?.steps ?? []).map(step => ({...step, point: 'committed'} as const));
  const steps = [...outer, {path: `${name}.${operation}.committed`, point: 'committed', name, id} as const];
  refuseTooDeep(steps);
  const action = resource.actions?.[operation.replace(ACTIONS, '')];
  const asks = action === undefined ? {} : askedFields(resource, action);
  const row = operation === 'delete' ? undefined : await readReferencedRow(config, trx, name, id, false);
  const body: CommittedBody = {
    caller: callerOf(context, actor), steps,
    ...(before !== undefined && {before: toOwnRecord(resource, before)}),
    ...(row !== undefined && {record: toOwnRecord(resource, row)}),
    ...(answers !== undefined && {answers: Object.fromEntries(Object.entries(answers).filter(([ask]) => asks[ask]?.kind !== 'senha'))}),
  };
  await insertDeliveries(trx, [{destination: destinationOf(name), resource: name, recordId: id, event: operation, body: {...body}}]);
};

/** Waits for work until a signal aborts. */
const untilAborted = (signal: AbortSignal, work: () => Promise<void>): Promise<void> => {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('interrompido')), {once: true});
  });
  return Promise.race([work(), aborted]);
};

const createDestination = (context: EngineContext, report: ErrorReporter, limitMs: number): Destination => ({
  deliver: async ({key, resource: name, event, attempt, body}, shutdown) => {
    const path = `${name}.${event}.committed`;
    const step = pointsOf(context, name, event as RecordOperationName)?.committed;
    if (step === undefined) throw new Error(`o código próprio não tem mais ${path}`);
    const {caller, steps, ...values} = body as unknown as CommittedBody;
    const [limit, over] = [AbortSignal.timeout(limitMs), new AbortController()];
    const signal = AbortSignal.any([shutdown, limit, over.signal]);
    const {tools, settled} = createFreeTools({context, path, subject: `O passo ${path}`, caller, steps, signal});
    try {
      await untilAborted(signal, async () => {
        await step({...values, caller, key, attempt, signal, ...tools});
        await settled();
      });
    } catch (error) {
      // The page of deliveries shows one line of the error; its stack is the developer's.
      if (!shutdown.aborted) report(`O passo ${path} falhou na tentativa ${attempt}.`, error);
      throw limit.aborted ? new Error(`não terminou em ${limitMs / SECOND_MS} segundos`, {cause: error}) : error;
    } finally {
      over.abort();
      // What it began is over before the delivery is tried again.
      await settled();
    }
  },
});

/** Creates the destinations of own code. @param limitMs longest wait for one attempt */
export const createOwnDestinations = (context: EngineContext, report: ErrorReporter, limitMs = ATTEMPT_LIMIT_MS): Destinations =>
  new Map(listCommittedResources(context.own ?? {}).map(name => [destinationOf(name), createDestination(context, report, limitMs)]));
