/** Hooks by which other rooms react to record writes; `rooms.ts` registers them. */
import type {Transaction} from 'kysely';
import type {LookedUpResults} from '../../schema/conditions/builtIn.ts';
import type {Action, Config, Resource, Notices} from '../../schema/shapes/config.ts';
import type {Fields} from '../../schema/shapes/fields.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import type {Actor, Context} from '../context.ts';
import type {RunnableStep, StepCaller, StepPoint} from '../own.ts';
import type {DbOrTrx, StoredRow, Tables, Sql} from '../db/tables.ts';

/** A record being written, inside the transaction that locks it. */
export interface RecordWrite {
  config: Config;
  trx: Transaction<Tables>;
  actor: Actor;
  resource: Resource;
  id: number;
  /** The record after the write. */
  record: RecordValues;
  /** Names of changed fields, passwords included. */
  changed: ReadonlySet<string>;
}

export interface RecordHooks {
  /**
   * @returns further assignments for the same update
   * @throws Refusal to stop the change
   */
  beforeWrite?: (written: RecordWrite) => Promise<Sql[]>;
  /** Outbox rows that the hook writes are sent after the transaction. */
  afterCreate?: (written: RecordWrite) => Promise<void>;
  afterWrite?: (written: RecordWrite) => Promise<void>;
  /** Runs after the record's links are written. */
  afterLinks?: (written: RecordWrite) => Promise<void>;
  /** Looks up facts that conditions need; called only for those. */
  lookUpFacts?: (trx: DbOrTrx, config: Config, id: number) => Promise<LookedUpResults>;
}

/** A change of a record that people may be notified of. */
export interface RecordChangeEvent {
  config: Config;
  name: string;
  resource: Resource;
  /** Recipients and their sentences. */
  tells: Notices | undefined;
  actor: Actor;
  /** The row before the change; for a new record, its initial values. */
  before: StoredRow;
  changed: RecordValues;
  asks: Fields;
  answers: RecordValues;
  /** True where a sentence contains answers that the profile may not see. */
  hidesAnswers?: (sentence: string, perfil: string) => boolean;
}

/** An operation on a record whose steps of own code run, inside its transaction. */
export interface StepOperation {
  context: EngineContext;
  trx: Transaction<Tables>;
  name: string;
  actor: Actor;
  /** The steps' key below the resource: `update`, `actions.devolver`. */
  operation: RecordOperationName;
  /** 0: not written yet. */
  id: number;
  /** The record as it was; undefined: a new one. */
  before?: StoredRow;
  /** The record as it will be, for the steps before; undefined: a deletion. The steps after read it again. */
  record?: StoredRow;
  answers?: RecordValues;
}
/** Own code and deliveries name an operation so. An action may be called `delete` too. */
export type RecordOperationName = 'create' | 'update' | 'delete' | `actions.${string}`;
/** @returns the values that the step set; undefined: none. */
export type RunStep = (operation: StepOperation, point: StepPoint, step: RunnableStep) => Promise<Record<string, unknown> | undefined>;

/** A step with the record of its operation. */
export interface OwnRunStep {
  path: string;
  point: StepPoint;
  name: string;
  id: number;
}

/** The run of own code that calls the engine. */
export interface OwnRun {
  caller: StepCaller;
  /** When the outermost step's time is over, on the clock of `performance.now`. */
  endsAt: number;
  /** Steps under way, the outermost first. */
  steps: readonly OwnRunStep[];
}

/** An operation on a record once it is written, before the step `after` of own code, which may change the record again. */
export interface RecordOperation {
  config: Config;
  name: string;
  resource: Resource;
  id: number;
  operation: RecordOperationName;
  /** The row before the operation; for a new record, its initial values. */
  before: StoredRow;
  /** The record after it. */
  record: RecordValues;
}

export interface Hooks {
  records: Readonly<Record<string, RecordHooks>>;
  notify: (trx: Transaction<Tables>, done: RecordChangeEvent) => Promise<void>;
  runStep: RunStep;
  /** Queues the point `committed` of own code. */
  enqueueCommitted: (operation: StepOperation) => Promise<void>;
  /** Queues what other systems are told of an operation; without an interested one it runs no query. */
  enqueueDeliveries: (trx: Transaction<Tables>, operation: RecordOperation) => Promise<void>;
  /** Senders of letters to the person that a record is, by the config word `sends`. */
  sends: Readonly<Record<NonNullable<Action['sends']>, (trx: Transaction<Tables>, config: Config, id: number) => Promise<void>>>;
}

export interface EngineContext extends Context {
  hooks: Hooks;
  ownRun?: OwnRun;
}
