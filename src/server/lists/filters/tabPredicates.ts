/** Predicates of a list's tab. */
import {mayAccess} from '../../../schema/access.ts';
import type {Resource, Tab} from '../../../schema/shapes/config.ts';
import {INCOMPLETE_TAB_NAME} from '../../../schema/lifeCycle/incomplete.ts';
import {TAB_PARAM, tabsOf} from '../../../schema/lifeCycle/tabs.ts';
import {UNKNOWN_TAB_MESSAGE} from '../../../schema/lists/parseListRequest.ts';
import type {Actor} from '../../context.ts';
import type {PredicateContext} from '../../db/conditions/fieldPredicates.ts';
import {tabPredicates, type StatusId, type TabPredicates} from '../../db/conditions/tabs.ts';
import {invalid} from '../../errors.ts';
import {incompletePredicate} from '../../rowScope/incomplete.ts';

const tabFor = (resource: Resource, {perfil}: Actor, name: unknown): Tab => {
  const [, tab] = tabsOf(resource, perfil).find(([tabName]) => tabName === name) ?? [];
  if (tab === undefined) throw invalid([{campo: TAB_PARAM, mensagem: UNKNOWN_TAB_MESSAGE}]);
  return tab;
};

/**
 * Predicates of the named tab.
 *
 * @throws Refusal 400 for an unknown tab or one of other profiles; the incomplete tab exists only for profiles that may save
 */
export const listTabPredicates = (name: unknown, rows: PredicateContext & {actor: Actor}): TabPredicates => {
  const {resource, actor} = rows;
  if (name !== INCOMPLETE_TAB_NAME || !mayAccess(resource, 'update', actor.perfil)) {
    return tabPredicates(tabFor(resource, actor, name), rows);
  }
  return {statuses: undefined, terms: [{predicate: incompletePredicate(rows)}]};
};

/** Intersects the tab's statuses with a filter of statuses. */
export const intersectStatuses = (statuses: readonly StatusId[], statusFilter: unknown): unknown => {
  if (statusFilter === undefined) return statuses.length === 1 ? statuses[0] : statuses;
  const requested = (Array.isArray(statusFilter) ? statusFilter : [statusFilter]) as unknown[];
  const both = requested.filter(id => statuses.includes(id as StatusId));
  return both.length === 1 ? both[0] : both;
};
