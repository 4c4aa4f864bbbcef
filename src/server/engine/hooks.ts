/** What rooms above the engine make of what it does to records. Who they are the root says (`rooms.ts`). */
import type {Transaction} from 'kysely';
import type {Known} from '../../schema/conditions/builtIn.ts';
import type {Action, Config, Resource, Tells} from '../../schema/config/config.ts';
import type {Fields} from '../../schema/config/fields.ts';
import type {Values} from '../../schema/fields/validate.ts';
import type {Actor, Context} from '../context.ts';
import type {DbOrTrx, StoredRow, Tables, Sql} from '../db/tables.ts';

/** A record that is written, inside the transaction that holds it. */
export interface Written {
  config: Config;
  trx: Transaction<Tables>;
  actor: Actor;
  resource: Resource;
  id: number;
  /** The record as it will be. */
  record: Values;
  /** Names of the fields that change, of passwords too. */
  changed: ReadonlySet<string>;
}

/** What writing the records of one resource means beyond themselves. */
export interface RecordHooks {
  /**
   * @returns what else is assigned with the change
   * @throws Refusal for a change that must not be
   */
  beforeWrite?: (written: Written) => Promise<Sql[]>;
  /** What it writes to the outbox is sent once all of it is done. */
  afterCreate?: (written: Written) => Promise<void>;
  afterWrite?: (written: Written) => Promise<void>;
  /** Once its links are written too. */
  afterLinks?: (written: Written) => Promise<void>;
  /** What the record alone does not tell; called for what was asked. */
  known?: (trx: DbOrTrx, config: Config, id: number) => Promise<Known>;
}

/** Something that was done to a record, of which people may be told. */
export interface Done {
  config: Config;
  /** The resource's name. */
  name: string;
  resource: Resource;
  /** Whom, and what each of them reads. */
  tells: Tells | undefined;
  actor: Actor;
  /** As it was; of one that was made, as it began. */
  before: StoredRow;
  /** What was changed. */
  changed: Values;
  /** What an action asked, and the answers. */
  asks: Fields;
  answers: Values;
  /** Whether a sentence tells a profile of answers that it does not read; absent: none does. */
  hides?: (sentence: string, perfil: string) => boolean;
}

export interface Hooks {
  /** By the resource's name. */
  records: Readonly<Record<string, RecordHooks>>;
  /** In the transaction of what was done. */
  tell: (trx: Transaction<Tables>, done: Done) => Promise<void>;
  /** What an action sends to the person that a record is. */
  sends: Readonly<Record<NonNullable<Action['sends']>, (trx: Transaction<Tables>, config: Config, id: number) => Promise<void>>>;
}

/** What the engine works with. */
export interface EngineContext extends Context {
  hooks: Hooks;
}
