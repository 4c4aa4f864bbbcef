/** Which rows a person reaches: one SQL predicate per resource, used by every list, read, change and delete (rules: Access 7). */
import {sql} from 'kysely';
import {scopeOf} from '../../schema/access.ts';
import {anyIn} from '../../schema/conditions/conditions.ts';
import type {Condition} from '../../schema/conditions/shape.ts';
import type {Config, Resource} from '../../schema/config/config.ts';
import type {Actor, Context} from '../context.ts';
import {isHidden, resourceOf, snake, tableOf} from '../db/names.ts';
import {
  allOf, anyOfRow, anyPredicate, apart, conditionPredicate, EVERYTHING, NOTHING, type Predicate, type Rows, type Term, type Who,
} from './conditions.ts';

/** What rows of a scope have to be told apart by: nothing, their company, their branch. */
export const levels = ['tudo', 'empresa', 'filial'] as const;
export type Level = (typeof levels)[number];

/** Rules that look at a record's company and branch alone. */
const BY_PLACE: Readonly<Partial<Record<string, Level>>> = {tudo: 'tudo', empresa: 'empresa', filiais: 'filial'};
const placeOf = (rule: Condition): Level | undefined => (typeof rule === 'string' ? BY_PLACE[rule] : undefined);

/**
 * A person's scope where company and branch alone decide it.
 *
 * @param alias a relation with the columns of both
 * @returns undefined where the records themselves have to be looked at
 */
export const placeScope = (
  {config}: Pick<Context, 'config'>, name: string, actor: Actor, alias: string,
): {level: Level; predicate: Predicate} | undefined => {
  const resource = resourceOf(config, name);
  const scope = scopeOf(resource, actor.perfil);
  if (scope.length === 0 || resource.owner?.through !== undefined) return undefined;
  const parts: {level: Level; predicate: Predicate}[] = [];
  for (const rule of scope) {
    const level = placeOf(rule);
    if (level === undefined || typeof rule !== 'string') return undefined;
    const predicate = conditionPredicate(rule, {config, name, resource, actor, alias});
    parts.push({predicate, level: predicate === EVERYTHING ? 'tudo' : level});
  }
  const level = levels.findLast(one => parts.some(part => part.level === one)) ?? 'tudo';
  return {level, predicate: allOf(parts.map(part => part.predicate))};
};

/** Rows that were not deleted. */
export const notDeleted = (name: string, resource: Resource, alias: string): Predicate =>
  isHidden(name, resource) ? sql`${sql.ref(`${alias}.data_exclusao`)} is null` : EVERYTHING;

const rulePredicate = (rule: Condition, rows: Rows, scope: readonly Condition[]): Predicate => {
  const ways = anyIn(rule);
  return ways === undefined ? conditionPredicate(rule, rows) : anyPredicate(ways, rows, scope.filter(one => placeOf(one) !== undefined));
};

/** Rows whose parent was not deleted, nor the parent's: a deletion hides what belonged to the record too. */
const parentNotDeleted = (config: Config, resource: Resource, alias: string): Predicate => {
  const through = resource.owner?.through;
  const reference = through === undefined ? undefined : resource.fields[through];
  if (through === undefined || reference?.kind !== 'referencia') return EVERYTHING;
  const parent = resourceOf(config, reference.to);
  const above = `${alias}_${snake(through)}`;
  const own = notDeleted(reference.to, parent, above);
  const theirs = parentNotDeleted(config, parent, above);
  if (own === EVERYTHING && theirs === EVERYTHING) return EVERYTHING;
  const id = sql.ref(`${alias}.${snake(through)}`);
  // A record without a parent is nobody's child.
  return sql`(${id} is null or exists (
    select from ${sql.table(tableOf(reference.to))} as ${sql.ref(above)}
    where ${sql.ref(`${above}.id`)} = ${id} and ${own} and ${theirs}))`;
};

/** A rule on the record itself, or on the parent that knows whose it is. */
const ruleOn = (rule: Condition, rows: Rows, scope: readonly Condition[]): Predicate => {
  const through = rows.resource.owner?.through;
  const reference = through === undefined ? undefined : rows.resource.fields[through];
  if (placeOf(rule) === undefined || rule === 'tudo' || through === undefined || reference?.kind !== 'referencia') {
    return rulePredicate(rule, rows, scope);
  }
  const parent = resourceOf(rows.config, reference.to);
  const alias = `${rows.alias}_${snake(through)}`;
  const inner = ruleOn(rule, {...rows, name: reference.to, resource: parent, alias}, scope);
  return sql`exists (select from ${sql.table(tableOf(reference.to))} as ${sql.ref(alias)}
    where ${sql.ref(`${alias}.id`)} = ${sql.ref(`${rows.alias}.${snake(through)}`)} and ${inner})`;
};

/**
 * The rows of a resource that a person reaches and that were not deleted.
 *
 * @param alias what the resource's table is called in the query:
 *   `… from filiais as t where ${scopePredicate(context, 'filiais', actor, 't')}`
 */
export const scopePredicate = ({config}: Pick<Context, 'config'>, name: string, actor: Who, alias: string): Predicate => {
  const resource = resourceOf(config, name);
  const scope = scopeOf(resource, actor.perfil);
  if (scope.length === 0) return NOTHING;
  return allOf([notDeleted(name, resource, alias), parentNotDeleted(config, resource, alias), ...scope.map(rule =>
    ruleOn(rule, {config, name, resource, actor, alias}, scope))]);
};

/** Whether a person reaches a row that is at hand, looked at by itself: nothing is found by its scope, and its deletion not asked. */
export const rowInScope = ({config}: Pick<Context, 'config'>, name: string, actor: Who, alias: string): Predicate => {
  const resource = resourceOf(config, name);
  const scope = scopeOf(resource, actor.perfil);
  if (scope.length === 0) return NOTHING;
  const rows = {config, name, resource, actor, alias};
  return allOf([parentNotDeleted(config, resource, alias), ...scope.map(rule =>
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
  const terms: Term[] = [{predicate: notDeleted(name, resource, alias)}, {predicate: parentNotDeleted(config, resource, alias)}];
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
