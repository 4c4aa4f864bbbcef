/** Row scopes in other forms than one predicate (`scopePredicate`): in parts for lists, or for a single row. */
import {rowScopeOf} from '../../schema/access.ts';
import {listAlternatives} from '../../schema/conditions/evaluate.ts';
import type {Condition} from '../../schema/shapes/conditions.ts';
import type {Resource} from '../../schema/shapes/config.ts';
import type {Actor, Context} from '../context.ts';
import {
  anyConditionPredicateForRow, disjointPredicates, conditionPredicate, scopeLevels, parentNotDeleted, scopeLevelOf, scopeRulePredicate,
  type ScopeLevel,
} from '../db/conditions/conditionPredicates.ts';
import {
  andPredicates, ALL_ROWS, notDeleted, NO_ROWS, type Predicate, type ListQueryCondition, type PredicateActor,
} from '../db/conditions/fieldPredicates.ts';
import {resourceOf} from '../db/sqlNames.ts';

export interface CompanyBranchScope {
  level: ScopeLevel;
  predicate: Predicate;
}

/**
 * The scope of a caller whose rules name only company and branch.
 *
 * @param alias a relation with both columns
 * @returns undefined where the rules look at the records themselves
 */
export const companyBranchScope = (
  {config}: Pick<Context, 'config'>, name: string, actor: Actor, alias: string,
): CompanyBranchScope | undefined => {
  const resource = resourceOf(config, name);
  const scope = rowScopeOf(resource, actor.perfil);
  if (scope.length === 0 || resource.owner?.through !== undefined) return undefined;
  const parts: CompanyBranchScope[] = [];
  for (const rule of scope) {
    const level = scopeLevelOf(rule);
    if (level === undefined || typeof rule !== 'string') return undefined;
    const predicate = conditionPredicate(rule, {config, name, resource, actor, alias});
    parts.push({predicate, level: predicate === ALL_ROWS ? 'tudo' : level});
  }
  const level = scopeLevels.findLast(candidate => parts.some(part => part.level === candidate)) ?? 'tudo';
  return {level, predicate: andPredicates(parts.map(part => part.predicate))};
};

/** Scope predicate for a row that is already selected; no index is needed, and deletion is not checked. */
export const rowInScopePredicate = ({config}: Pick<Context, 'config'>, name: string, actor: PredicateActor, alias: string): Predicate => {
  const resource = resourceOf(config, name);
  const scope = rowScopeOf(resource, actor.perfil);
  if (scope.length === 0) return NO_ROWS;
  const rows = {config, name, resource, actor, alias};
  return andPredicates([parentNotDeleted(rows), ...scope.map(rule =>
    (scopeLevelOf(rule) === undefined
      ? anyConditionPredicateForRow(listAlternatives(rule) ?? [rule], rows) : scopeRulePredicate(rule, rows, scope)))]);
};

/** A scope as list queries use it: terms for all rows, and alternatives that each row matches once. */
export interface ScopeParts {
  terms: ListQueryCondition[];
  /** Alternatives of which no row matches two; empty: the terms are the whole scope. */
  disjoint: readonly Predicate[];
  /** The alternatives as one predicate on a row. */
  disjunction: Predicate;
}

/** The rows of {@link scopePredicate}, in parts. */
export const scopeParts = ({config}: Pick<Context, 'config'>, name: string, actor: Actor, alias: string): ScopeParts => {
  const resource = resourceOf(config, name);
  const scope = rowScopeOf(resource, actor.perfil);
  const parts: ScopeParts = {terms: [], disjoint: [], disjunction: ALL_ROWS};
  if (scope.length === 0) return {...parts, terms: [{predicate: NO_ROWS}]};
  const rows = {config, name, resource, actor, alias};
  const terms: ListQueryCondition[] = [{predicate: notDeleted(name, resource, alias)}, {predicate: parentNotDeleted(rows)}];
  for (const rule of scope) {
    const alternatives = listAlternatives(rule) ?? [];
    const disjoint = parts.disjoint.length > 0 ? [] : disjointPredicates(alternatives, rows);
    if (disjoint.length > 0) {
      parts.disjoint = disjoint;
      parts.disjunction = anyConditionPredicateForRow(alternatives, rows);
    } else terms.push({predicate: scopeRulePredicate(rule, rows, scope), ...equalsOf(rule, resource, actor)});
  }
  parts.terms = terms.filter(({predicate}) => predicate !== ALL_ROWS);
  return parts;
};

const equalsOf = (rule: Condition, {owner}: Resource, {idEmpresa}: Actor): Pick<ListQueryCondition, 'equals'> =>
  (rule === 'empresa' && owner?.empresa !== undefined && owner.through === undefined && idEmpresa !== null ? {equals: owner.empresa} : {});
