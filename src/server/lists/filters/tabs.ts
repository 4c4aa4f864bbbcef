/** The tabs of a list as questions to its rows: their statuses, as far as these decide, and the conditions that do not end there. */
import {may} from '../../../schema/access.ts';
import type {Answer} from '../../../schema/conditions/asked.ts';
import {answerOf} from '../../../schema/conditions/conditions.ts';
import type {Condition} from '../../../schema/conditions/shape.ts';
import type {Resource, Tab} from '../../../schema/config/config.ts';
import {INCOMPLETE} from '../../../schema/lifeCycle/incomplete.ts';
import {WAITED_FOR} from '../../../schema/lifeCycle/situation.ts';
import {endsOf, statusesOf} from '../../../schema/lifeCycle/statuses.ts';
import {TAB, tabsOf, UNKNOWN_TAB} from '../../../schema/lifeCycle/tabs.ts';
import {waitsFor} from '../../../schema/lifeCycle/waiting.ts';
import type {Actor} from '../../context.ts';
import {invalid} from '../../errors.ts';
import {conditionPredicate} from '../../reach/conditions.ts';
import {incompletePredicate} from '../../reach/incomplete.ts';
import type {Rows, Term} from '../../reach/rows.ts';

export type StatusId = string | number;

const tabFor = (resource: Resource, {perfil}: Actor, name: unknown): Tab => {
  const [, tab] = tabsOf(resource, perfil).find(([own]) => own === name) ?? [];
  if (tab === undefined) throw invalid([{campo: TAB, mensagem: UNKNOWN_TAB}]);
  return tab;
};

/** What a condition says of all records in a status; undefined where more decides. */
const ofStatus = (condition: Condition, resource: Resource, session: Actor, id: StatusId): Answer => {
  const [silent, spoken] = [false, true].map(spoke => answerOf(condition, {
    resource, session, record: {[resource.status ?? '']: id, [WAITED_FOR]: waitsFor(resource, id, spoke)},
  }));
  return silent === spoken ? silent : undefined;
};

interface TabTerms {
  /** The statuses its records can have; undefined: any. */
  statuses: readonly StatusId[] | undefined;
  /** What more is asked of them. */
  terms: readonly Term[];
}

/** Statuses come first, and by themselves where they say all: indexes and counts know them. */
export const termsOf = ({where}: Tab, rows: Rows & {actor: Actor}): TabTerms => {
  const {resource, actor} = rows;
  const all = statusesOf(resource).map(({id}) => id);
  const answers = (id: StatusId): Answer[] => where.map(condition => ofStatus(condition, resource, actor, id));
  const possible = all.filter(id => !answers(id).includes(false));
  const open = where.filter((_condition, at) => all.length === 0 || possible.some(id => answers(id)[at] === undefined));
  return {
    statuses: possible.length === all.length ? undefined : possible,
    terms: open.map(condition => {
      const person = typeof condition === 'string' ? resource.people?.[condition]?.field : undefined;
      return {predicate: conditionPredicate(condition, rows), ...(person === undefined ? {} : {equals: person})};
    }),
  };
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

/** Whether some end is among the statuses: those have ever more records, of the others there are few. */
export const reachesEnd = (resource: Resource, statuses: readonly StatusId[]): boolean =>
  endsOf(resource).some(({id}) => statuses.includes(id));

/** A filter of statuses beside that of a tab: both hold. */
export const bothOf = (statuses: readonly StatusId[], given: unknown): unknown => {
  if (given === undefined) return statuses.length === 1 ? statuses[0] : statuses;
  const asked = (Array.isArray(given) ? given : [given]) as unknown[];
  const both = asked.filter(one => statuses.includes(one as StatusId));
  return both.length === 1 ? both[0] : both;
};
