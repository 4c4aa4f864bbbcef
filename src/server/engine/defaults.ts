/** What fields begin with of the records that are named beside them: of a record that is made, of what an action asks. */
import {isCleared, isOn, isRequired} from '../../schema/conditions/fieldConditions.ts';
import {followed} from '../../schema/fields/defaults.ts';
import type {Fields} from '../../schema/config/fields.ts';
import {ruleOf} from '../../schema/fields/kinds.ts';
import {validateValue, type Values} from '../../schema/fields/validate.ts';
import type {Config, Resource} from '../../schema/config/config.ts';
import type {FieldError} from '../../schema/wire.ts';
import type {Actor} from '../context.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {namedRow} from '../reach/storedRow.ts';

/**
 * For the fields that nobody gave a value: that of what is named, as far as it is one of theirs.
 *
 * @param resource with all that they may be looked up by
 */
export const followedDefaults = async (
  config: Config, trx: DbOrTrx, resource: Resource, fields: Fields, actor: Actor, given: Values,
): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const from = followed(resource.fields, field);
    if (from === undefined || (given[name] ?? null) !== null || (given[from.reference] ?? null) === null) continue;
    if (isCleared(field, {resource, record: given, session: actor})) continue;
    const stored = (await namedRow(config, trx, from.to, given[from.reference], false))?.[from.field];
    const value = ruleOf(field).bare(stored instanceof Date ? stored.toISOString() : stored, field);
    if (value !== null && validateValue(field, value, false) === undefined) found[name] = value;
  }
  return found;
};

/** What was left to what the record names, and that has not either. */
export const lackedErrors = (resource: Resource, actor: Actor, written: Values, given: Values): FieldError[] =>
  Object.entries(resource.fields).flatMap(([campo, field]) => {
    if (written[campo] !== null || followed(resource.fields, field) === undefined) return [];
    const asked = {resource, record: given, session: actor};
    const mensagem = isOn(field, asked) ? validateValue(field, given[campo], isRequired(field, asked)) : undefined;
    return mensagem === undefined ? [] : [{campo, mensagem}];
  });
