/** How many records each tab of a list has (rules: Lists 14), all of them in one statement. */
import {sql} from 'kysely';
import {may} from '../../schema/access.ts';
import {countedResources} from '../../schema/dashboard.ts';
import {INCOMPLETE, INCOMPLETE_HEADER, MOST_COUNTED} from '../../schema/lifeCycle/incomplete.ts';
import {TAB, tabsOf} from '../../schema/lifeCycle/tabs.ts';
import type {TabCount} from '../../schema/wire.ts';
import type {Actor, Context} from '../context.ts';
import {allOf, type Predicate} from '../db/conditions/rows.ts';
import {keptTab, reachesEnd, standsIn, termsOf, type StatusId} from '../db/conditions/tabs.ts';
import {resourceOf} from '../db/names.ts';
import {once} from '../db/signs.ts';
import type {Sql} from '../db/tables.ts';
import type {Headers} from '../http/portions.ts';
import {placeScope} from '../reach/scope.ts';
import {ALIAS} from '../reach/select.ts';
import {askedOf, matchesOf, type Asked, type Sorted} from './filters/matching.ts';
import {keptTotal} from './planner/counted.ts';
import {readTotal, rowTotal} from './planner/page.ts';

/** A tab of whose records no end is one: they are few, and of all such tabs each is looked at once. */
interface OfOpen {
  column: Sql;
  statuses: readonly StatusId[];
  holds: Predicate;
}

const ofOpen = (asked: Asked, tabs: readonly OfOpen[]): Sql => {
  const rows = {resource: asked.resource, alias: ALIAS};
  const counts = tabs.map(({column, statuses, holds}) =>
    sql`count(*) filter (where ${allOf([standsIn(rows, statuses), holds])}) as ${column}`);
  const any = standsIn(rows, [...new Set(tabs.flatMap(({statuses}) => statuses))]);
  return sql`from (select ${sql.join(counts)} from ${matchesOf(asked, 'none', [any])}) as open_`;
};

/** The resources of which starts left something incomplete. */
export const incompleteResources = async ({db}: Pick<Context, 'db'>): Promise<ReadonlySet<string>> => {
  const {rows} = await sql<{recurso: string}>`select distinct recurso from incompletos`.execute(db);
  return new Set(rows.map(({recurso}) => recurso));
};

/** How many records somebody may mend, as the header of their list; nothing where there are none. */
export const incompleteHeader = async (context: Context, name: string, actor: Actor): Promise<Headers> => {
  const resource = resourceOf(context.config, name);
  if (!may(resource, 'update', actor.perfil)) return {};
  const [field, order] = resource.list.sort;
  const asked = askedOf(context, name, actor, {sort: {field, order}, filter: {[TAB]: INCOMPLETE}});
  const total = await readTotal(asked, sql`(select count(*) from (
    select from ${matchesOf(asked, 'none')} limit ${sql.lit(MOST_COUNTED)}) as incomplete)`, once);
  return total === 0 ? {} : {[INCOMPLETE_HEADER.toLowerCase()]: total};
};

/** Totals within the caller's scope, of the tabs that they have; what a list is filtered by does not count. */
export const tabCounts = async (context: Context, name: string, actor: Actor): Promise<TabCount[]> => {
  const {config, db} = context;
  const resource = resourceOf(config, name);
  const tabs = tabsOf(resource, actor.perfil);
  if (tabs.length === 0) return [];
  const [field, order] = resource.list.sort;
  const questionOf = (filter: Sorted['filter']): Asked => askedOf(context, name, actor, {sort: {field, order}, filter});
  const scope = countedResources(config).includes(name) ? placeScope(context, name, actor, ALIAS) : undefined;
  const open: OfOpen[] = [];
  const columns = tabs.map(([aba, tab]) => {
    const rows = {config, name, resource, actor, alias: ALIAS};
    const column = sql.ref(aba);
    const kept = scope === undefined ? undefined : keptTab(tab, rows);
    if (kept !== undefined && scope !== undefined) {
      const {ahead, person, holds} = kept;
      const own = person === undefined ? [] : [sql<boolean>`${sql.ref(`${ALIAS}.${person}`)} = ${actor.id}`];
      const counted = keptTotal(config, name, aba, scope, person === undefined ? '' : String(actor.id));
      if (ahead === undefined) return sql`${counted} as ${column}`;
      return sql`${counted} - (select count(*) from ${matchesOf(questionOf({}), 'none', [holds, ahead, ...own])}) as ${column}`;
    }
    const {statuses, terms} = termsOf(tab, rows);
    if (statuses === undefined || reachesEnd(resource, statuses)) return sql`${rowTotal(questionOf({[TAB]: aba}))} as ${column}`;
    open.push({column, statuses, holds: allOf(terms.map(({predicate}) => predicate))});
    return column;
  });
  const {rows: [totals]} = await sql<Record<string, number>>`
    select ${sql.join(columns)} ${open.length === 0 ? sql`` : ofOpen(questionOf({}), open)}`.execute(db);
  return tabs.map(([aba]) => ({aba, total: totals?.[aba] ?? 0}));
};
