/** What writing a record means for people and their sessions, beyond the record itself. */
import type {RawBuilder, Transaction} from 'kysely';
import type {Known} from '../../schema/conditions/asked.ts';
import type {Config, Resource} from '../../schema/config.ts';
import type {Values} from '../../schema/validate.ts';
import {COMPANIES, USERS} from '../accounts/users.ts';
import type {Actor} from '../context.ts';
import type {DbOrTrx, Tables} from '../db/tables.ts';
import {companies} from './companies.ts';
import {users} from './users.ts';

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

export interface Hooks {
  /**
   * @returns what else is assigned with the change
   * @throws Refusal for a change that must not be
   */
  beforeWrite?: (written: Written) => Promise<RawBuilder<unknown>[]>;
  /** What it writes to the outbox is sent once all of it is done. */
  afterCreate?: (written: Written) => Promise<void>;
  afterWrite?: (written: Written) => Promise<void>;
  /** What the record alone does not tell; called for what was asked. */
  known?: (trx: DbOrTrx, config: Config, id: number) => Promise<Known>;
}

const hooks: Readonly<Record<string, Hooks>> = {[USERS]: users, [COMPANIES]: companies};

export const hooksOf = (name: string): Hooks => hooks[name] ?? {};

/** Whether a record is the caller's own user. */
export const isOwn = (name: string, id: number, actor: Actor): boolean => name === USERS && id === actor.id;
