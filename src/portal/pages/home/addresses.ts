/** Where the dashboard leads: lists that show exactly what was counted. */
import type {Config, Dashboard, Resource} from '../../../schema/shapes/config.ts';
import {creationField, parsePeriod, type DayRange} from '../../../schema/dashboard.ts';
import {statusByKey} from '../../../schema/statuses/statuses.ts';
import {filteredAddress} from '../../../schema/lists/addresses.ts';
import {screens} from '../../../schema/paths.ts';
import {PAGE_SIZE, toQuery} from '../../../schema/lists/query.ts';
import type {Choice} from './choice.ts';

export type Whose = Pick<Choice, 'idEmpresa' | 'idFilial'>;

/** Company and branch as filters of the list; what is not chosen is none. */
const filterOf = ({owner}: Resource, {idEmpresa, idFilial}: Whose): Record<string, number> => ({
  ...(owner?.empresa !== undefined && idEmpresa > 0 ? {[owner.empresa]: idEmpresa} : {}),
  ...(owner?.filial !== undefined && idFilial > 0 ? {[owner.filial]: idFilial} : {}),
});

/** ticket/status/{idStatus} with the dashboard's company, branch and days, in the words of the API (rules: Dashboard 2). */
export const statusAddress = (
  config: Config, dashboard: Dashboard, resource: Resource, idStatus: number | string, asked: Whose & {periodo?: string},
): string => {
  const span = parsePeriod(dashboard, asked.periodo ?? '');
  const [field, order] = resource.list.sort;
  const query = toQuery(resource, {
    pageSize: PAGE_SIZE,
    sort: {field, order},
    filter: {...filterOf(resource, asked), ...(span ? {[creationField(resource) ?? '']: {from: span.from, to: span.to}} : {})},
  });
  const said = [...query].filter(([, value]) => value !== '' && value !== '0');
  return `${screens(config, resource).byStatus(idStatus)}?${new URLSearchParams(said).toString()}`;
};

/** What the list is filtered by to show what came to the chart's status in these days. */
export const enteredFilter = ({dashboard: {chart}, resource}: {dashboard: Dashboard; resource: Resource}, {from, to}: DayRange) => {
  const {id, stamps = ''} = statusByKey(resource, chart) ?? {};
  return {[resource.status ?? '']: id, [stamps]: {from, to}};
};

/** The list filtered by this and by nothing else: not by the period it opens with. Undefined where it has no such filter. */
export const listAddress = (
  config: Config, resource: Resource, asked: Whose, filter: Readonly<Record<string, unknown>> | undefined,
): string | undefined => (filter === undefined ? undefined : filteredAddress(config, resource, {...filterOf(resource, asked), ...filter}));
