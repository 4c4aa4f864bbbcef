/** A record as its own call answers it: its fields, its parts, what the caller may do, and its newest steps for who asks for them. */
import {sql} from 'kysely';
import {historyOperation, may} from '../../schema/access.ts';
import {MOST_NEWEST, NEWEST_STEPS} from '../../schema/lifeCycle/newest.ts';
import type {Actor} from '../context.ts';
import {resourceOf} from '../db/names.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {entriesOf, stepRows} from '../history/entries.ts';
import {ALIAS} from '../reach/select.ts';
import {storedRow} from '../reach/storedRow.ts';
import type {EngineContext} from './hooks.ts';
import {partsOf} from './parts.ts';
import {present} from './present.ts';
import {verdictsOn} from './verdicts.ts';

/**
 * A record as its own read call answers it, read in one statement.
 *
 * @param db the transaction, inside one
 * @param tellsSteps whether its newest steps are told too (rules: Answers 4): not of a record without a life cycle, nor to who may not
 *   read the history
 * @throws Refusal 404 when it is missing, deleted or outside the caller's scope
 */
export const readRecord = async (
  {config, hooks}: Pick<EngineContext, 'config' | 'hooks'>, db: DbOrTrx, name: string, actor: Actor, id: number, tellsSteps = false,
): Promise<Record<string, unknown>> => {
  const resource = resourceOf(config, name);
  const subject = {config, name, resource};
  const declared = partsOf(resource).map(one => ({...one, column: `#${one.name}`}));
  const columns = declared.map(({part, column}) => sql`${part.rows(subject, ALIAS)} as ${sql.ref(column)}`);
  const hasSteps = tellsSteps && resource.status !== undefined && may(resource, historyOperation(resource), actor.perfil);
  const steps = hasSteps ? [stepRows(config, name, actor, ALIAS, MOST_NEWEST)] : [];
  const row = await storedRow({config}, db, name, actor, id, false, [...columns, ...steps]);
  const parts = new Map(declared.map(one => [one.name, row[one.column]]));
  return {
    ...present(config, resource, actor, row),
    ...Object.fromEntries(declared.map(({key, part, column}) => [key, part.present(row[column])])),
    ...(resource.status === undefined ? {} : {acoes: await verdictsOn({...subject, hooks, db, actor, row, parts})}),
    ...(hasSteps ? {[NEWEST_STEPS]: await entriesOf(db, config, name, actor, row)} : {}),
  };
};
