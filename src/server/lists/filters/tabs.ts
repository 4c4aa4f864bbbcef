/** The tab that a list is asked for, as a question to its rows. */
import {may} from '../../../schema/access.ts';
import type {Resource, Tab} from '../../../schema/config/config.ts';
import {INCOMPLETE} from '../../../schema/lifeCycle/incomplete.ts';
import {TAB, tabsOf} from '../../../schema/lifeCycle/tabs.ts';
import {UNKNOWN_TAB} from '../../../schema/lists/fromQuery.ts';
import type {Actor} from '../../context.ts';
import type {Rows} from '../../db/conditions/rows.ts';
import {termsOf, type StatusId, type TabTerms} from '../../db/conditions/tabs.ts';
import {invalid} from '../../errors.ts';
import {incompletePredicate} from '../../reach/incomplete.ts';

const tabFor = (resource: Resource, {perfil}: Actor, name: unknown): Tab => {
  const [, tab] = tabsOf(resource, perfil).find(([own]) => own === name) ?? [];
  if (tab === undefined) throw invalid([{campo: TAB, mensagem: UNKNOWN_TAB}]);
  return tab;
};

/**
 * What the tab of a name asks of rows.
 *
 * @throws Refusal 400 for one that there is not, or that somebody else has; whoever may save nothing has not what is incomplete
 */
export const tabTerms = (name: unknown, rows: Rows & {actor: Actor}): TabTerms => {
  const {resource, actor} = rows;
  if (name !== INCOMPLETE || !may(resource, 'update', actor.perfil)) return termsOf(tabFor(resource, actor, name), rows);
  return {statuses: undefined, terms: [{predicate: incompletePredicate(rows)}]};
};

/** A filter of statuses beside that of a tab: both hold. */
export const bothOf = (statuses: readonly StatusId[], given: unknown): unknown => {
  if (given === undefined) return statuses.length === 1 ? statuses[0] : statuses;
  const asked = (Array.isArray(given) ? given : [given]) as unknown[];
  const both = asked.filter(one => statuses.includes(one as StatusId));
  return both.length === 1 ? both[0] : both;
};
