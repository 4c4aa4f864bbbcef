/** What a part says of a record that is made, saved or read. Each has one row in `engine/parts.ts`; whoever asks names none. */
import type {FastifyInstance} from 'fastify';
import {sql, type RawBuilder, type Transaction} from 'kysely';
import type {Config, Resource} from '../../schema/config/config.ts';
import type {Values} from '../../schema/fields/validate.ts';
import type {FieldError} from '../../schema/wire.ts';
import type {Submission} from '../calls/submission.ts';
import type {Actor, Context} from '../context.ts';
import {tableOf} from '../db/names.ts';
import type {DbOrTrx, StoredRow, Tables, Sql} from '../db/tables.ts';
import type {Step} from '../history/write.ts';
import type {Described, PartDocument} from '../openapi/described.ts';

/** Whose part it is. */
export interface Subject {
  config: Config;
  /** The resource's name. */
  name: string;
  resource: Resource;
}

/** A change of a record, inside the transaction that holds it. */
interface Change extends Subject {
  context: Context;
  trx: Transaction<Tables>;
  actor: Actor;
  /** The record as it will be, its fields validated. */
  record: Values;
  submission: Submission;
}
export interface Saving extends Change {
  id: number;
}

/** A change of a record's status, by the statuses' keys. */
export interface Move extends Subject {
  id: number;
  from: string;
  to: string;
}

/** What a change means for a part. Nothing is written before every part has agreed to it. */
export interface Outcome {
  /** Fields of the record that follow from it. */
  values: Values;
  /** What the history tells of it; `''` where nothing changes. */
  told: string;
  /** What is written with the record, whose id is given as what answers it. */
  writes: (id: RawBuilder<number>) => Sql[];
  /** Steps of the history beside the record's own, which comes first. */
  steps: readonly Step[];
}

/** What a part's own calls ask of the engine: a record that the transaction holds, for whoever may save it as it stands. */
export type HeldForSaving = (trx: DbOrTrx, name: string, actor: Actor, id: number, check?: () => void) => Promise<StoredRow>;

export interface Part {
  /** @throws Refusal for what a new record cannot be made with */
  create: (change: Change) => Promise<Outcome>;
  /** @throws Refusal for what a record cannot be saved with */
  update: (saving: Saving) => Promise<Outcome>;
  /** What is written with a change of the record's status. */
  moved?: (move: Move) => Sql[];
  /** Its rows of the record `alias`, as one JSON value. */
  rows: (subject: Subject, alias: string) => Sql;
  /** Those rows as answers carry them. */
  present: (rows: unknown) => unknown;
  /** What is wrong with its rows as they stand: whether the record's items are valid. */
  errors?: (subject: Subject, rows: unknown) => FieldError[];
  /** Why that is, where there is more to say than that they are not; `''`: there is not. */
  reason?: (rows: unknown) => string;
  document: (described: Described) => PartDocument;
  /** Calls of its own. */
  routes?: (app: FastifyInstance, context: Context, held: HeldForSaving, name: string, resource: Resource) => void;
}

const ALIAS = 'r';

/** The rows of one part of one record, read on their own. */
export const rowsOf = async (db: DbOrTrx, subject: Subject, id: number, rows: Part['rows']): Promise<unknown> => {
  const {rows: [found]} = await sql<{rows: unknown}>`
    select ${rows(subject, ALIAS)} as rows
    from ${sql.table(tableOf(subject.name))} as ${sql.ref(ALIAS)} where ${sql.ref(`${ALIAS}.id`)} = ${id}`.execute(db);
  return found?.rows ?? [];
};
