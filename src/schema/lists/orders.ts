/** By what a list in its own order is told apart: whose records, in which status. Each such way has an index in that order. */
import {listAlternatives, inlineConditionOf} from '../conditions/evaluate.ts';
import type {Condition} from '../shapes/conditions.ts';
import type {Resource} from '../shapes/config.ts';

const conditionsOf = (rules: readonly Condition[]): readonly Condition[] => rules.flatMap(rule => listAlternatives(rule) ?? [rule]);

/** The field of which a condition asks one value: who a record names, or what is known of whoever asks. */
const fieldOf = (resource: Resource, condition: Condition): string | undefined => {
  const {people, fields} = resource;
  const person = typeof condition === 'string' ? people?.[condition] : undefined;
  const [name, operator, other] = inlineConditionOf(resource, condition).compare ?? [];
  const isOfSession = operator === '=' && typeof other === 'string' && other.startsWith('session.');
  const named = person?.field ?? (isOfSession ? name : undefined);
  return named !== undefined && fields[named] !== undefined && fields[named].kind !== 'relacionado' ? named : undefined;
};

/** The field of a record's company, where records of several are in one list. */
export const companyOf = ({owner}: Resource): string | undefined =>
  (owner?.through === undefined && owner?.empresa !== 'id' ? owner?.empresa : undefined);

/**
 * Fields whose values a list's scope and status ask for at once, before its order: of everything, of a company, of a branch,
 * of a status, of a person; and those that it is filtered by of the people whom records name.
 * Records that belong to another are read with it, and few.
 */
export const leadsOf = (resource: Resource): readonly (readonly string[])[] => {
  const {owner, scope, status, list} = resource;
  if (owner?.through !== undefined) return [];
  const scopes = Object.values(scope);
  const has = (condition: string): boolean => scopes.some(rules => conditionsOf(rules).includes(condition));
  const company = companyOf(resource);
  const places = [...(has('tudo') ? [[]] : []), ...(company === undefined ? [] : [[company]])];
  const branch = owner?.filial !== undefined && has('filiais') ? [[owner.filial]] : [];
  const statuses = status === undefined ? [] : places.map(place => [...place, status]);
  const people = scopes.flatMap(rules => conditionsOf(rules).flatMap(condition => {
    const field = fieldOf(resource, condition);
    return field === undefined ? [] : [[...(company !== undefined && conditionsOf(rules).includes('empresa') ? [company] : []), field]];
  }));
  const filtered = Object.values(resource.people ?? {}).flatMap(({field}) =>
    (list.filters?.[field] === undefined ? [] : [[...(company === undefined ? [] : [company]), field]]));
  const all = [...places, ...branch, ...statuses, ...people, ...filtered];
  return [...new Map(all.map(lead => [lead.join(), lead])).values()];
};
