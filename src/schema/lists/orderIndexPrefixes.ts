/** Prefixes of the order indexes: fields that scope and status fix before the list's own order. */
import {listAlternatives, inlineConditionOf} from '../conditions/evaluate.ts';
import {storedFieldOf} from '../fields/relatedFields.ts';
import type {Condition} from '../shapes/conditions.ts';
import type {Resource} from '../shapes/config.ts';

const flattenAlternatives = (rules: readonly Condition[]): readonly Condition[] => rules.flatMap(rule => listAlternatives(rule) ?? [rule]);

/**
 * Returns the field by which a condition finds few records: a person of the record, the reference to a record with the person, or a field
 * compared with a session value.
 */
const findSelectiveField = (resource: Resource, condition: Condition): string | undefined => {
  const {people, fields} = resource;
  const person = typeof condition === 'string' ? people?.[condition] : undefined;
  const [name, operator, operand] = inlineConditionOf(resource, condition).compare ?? [];
  const comparesSession = operator === '=' && typeof operand === 'string' && operand.startsWith('session.');
  const fieldName = person === undefined ? (comparesSession ? name : undefined) : storedFieldOf(resource, person.field);
  return fieldName !== undefined && fields[fieldName] !== undefined && fields[fieldName].kind !== 'relacionado' ? fieldName : undefined;
};

/** Returns the field of a record's company, where one list has records of several companies. */
export const companyFieldOf = ({owner}: Resource): string | undefined =>
  (owner?.through === undefined && owner?.empresa !== 'id' ? owner?.empresa : undefined);

/**
 * Lists the index prefixes of a list: none, company, branch, status, people of the scope, and people among the filters. Children have none,
 * because they are few and read with their parent.
 */
export const orderIndexPrefixes = (resource: Resource): readonly (readonly string[])[] => {
  const {owner, scope, status, list} = resource;
  if (owner?.through !== undefined) return [];
  const scopes = Object.values(scope);
  const hasScope = (condition: string): boolean => scopes.some(rules => flattenAlternatives(rules).includes(condition));
  const company = companyFieldOf(resource);
  const ownerPrefixes = [...(hasScope('tudo') ? [[]] : []), ...(company === undefined ? [] : [[company]])];
  const branchPrefixes = owner?.filial !== undefined && hasScope('filiais') ? [[owner.filial]] : [];
  const statusPrefixes = status === undefined ? [] : ownerPrefixes.map(prefix => [...prefix, status]);
  const personPrefixes = scopes.flatMap(rules => flattenAlternatives(rules).flatMap(condition => {
    const field = findSelectiveField(resource, condition);
    return field === undefined ? []
      : [[...(company !== undefined && flattenAlternatives(rules).includes('empresa') ? [company] : []), field]];
  }));
  const personFilterPrefixes = Object.values(resource.people ?? {}).flatMap(({field}) =>
    (list.filters?.[field] === undefined || storedFieldOf(resource, field) !== field ? []
      : [[...(company === undefined ? [] : [company]), field]]));
  const prefixes = [...ownerPrefixes, ...branchPrefixes, ...statusPrefixes, ...personPrefixes, ...personFilterPrefixes];
  return [...new Map(prefixes.map(prefix => [prefix.join(), prefix])).values()];
};
