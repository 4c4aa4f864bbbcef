/** Steps of own code in the engine's operations (rules: Own 1). Without own code each is one comparison. */
import type {OwnPoints, RunnableStep, StepPoint} from '../own.ts';
import type {EngineContext, RecordOperationName, StepOperation} from './hooks.ts';

/** Beginning of the operation that is an action. */
export const ACTIONS = 'actions.';

/** The points of an operation; undefined: it has none. */
export const pointsOf = ({own}: Pick<EngineContext, 'own'>, name: string, operation: RecordOperationName): OwnPoints | undefined => {
  const {actions = {}, ...others} = own?.steps?.[name] ?? {};
  return operation.startsWith(ACTIONS) ? actions[operation.slice(ACTIONS.length)] : others[operation as keyof typeof others];
};

/** Tells whether an operation has steps. */
export const hasOwnSteps = (context: EngineContext, name: string, operation: RecordOperationName): boolean =>
  context.own !== undefined && pointsOf(context, name, operation) !== undefined;

const findStep = ({context, name, operation}: StepOperation, point: StepPoint): RunnableStep | undefined =>
  (context.own === undefined ? undefined : pointsOf(context, name, operation)?.[point]);

/**
 * Runs the step before a record is written.
 *
 * @returns the values that it set, valid and bare; undefined: none
 * @throws Refusal of the step, or 500 INDISPONIVEL for one that fails or takes too long
 */
export const runBeforeStep = async (operation: StepOperation): Promise<Record<string, unknown> | undefined> => {
  const step = findStep(operation, 'before');
  return step === undefined ? undefined : operation.context.hooks.runStep(operation, 'before', step);
};

/**
 * Runs the step after the record was written. What runs after the commit is queued first, because the step may change the record again.
 *
 * @throws Refusal as {@link runBeforeStep}
 */
export const runAfterStep = async (operation: StepOperation): Promise<void> => {
  if (findStep(operation, 'committed') !== undefined) await operation.context.hooks.enqueueCommitted(operation);
  const step = findStep(operation, 'after');
  if (step !== undefined) await operation.context.hooks.runStep(operation, 'after', step);
};
