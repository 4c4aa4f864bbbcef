/** Row scopes in other forms than one predicate (`scopePredicate`): in parts for lists, or for a single row. */
import {scopeOf} from '../../schema/access.ts';
import {anyIn} from '../../schema/conditions/conditions.ts';
import type {Condition} from '../../schema/config/conditions.ts';
import type {Resource} from '../../schema/config/config.ts';
import type {Actor, Context} from '../context.ts';
import {
  anyOfRow, apart, conditionPredicate, levels, parentNotDeleted, placeOf, ruleOn, type Level,
} from '../db/conditions/conditions.ts';
import {allOf, EVERYTHING, notDeleted, NOTHING, type Predicate, type Term, type Who} from '../db/conditions/rows.ts';
import {resourceOf} from '../db/names.ts';

export interface PlaceScope {
  level: Level;
  predicate: Predicate;
}

/**
 * The scope of a caller whose rules name only company and branch.
 *
 * @param alias a relation with both columns
 * @returns undefined where the rules look at the records themselves
 */
export const placeScope = (
  {config}: Pick<Context, 'config'>, name: string, actor: Actor, alias: string,
): PlaceScope | undefined => {
  const resource = resourceOf(config, name);
  const scope = scopeOf(resource, actor.perfil);
  if (scope.length === 0 || resource.owner?.through !== undefined) return undefined;
  const parts: PlaceScope[] = [];
  for (const rule of scope) {
    const level = placeOf(rule);
    if (level === undefined || typeof rule !== 'string') return undefined;
    const predicate = conditionPredicate(rule, {config, name, resource, actor, alias});
    parts.push({predicate, level: predicate === EVERYTHING ? 'tudo' : level});
  }
  const level = levels.findLast(candidate => parts.some(part => part.level === candidate)) ?? 'tudo';
  return {level, predicate: allOf(parts.map(part => part.predicate))};
};

/** Scope predicate for a row that is already selected; no index is needed, and deletion is not checked. */
export const rowInScope = ({config}: Pick<Context, 'config'>, name: string, actor: Who, alias: string): Predicate => {
  const resource = resourceOf(config, name);
  const scope = scopeOf(resource, actor.perfil);
  if (scope.length === 0) return NOTHING;
  const rows = {config, name, resource, actor, alias};
  return allOf([parentNotDeleted(rows), ...scope.map(rule =>
    (placeOf(rule) === undefined ? anyOfRow(anyIn(rule) ?? [rule], rows) : ruleOn(rule, rows, scope)))]);
};

/** A scope as list queries use it: terms for all rows, and alternatives that each row matches once. */
export interface ScopeParts {
  terms: Term[];
  /** Alternatives of which no row matches two; empty: the terms are the whole scope. */
  apart: readonly Predicate[];
  /** The alternatives as one predicate on a row. */
  either: Predicate;
}

/** The rows of {@link scopePredicate}, in parts. */
export const scopeParts = ({config}: Pick<Context, 'config'>, name: string, actor: Actor, alias: string): ScopeParts => {
  const resource = resourceOf(config, name);
  const scope = scopeOf(resource, actor.perfil);
  const parts: ScopeParts = {terms: [], apart: [], either: EVERYTHING};
  if (scope.length === 0) return {...parts, terms: [{predicate: NOTHING}]};
  const rows = {config, name, resource, actor, alias};
  const terms: Term[] = [{predicate: notDeleted(name, resource, alias)}, {predicate: parentNotDeleted(rows)}];
  for (const rule of scope) {
    const alternatives = anyIn(rule) ?? [];
    const disjointPredicates = parts.apart.length > 0 ? [] : apart(alternatives, rows);
    if (disjointPredicates.length > 0) {
      parts.apart = disjointPredicates;
      parts.either = anyOfRow(alternatives, rows);
    } else terms.push({predicate: ruleOn(rule, rows, scope), ...equalsOf(rule, resource, actor)});
  }
  parts.terms = terms.filter(({predicate}) => predicate !== EVERYTHING);
  return parts;
};

const equalsOf = (rule: Condition, {owner}: Resource, {idEmpresa}: Actor): Pick<Term, 'equals'> =>
  (rule === 'empresa' && owner?.empresa !== undefined && owner.through === undefined && idEmpresa !== null ? {equals: owner.empresa} : {});
