/**
 * Evaluation of conditions on a record: built in, declared, a name of `people`, or in place. Inputs, buttons and the server use it. The
 * server also compiles conditions to SQL.
 */
import type {ConditionResult, ConditionContext, ConditionResource} from './context.ts';
import {listOperands, type Aggregate} from '../fields/calculation.ts';
import {findBuiltInCondition} from './builtIn.ts';
import type {Condition, InlineCondition} from '../shapes/conditions.ts';
import {
  listDirectConditionsOnReferences,
  listDirectlyNestedConditions, readsRecordAlone, readsStableValues, evaluateInlineCondition, listDirectlyReadFields, readContextValue,
} from './wordTable.ts';

/** Returns the words of a condition; `{}` for a built-in one and for a name of `people`. */
export const inlineConditionOf = ({conditions}: Pick<ConditionResource, 'conditions'>, condition: Condition): InlineCondition =>
  (typeof condition === 'string' ? conditions?.[condition] ?? {} : condition);

export const listAlternatives = (condition: Condition): readonly Condition[] | undefined =>
  (typeof condition === 'string' ? undefined : condition.any);

export const evaluateCondition = (condition: Condition, context: ConditionContext<ConditionResource>): ConditionResult => {
  const {people, conditions} = context.resource;
  if (typeof condition === 'string') {
    const person = people?.[condition];
    if (person !== undefined) {
      const value = readContextValue(context, person.field);
      return value === undefined ? undefined : value === context.session.id;
    }
    if (conditions?.[condition] === undefined) {
      const row = findBuiltInCondition(condition);
      return row?.judge === undefined ? context.known?.[condition] : row.judge(context);
    }
  }
  return evaluateInlineCondition(
    inlineConditionOf(context.resource, condition), context, (nested, nestedContext = context) => evaluateCondition(nested, nestedContext),
  );
};

export const collectNestedConditions = (resource: Pick<ConditionResource, 'conditions'>, condition: Condition): ReadonlySet<Condition> => {
  const conditions = new Set([condition]);
  // The set grows while it is walked.
  for (const collected of conditions) {
    for (const nested of listDirectlyNestedConditions(inlineConditionOf(resource, collected))) conditions.add(nested);
  }
  return conditions;
};

/** Lists the nested conditions on referenced records, each with its reference. */
export const listConditionsOnReferences = (
  resource: Pick<ConditionResource, 'conditions'>, condition: Condition,
): readonly (readonly [reference: string, Condition])[] =>
  [...collectNestedConditions(resource, condition)].flatMap(nested =>
    listDirectConditionsOnReferences(inlineConditionOf(resource, nested)));

/** Lists the record's own fields that a condition reads, operands of calculations included. */
export const listReadFields = (resource: ConditionResource, condition: Condition): readonly string[] => {
  const {owner, people} = resource;
  return [...collectNestedConditions(resource, condition)].flatMap(nested => {
    const name = typeof nested === 'string' ? nested : '';
    const ownerKey = findBuiltInCondition(name)?.owner;
    return [people?.[name]?.field, ownerKey && owner?.[ownerKey], ...listDirectlyReadFields(inlineConditionOf(resource, nested), resource)];
  }).flatMap(field => (field === undefined || field.startsWith('session.') ? [] : [field, ...listOperands(resource.fields, field)]));
};

/** Lists the fields of a child that an aggregate reads: its value, and those of its condition. */
export const listAggregatedFields = (child: ConditionResource, {value, where}: Pick<Aggregate, 'value' | 'where'>): readonly string[] =>
  [...new Set([...(value === '' ? [] : [value]), ...(where === undefined ? [] : listReadFields(child, where))])];

/** Tells whether a condition depends only on the stored record: not on the caller, the time, or other records. */
export const dependsOnRecordAlone = (resource: ConditionResource, condition: Condition): boolean =>
  [...collectNestedConditions(resource, condition)].every(nested => {
    const inline = inlineConditionOf(resource, nested);
    const isInline = typeof nested !== 'string' || (resource.people?.[nested] === undefined && resource.conditions?.[nested] !== undefined);
    return isInline && readsRecordAlone(inline) && !listDirectlyReadFields(inline, resource).some(name => name?.startsWith('session.'));
  });

/** Tells whether a condition reads only values that do not change during the life cycle. */
export const isStableCondition = (resource: ConditionResource, condition: Condition): boolean =>
  readsStableValues(inlineConditionOf(resource, condition));

/** Message for callers refused because of a condition; `''` if the config has none. */
export const conditionReason = (resource: ConditionResource, condition: Condition): string => {
  const name = typeof condition === 'string' ? condition : '';
  return resource.people?.[name]?.reason ?? inlineConditionOf(resource, condition).reason ?? findBuiltInCondition(name)?.reason ?? '';
};

export const hidesIfFalse = (resource: Pick<ConditionResource, 'conditions'>, condition: Condition): boolean =>
  inlineConditionOf(resource, condition).hides === true;
