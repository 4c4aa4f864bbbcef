/** Reads the rows of an export in batches, within the caller's current scope. */
import type {FastifyRequest} from 'fastify';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {TURN_HOLDER_KEY} from '../../schema/statuses/responseKeys.ts';
import {formatTurn} from '../../schema/lifeCycle/turnTexts.ts';
import type {Context} from '../context.ts';
import {resourceOf} from '../db/sqlNames.ts';
import {readRowsByIds} from '../engine/readRecord.ts';
import {readInBatches, type BatchQueue} from '../lists/batches.ts';
import type {ReferenceTitles} from '../formatting/valueFormatter.ts';
import {readReferenceTitles} from '../formatting/referenceTitles.ts';
import {mapFieldsByColumn, type Column} from './columns.ts';

/** A batch for the writer thread: values in column order, and titles of referenced records. */
export interface ExportBatch {
  rows: readonly (readonly unknown[])[];
  titles: ReferenceTitles;
}

/**
 * Reads rows by ids, in order, a batch at a time with backpressure.
 *
 * @throws Refusal SESSAO when the session ends meanwhile
 */
export const readExportBatches = (
  context: Context, name: string, request: Pick<FastifyRequest, 'actor' | 'tokenVersao'>, columns: readonly Column[],
  ids: readonly number[], takeTurn: BatchQueue,
): AsyncGenerator<ExportBatch> => {
  const fieldsByColumn = mapFieldsByColumn(columns);
  const resource = resourceOf(context.config, name);
  return readInBatches(context, request, ids, takeTurn, async (actor, batchIds) => {
    const records = await readRowsByIds(context, name, actor, batchIds);
    const hasTurnColumn = columns.some(column => column.name === TURN_HOLDER_KEY);
    const withTurn = (record: RecordValues): RecordValues => ({...record, [TURN_HOLDER_KEY]: formatTurn(context.config, resource, record)});
    const rows = hasTurnColumn ? records.map(withTurn) : records;
    const titles = await readReferenceTitles(context.db, context.config, fieldsByColumn, rows);
    return {rows: rows.map(row => columns.map(column => row[column.name])), titles};
  });
};
