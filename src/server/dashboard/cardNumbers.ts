/** Numbers of a dashboard's cards beyond the counts by status: its tabs and its sums (rules: Dashboard 11, 12). */
import {sql} from 'kysely';
import {creationField, listCards, listSummedFields, type PeriodSpan} from '../../schema/dashboard.ts';
import {TAB_PARAM} from '../../schema/lifeCycle/tabs.ts';
import type {Resource} from '../../schema/shapes/config.ts';
import type {CardNumbers, Sums} from '../../schema/apiShapes.ts';
import {columnOf, toSnakeCase} from '../db/sqlNames.ts';
import {customPlanPrefix} from '../db/statementHints.ts';
import type {Sql} from '../db/tables.ts';
import {createListQueryContext, fromMatchingRows, type ListQueryContext} from '../lists/filters/listQueryContext.ts';
import {countedTotal} from '../lists/planner/counted.ts';
import {readTotal, totalExpression} from '../lists/planner/page.ts';
import {RECORD_ALIAS} from '../rowScope/select.ts';
import type {DashboardRequest} from './subject.ts';

/**
 * The list query to which a card leads: created in these days, of this company and branch, in this tab.
 *
 * @returns undefined: the resource has no such company or branch, so that nothing matches
 */
const cardListQuery = (
  {context, subject: {name, resource}, actor, place}: DashboardRequest, {from, to}: PeriodSpan, tab?: string,
): ListQueryContext | undefined => {
  const {owner, list: {sort: [field, order]}} = resource;
  const places = [[owner?.empresa, place.idEmpresa], [owner?.filial, place.idFilial]] as const;
  const chosenPlaces = places.filter(([, id]) => id !== 0).map(([ownerField = '', id]): [string, number] => [ownerField, id]);
  if (chosenPlaces.some(([ownerField]) => ownerField === '')) return undefined;
  return createListQueryContext(context, name, actor, {
    sort: {field, order},
    filter: {
      ...Object.fromEntries(chosenPlaces), [creationField(resource) ?? '']: {from, to}, ...(tab === undefined ? {} : {[TAB_PARAM]: tab}),
    },
  });
};

const fieldColumn = ({fields}: Resource, name: string): Sql => {
  const field = fields[name];
  return sql.ref(`${RECORD_ALIAS}.${field === undefined ? toSnakeCase(name) : columnOf(name, field)}`);
};

const sumsOf = (resource: Resource, fields: readonly string[]): Sql => sql`jsonb_build_object(${
  sql.join(fields.flatMap(name => [sql.lit(name), sql`coalesce(sum(${fieldColumn(resource, name)}), 0)`]))
}) as somas`;

const readSums = async (list: ListQueryContext, fields: readonly string[]): Promise<Sums> => {
  const {rows: [row]} = await sql<{somas: Sums}>`${customPlanPrefix}select ${sumsOf(list.resource, fields)}
    from ${fromMatchingRows(list, 'none')}`.execute(list.context.db);
  return row?.somas ?? {};
};

const readSumsByStatus = async (
  question: DashboardRequest, span: PeriodSpan, fields: readonly string[],
): Promise<Readonly<Record<string, Sums>>> => {
  const {context, subject: {resource, statuses}} = question;
  const list = cardListQuery(question, span);
  const {rows} = list === undefined ? {rows: []} : await sql<{status: string | null; somas: Sums}>`${customPlanPrefix}
    select ${fieldColumn(resource, resource.status ?? '')}::text as status, ${sumsOf(resource, fields)}
    from ${fromMatchingRows(list, 'none')} group by 1`.execute(context.db);
  const none = Object.fromEntries(fields.map(name => [name, 0]));
  return Object.fromEntries(statuses.map(({key, id}) => [key, rows.find(({status}) => status === String(id))?.somas ?? none]));
};

/** Numbers that the dashboard declares for the caller's profile. The total of a tab is read as its list reads it. */
export const readCardNumbers = async (question: DashboardRequest, span: PeriodSpan): Promise<CardNumbers> => {
  const {subject: {dashboard, resource}, actor: {perfil}} = question;
  const fields = listSummedFields(dashboard, resource, perfil);
  const tabs = listCards(dashboard, resource, perfil).flatMap(card => ('tab' in card ? [card.tab] : []));
  const [abas, somas] = await Promise.all([
    Promise.all(tabs.map(async aba => {
      const list = cardListQuery(question, span, aba);
      if (list === undefined) return {aba, total: 0};
      const counted = countedTotal(list);
      const [total, sums] = await Promise.all([
        counted === undefined ? readTotal(list, totalExpression(list), customPlanPrefix) : readTotal(list, counted),
        fields.length === 0 ? undefined : readSums(list, fields),
      ]);
      return {aba, total, ...(sums === undefined ? {} : {somas: sums})};
    })),
    fields.length === 0 ? undefined : readSumsByStatus(question, span, fields),
  ]);
  return {...(tabs.length === 0 ? {} : {abas}), ...(somas === undefined ? {} : {somas})};
};
