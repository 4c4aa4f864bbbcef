/** By which fields a condition finds records. */
import {inlineConditionOf, collectNestedConditions} from '../../conditions/evaluate.ts';
import type {Condition} from '../../shapes/conditions.ts';
import {listDirectlyReadFields} from '../../conditions/wordTable.ts';
import type {Config} from '../../shapes/config.ts';

/**
 * The fields that a condition looks at, of other records too, but for what is held against whoever asks: that tells them of themselves
 * alone. Names of `people` and what is built in do nothing else.
 */
export const foundBy = (
  config: Pick<Config, 'resources'>, of: string, condition: Condition, seen = new Set<string>(),
): (readonly [resource: string, field: string])[] => {
  const resource = config.resources[of];
  if (resource === undefined) return [];
  return [...collectNestedConditions(resource, condition)].flatMap(one => {
    // A condition that comes back to itself is refused where conditions are checked.
    if (typeof one === 'string' && (seen.has(`${of}.${one}`) || resource.people?.[one] !== undefined)) return [];
    if (typeof one === 'string') seen.add(`${of}.${one}`);
    const spelled = inlineConditionOf(resource, one);
    const [, operator, other] = spelled.compare ?? [];
    const isOfCaller = operator === '=' && String(other).startsWith('session.');
    // Whom a record waits for every answer says.
    const looked = isOfCaller || spelled.waits !== undefined ? [] : listDirectlyReadFields(spelled, resource);
    return [
      ...looked.flatMap(name => (name === undefined || name.startsWith('session.') ? [] : [[of, name] as const])),
      ...Object.entries(spelled.through ?? {}).flatMap(([reference, there]) => {
        const field = resource.fields[reference];
        return field?.kind === 'referencia' ? foundBy(config, field.to, there, seen) : [];
      }),
    ];
  });
};
