/** Interface of a record's parts, registered in `engine/parts.ts`; the engine names no part. */
import type {FastifyInstance} from 'fastify';
import {sql, type RawBuilder, type Transaction} from 'kysely';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import type {FieldError} from '../../schema/apiShapes.ts';
import type {Submission} from '../requestBody/submission.ts';
import type {Actor, Context} from '../context.ts';
import {tableOf} from '../db/sqlNames.ts';
import type {DbOrTrx, StoredRow, Tables, Sql} from '../db/tables.ts';
import type {HistoryStepRow} from '../history/writeHistory.ts';
import type {DescribedResource, PartDocument} from '../openapi/describedResource.ts';

export interface PartOwner {
  config: Config;
  name: string;
  resource: Resource;
}

/** A change of a record, inside the transaction that locks it. */
interface RecordChange extends PartOwner {
  context: Context;
  trx: Transaction<Tables>;
  actor: Actor;
  record: RecordValues;
  submission: Submission;
}
export interface PartUpdate extends RecordChange {
  id: number;
}

export interface StatusMove extends PartOwner {
  id: number;
  from: string;
  to: string;
}

/** Effects of a change on a part; all parts agree before anything is written. */
export interface PartOutcome {
  /** Fields of the record that follow from the part. */
  values: RecordValues;
  /** History text; `''`: the part does not change. */
  historyText: string;
  writes: (id: RawBuilder<number>) => Sql[];
  steps: readonly HistoryStepRow[];
}

/** Locks a record and checks that the caller may save it. */
export type LockForUpdate = (trx: DbOrTrx, name: string, actor: Actor, id: number, check?: () => void) => Promise<StoredRow>;

export interface Part {
  /** @throws Refusal for an invalid part of a new record */
  create: (change: RecordChange) => Promise<PartOutcome>;
  /** @throws Refusal for an invalid change of the part */
  update: (saving: PartUpdate) => Promise<PartOutcome>;
  onStatusChange?: (move: StatusMove) => Sql[];
  /** Rows of the part for record `alias`, as one JSON value. */
  rows: (subject: PartOwner, alias: string) => Sql;
  present: (rows: unknown) => unknown;
  /** Errors of the stored rows, for the condition `itensValidos`. */
  errors?: (subject: PartOwner, rows: unknown) => FieldError[];
  /** A more specific reason for the errors; `''`: none. */
  reason?: (rows: unknown) => string;
  document: (described: DescribedResource) => PartDocument;
  routes?: (app: FastifyInstance, context: Context, held: LockForUpdate, name: string, resource: Resource) => void;
}

const ALIAS = 'r';

export const readPartRows = async (db: DbOrTrx, subject: PartOwner, id: number, rows: Part['rows']): Promise<unknown> => {
  const {rows: [row]} = await sql<{rows: unknown}>`
    select ${rows(subject, ALIAS)} as rows
    from ${sql.table(tableOf(subject.name))} as ${sql.ref(ALIAS)} where ${sql.ref(`${ALIAS}.id`)} = ${id}`.execute(db);
  return row?.rows ?? [];
};
