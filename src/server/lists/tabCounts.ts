/** Counts the records of each tab of a list in one statement (rules: Lists 14). */
import {sql} from 'kysely';
import {mayAccess} from '../../schema/access.ts';
import {countedResources} from '../../schema/dashboard.ts';
import {INCOMPLETE_TAB_NAME, INCOMPLETE_HEADER, MAX_INCOMPLETE_COUNTED} from '../../schema/lifeCycle/incomplete.ts';
import {TAB_PARAM, tabsOf} from '../../schema/lifeCycle/tabs.ts';
import type {TabCount} from '../../schema/apiShapes.ts';
import type {Actor, Context} from '../context.ts';
import {andPredicates, type Predicate} from '../db/conditions/fieldPredicates.ts';
import {countableTabOf, includesFinalStatus, statusPredicate, tabPredicates, type StatusId} from '../db/conditions/tabs.ts';
import {resourceOf} from '../db/sqlNames.ts';
import {customPlanPrefix} from '../db/statementHints.ts';
import type {Sql} from '../db/tables.ts';
import type {AnswerHeaders} from '../http/streaming.ts';
import {companyBranchScope} from '../rowScope/scope.ts';
import {RECORD_ALIAS} from '../rowScope/select.ts';
import {createListQueryContext, fromMatchingRows, type ListQueryContext, type ListCriteria} from './filters/listQueryContext.ts';
import {countedTabTotal} from './planner/counted.ts';
import {readTotal, totalExpression} from './planner/page.ts';

/** A tab without end statuses; such tabs have few records, so one pass counts all of them. */
interface OpenTab {
  column: Sql;
  statuses: readonly StatusId[];
  predicate: Predicate;
}

const openTabCounts = (listContext: ListQueryContext, tabs: readonly OpenTab[]): Sql => {
  const rows = {resource: listContext.resource, alias: RECORD_ALIAS};
  const counts = tabs.map(({column, statuses, predicate}) =>
    sql`count(*) filter (where ${andPredicates([statusPredicate(rows, statuses), predicate])}) as ${column}`);
  const inAnyStatus = statusPredicate(rows, [...new Set(tabs.flatMap(({statuses}) => statuses))]);
  return sql`from (select ${sql.join(counts)} from ${fromMatchingRows(listContext, 'none', [inAnyStatus])}) as open_`;
};

export const incompleteResources = async ({db}: Pick<Context, 'db'>): Promise<ReadonlySet<string>> => {
  const {rows} = await sql<{recurso: string}>`select distinct recurso from incompletos`.execute(db);
  return new Set(rows.map(({recurso}) => recurso));
};

/** Header with the number of records that the caller may complete; empty: none. */
export const incompleteHeader = async (context: Context, name: string, actor: Actor): Promise<AnswerHeaders> => {
  const resource = resourceOf(context.config, name);
  if (!mayAccess(resource, 'update', actor.perfil)) return {};
  const [field, order] = resource.list.sort;
  const listContext = createListQueryContext(context, name, actor, {sort: {field, order}, filter: {[TAB_PARAM]: INCOMPLETE_TAB_NAME}});
  const total = await readTotal(listContext, sql`(select count(*) from (
    select from ${fromMatchingRows(listContext, 'none')} limit ${sql.lit(MAX_INCOMPLETE_COUNTED)}) as incomplete)`, customPlanPrefix);
  return total === 0 ? {} : {[INCOMPLETE_HEADER.toLowerCase()]: total};
};

/** Totals of the caller's tabs within the scope; the list's filters do not count. */
export const tabCounts = async (context: Context, name: string, actor: Actor): Promise<TabCount[]> => {
  const {config, db} = context;
  const resource = resourceOf(config, name);
  const tabs = tabsOf(resource, actor.perfil);
  if (tabs.length === 0) return [];
  const [field, order] = resource.list.sort;
  const listContextOf = (filter: ListCriteria['filter']): ListQueryContext =>
    createListQueryContext(context, name, actor, {sort: {field, order}, filter});
  const scope = countedResources(config).includes(name) ? companyBranchScope(context, name, actor, RECORD_ALIAS) : undefined;
  const openTabs: OpenTab[] = [];
  const columns = tabs.map(([aba, tab]) => {
    const rows = {config, name, resource, actor, alias: RECORD_ALIAS};
    const column = sql.ref(aba);
    const countable = scope === undefined ? undefined : countableTabOf(tab, rows);
    if (countable !== undefined && scope !== undefined) {
      const {ahead, person, predicate: holds} = countable;
      const ownRows = person === undefined ? [] : [sql<boolean>`${sql.ref(`${RECORD_ALIAS}.${person}`)} = ${actor.id}`];
      const stored = countedTabTotal(config, name, aba, scope, person === undefined ? '' : String(actor.id));
      if (ahead === undefined) return sql`${stored} as ${column}`;
      return sql`${stored} - (select count(*)
        from ${fromMatchingRows(listContextOf({}), 'none', [holds, ahead, ...ownRows])}) as ${column}`;
    }
    const {statuses, terms} = tabPredicates(tab, rows);
    if (statuses === undefined || includesFinalStatus(resource, statuses)) {
      return sql`${totalExpression(listContextOf({[TAB_PARAM]: aba}))} as ${column}`;
    }
    openTabs.push({column, statuses, predicate: andPredicates(terms.map(({predicate}) => predicate))});
    return column;
  });
  const {rows: [totals]} = await sql<Record<string, number>>`
    select ${sql.join(columns)} ${openTabs.length === 0 ? sql`` : openTabCounts(listContextOf({}), openTabs)}`.execute(db);
  return tabs.map(([aba]) => ({aba, total: totals?.[aba] ?? 0}));
};
