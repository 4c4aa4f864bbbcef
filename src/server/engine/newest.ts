/** What the answer to a change adds for whoever shows the record's history (rules: Answers 4). */
import {historyOperation, may} from '../../schema/access.ts';
import {MOST_NEWEST, NEWEST_STEPS} from '../../schema/lifeCycle/newest.ts';
import type {Submission} from '../calls/submission.ts';
import type {Actor, Context} from '../context.ts';
import {resourceOf} from '../db/names.ts';
import type {DbOrTrx, StoredRow} from '../db/tables.ts';
import {historyOf} from '../history/entries.ts';

/**
 * @param record as stored, within the actor's reach
 * @returns nothing where it was not asked for, of a record without a life cycle, and for who may not read the history
 */
export const newestSteps = async (
  {config}: Pick<Context, 'config'>, db: DbOrTrx, name: string, actor: Actor, record: StoredRow, {tellsSteps}: Submission,
): Promise<Record<string, unknown>> => {
  const resource = resourceOf(config, name);
  if (!tellsSteps || resource.status === undefined || !may(resource, historyOperation(resource), actor.perfil)) return {};
  return {[NEWEST_STEPS]: await historyOf(db, config, name, actor, record, MOST_NEWEST)};
};
