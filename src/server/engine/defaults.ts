/** What a new record begins with of the records that it names. */
import {isCleared} from '../../schema/fields/opening.ts';
import {followed} from '../../schema/fields/defaults.ts';
import {ruleOf} from '../../schema/fields/kinds.ts';
import {validateValue, type Values} from '../../schema/fields/validate.ts';
import type {Config, Resource} from '../../schema/config/config.ts';
import type {Actor} from '../context.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {namedRow} from '../reach/storedRow.ts';

/** For the fields that nobody gave a value: that of what is named, as far as it is one of theirs. */
export const followedDefaults = async (
  config: Config, trx: DbOrTrx, resource: Resource, actor: Actor, given: Values,
): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    const from = followed(resource.fields, field);
    if (from === undefined || (given[name] ?? null) !== null || (given[from.reference] ?? null) === null) continue;
    if (isCleared(field, {resource, record: given, session: actor})) continue;
    const stored = (await namedRow(config, trx, from.to, given[from.reference], false))?.[from.field];
    const value = ruleOf(field).bare(stored instanceof Date ? stored.toISOString() : stored, field);
    if (validateValue(field, value, false) === undefined) found[name] = value;
  }
  return found;
};
