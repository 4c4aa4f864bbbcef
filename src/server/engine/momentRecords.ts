/** Records that the moments of written values and defaults read through references. */
import {isRelativeMoment, listMomentReferences} from '../../schema/fields/relativeMoments.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import type {WritingContext} from '../../schema/lifeCycle/writtenValues.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {resourceOf} from '../db/sqlNames.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {readReferencedRow} from '../rowScope/storedRow.ts';

/**
 * Reads the records that moments name, whatever the caller's scope.
 *
 * @param values as the config writes them
 */
export const readMomentRecords = async (
  config: Config, db: DbOrTrx, resource: Pick<Resource, 'fields'>, record: RecordValues, values: readonly unknown[],
): Promise<NonNullable<WritingContext['named']>> => {
  const named: Record<string, Pick<WritingContext, 'resource' | 'record'> | null> = {};
  const references = values.filter(isRelativeMoment).flatMap(listMomentReferences).map(([reference]) => reference);
  for (const reference of new Set(references)) {
    const field = resource.fields[reference];
    const id = record[reference] ?? null;
    const row = field?.kind !== 'referencia' || id === null ? undefined : await readReferencedRow(config, db, field.to, id, false);
    named[reference] = field?.kind === 'referencia' && row !== undefined ? {resource: resourceOf(config, field.to), record: row} : null;
  }
  return named;
};
