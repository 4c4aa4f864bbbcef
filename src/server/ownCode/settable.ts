/** Fields that own code may write. */
import type {Config} from '../../schema/shapes/config.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {isWritable, type RecordValues} from '../../schema/fields/validate.ts';
import {spellingHint} from '../../schema/check/mistakeTexts.ts';
import {resourceOf} from '../db/sqlNames.ts';

/**
 * Checks the names of values.
 *
 * @param config the one of Sistema
 * @throws Error for an unknown field, and for one that is calculated or written by the product itself
 */
export const requireSettable = (config: Config, name: string, values: RecordValues, tool: 'set' | 'create' | 'save'): void => {
  const {fields} = resourceOf(config, name);
  for (const key of Object.keys(values)) {
    const field = fields[key];
    if (field === undefined) throw new Error(`${tool}: "${key}" não é um campo de ${name}${spellingHint(key, Object.keys(fields))}.`);
    if (isWritable(field) && kindRuleOf(field).alone) continue;
    throw new Error(`${tool}: o campo "${key}" de ${name} não é gravado pelo código próprio.`);
  }
};
