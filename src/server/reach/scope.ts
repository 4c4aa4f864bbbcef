/** Which rows a person reaches, where that is asked otherwise than by the predicate alone (`scopePredicate`): in parts, or of one row. */
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
 * A person's scope where company and branch alone decide it.
 *
 * @param alias a relation with the columns of both
 * @returns undefined where the records themselves have to be looked at
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
  const level = levels.findLast(one => parts.some(part => part.level === one)) ?? 'tudo';
  return {level, predicate: allOf(parts.map(part => part.predicate))};
};

/** Whether a person reaches a row that is at hand, looked at by itself: nothing is found by its scope, and its deletion not asked. */
export const rowInScope = ({config}: Pick<Context, 'config'>, name: string, actor: Who, alias: string): Predicate => {
  const resource = resourceOf(config, name);
  const scope = scopeOf(resource, actor.perfil);
  if (scope.length === 0) return NOTHING;
  const rows = {config, name, resource, actor, alias};
  return allOf([parentNotDeleted(rows), ...scope.map(rule =>
    (placeOf(rule) === undefined ? anyOfRow(anyIn(rule) ?? [rule], rows) : ruleOn(rule, rows, scope)))]);
};

/** A scope as a list reads it: what holds of all its rows, and ways of which each row has one. */
export interface ScopeParts {
  terms: Term[];
  /** Predicates of which no row has two; none: the terms say all. */
  apart: readonly Predicate[];
  /** Whether one of them holds, to be asked of a row. */
  either: Predicate;
}

/** The same rows as {@link scopePredicate}'s, in parts. */
export const scopeParts = ({config}: Pick<Context, 'config'>, name: string, actor: Actor, alias: string): ScopeParts => {
  const resource = resourceOf(config, name);
  const scope = scopeOf(resource, actor.perfil);
  const parts: ScopeParts = {terms: [], apart: [], either: EVERYTHING};
  if (scope.length === 0) return {...parts, terms: [{predicate: NOTHING}]};
  const rows = {config, name, resource, actor, alias};
  const terms: Term[] = [{predicate: notDeleted(name, resource, alias)}, {predicate: parentNotDeleted(rows)}];
  for (const rule of scope) {
    const any = anyIn(rule) ?? [];
    const ways = parts.apart.length > 0 ? [] : apart(any, rows);
    if (ways.length > 0) {
      parts.apart = ways;
      parts.either = anyOfRow(any, rows);
    } else terms.push({predicate: ruleOn(rule, rows, scope), ...equalsOf(rule, resource, actor)});
  }
  parts.terms = terms.filter(({predicate}) => predicate !== EVERYTHING);
  return parts;
};

const equalsOf = (rule: Condition, {owner}: Resource, {idEmpresa}: Actor): Pick<Term, 'equals'> =>
  (rule === 'empresa' && owner?.empresa !== undefined && owner.through === undefined && idEmpresa !== null ? {equals: owner.empresa} : {});
