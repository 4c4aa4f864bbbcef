/** The rows of an export: read a portion at a time as the person who asked reaches them now. */
import type {FastifyRequest} from 'fastify';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {TURN_HOLDER_KEY} from '../../schema/statuses/responseKeys.ts';
import {formatTurn} from '../../schema/lifeCycle/turnTexts.ts';
import type {Context} from '../context.ts';
import {resourceOf} from '../db/sqlNames.ts';
import {readRowsByIds} from '../engine/readRecord.ts';
import {readInBatches, type ReadTurns} from '../lists/portions.ts';
import type {ReferenceTitles} from '../readable/valueFormatter.ts';
import {readReferenceTitles} from '../readable/referenceTitles.ts';
import {shownIn, type Column} from './columns.ts';

/** Some rows as they go to the thread that writes them: their values in the columns' order, and what these refer to. */
export interface Batch {
  rows: readonly (readonly unknown[])[];
  names: ReferenceTitles;
}

/**
 * The rows of these ids, in their order, a batch at a time as the receiver takes them.
 *
 * @throws Refusal SESSAO when the person is signed out meanwhile
 */
export const batchesOf = (
  context: Context, name: string, request: Pick<FastifyRequest, 'actor' | 'tokenVersao'>, columns: readonly Column[],
  ids: readonly number[], takeTurn: ReadTurns,
): AsyncGenerator<Batch> => {
  const shown = shownIn(columns);
  const resource = resourceOf(context.config, name);
  return readInBatches(context, request, ids, takeTurn, async (actor, some) => {
    const records = await readRowsByIds(context, name, actor, some);
    const isTurn = columns.some(column => column.name === TURN_HOLDER_KEY);
    const withTurn = (record: RecordValues): RecordValues => ({...record, [TURN_HOLDER_KEY]: formatTurn(context.config, resource, record)});
    const rows = isTurn ? records.map(withTurn) : records;
    const names = await readReferenceTitles(context.db, context.config, shown, rows);
    return {rows: rows.map(row => columns.map(column => row[column.name])), names};
  });
};
