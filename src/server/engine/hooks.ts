/** Hooks by which other rooms react to record writes; `rooms.ts` registers them. */
import type {Transaction} from 'kysely';
import type {Known} from '../../schema/conditions/builtIn.ts';
import type {Action, Config, Resource, Tells} from '../../schema/config/config.ts';
import type {Fields} from '../../schema/config/fields.ts';
import type {Values} from '../../schema/fields/validate.ts';
import type {Actor, Context} from '../context.ts';
import type {DbOrTrx, StoredRow, Tables, Sql} from '../db/tables.ts';

/** A record being written, inside the transaction that locks it. */
export interface Written {
  config: Config;
  trx: Transaction<Tables>;
  actor: Actor;
  resource: Resource;
  id: number;
  /** The record after the write. */
  record: Values;
  /** Names of changed fields, passwords included. */
  changed: ReadonlySet<string>;
}

export interface RecordHooks {
  /**
   * @returns further assignments for the same update
   * @throws Refusal to stop the change
   */
  beforeWrite?: (written: Written) => Promise<Sql[]>;
  /** Outbox rows that it writes are sent after the transaction. */
  afterCreate?: (written: Written) => Promise<void>;
  afterWrite?: (written: Written) => Promise<void>;
  /** Runs after the record's links are written. */
  afterLinks?: (written: Written) => Promise<void>;
  /** Looks up facts that conditions need; called only for those. */
  known?: (trx: DbOrTrx, config: Config, id: number) => Promise<Known>;
}

/** A change of a record that people may be notified of. */
export interface Done {
  config: Config;
  name: string;
  resource: Resource;
  /** Recipients and their sentences. */
  tells: Tells | undefined;
  actor: Actor;
  /** The row before the change; for a new record, its initial values. */
  before: StoredRow;
  changed: Values;
  asks: Fields;
  answers: Values;
  /** True where a sentence contains answers that the profile may not see. */
  hides?: (sentence: string, perfil: string) => boolean;
}

export interface Hooks {
  records: Readonly<Record<string, RecordHooks>>;
  tell: (trx: Transaction<Tables>, done: Done) => Promise<void>;
  /** Senders of letters to the person that a record is, by the config word `sends`. */
  sends: Readonly<Record<NonNullable<Action['sends']>, (trx: Transaction<Tables>, config: Config, id: number) => Promise<void>>>;
}

export interface EngineContext extends Context {
  hooks: Hooks;
}
