import {inlineConditionOf, collectNestedConditions} from '../../conditions/evaluate.ts';
import type {Condition} from '../../shapes/conditions.ts';
import {listDirectConditionsOnReferences, listDirectlyReadFields} from '../../conditions/wordTable.ts';
import type {Config} from '../../shapes/config.ts';

/**
 * Lists the fields, including those of other records, on which a condition searches. Comparisons with the caller are left out, because they
 * tell people only of themselves; so are names of `people` and built-in conditions.
 */
export const listConditionFields = (
  config: Pick<Config, 'resources'>, of: string, condition: Condition, visited = new Set<string>(),
): (readonly [resource: string, field: string])[] => {
  const resource = config.resources[of];
  if (resource === undefined) return [];
  return [...collectNestedConditions(resource, condition)].flatMap(nested => {
    // A circular condition is refused by the check of conditions.
    if (typeof nested === 'string' && (visited.has(`${of}.${nested}`) || resource.people?.[nested] !== undefined)) return [];
    if (typeof nested === 'string') visited.add(`${of}.${nested}`);
    const inlineCondition = inlineConditionOf(resource, nested);
    const [, operator, operand] = inlineCondition.compare ?? [];
    const comparesCaller = operator === '=' && String(operand).startsWith('session.');
    // Every answer contains for whom a record waits.
    const readFields = comparesCaller || inlineCondition.waits !== undefined ? [] : listDirectlyReadFields(inlineCondition, resource);
    return [
      ...readFields.flatMap(name => (name === undefined || name.startsWith('session.') ? [] : [[of, name] as const])),
      ...listDirectConditionsOnReferences(inlineCondition).flatMap(([reference, referencedCondition]) => {
        const field = resource.fields[reference];
        return field?.kind === 'referencia' ? listConditionFields(config, field.to, referencedCondition, visited) : [];
      }),
    ];
  });
};
