/** Links from the dashboard to lists of exactly the counted records. */
import type {Config, Dashboard, Resource} from '../../../schema/shapes/config.ts';
import {creationField, parsePeriod, type DayRange} from '../../../schema/dashboard.ts';
import {TAB_PARAM} from '../../../schema/pages.ts';
import {statusByKey} from '../../../schema/statuses/statuses.ts';
import {filteredListAddress} from '../../../schema/lists/addresses.ts';
import {screens} from '../../../schema/paths.ts';
import {DEFAULT_PAGE_SIZE, serializeListRequest} from '../../../schema/lists/listRequest.ts';
import type {DashboardFilters} from './dashboardFilters.ts';

export type OwnerIds = Pick<DashboardFilters, 'idEmpresa' | 'idFilial'>;

const ownerFilter = ({owner}: Resource, {idEmpresa, idFilial}: OwnerIds): Record<string, number> => ({
  ...(owner?.empresa !== undefined && idEmpresa > 0 ? {[owner.empresa]: idEmpresa} : {}),
  ...(owner?.filial !== undefined && idFilial > 0 ? {[owner.filial]: idFilial} : {}),
});

/** ticket/status/{idStatus} with the dashboard's company, branch and days as API parameters (rules: Dashboard 2). */
export const statusListAddress = (
  config: Config, dashboard: Dashboard, resource: Resource, idStatus: number | string, params: OwnerIds & {periodo?: string},
): string => {
  const span = parsePeriod(dashboard, params.periodo ?? '');
  const [field, order] = resource.list.sort;
  const query = serializeListRequest(resource, {
    pageSize: DEFAULT_PAGE_SIZE,
    sort: {field, order},
    filter: {...ownerFilter(resource, params), ...(span ? {[creationField(resource) ?? '']: {from: span.from, to: span.to}} : {})},
  });
  const nonEmpty = [...query].filter(([, value]) => value !== '' && value !== '0');
  return `${screens(config, resource).byStatus(idStatus)}?${new URLSearchParams(nonEmpty).toString()}`;
};

/** The tab's list with the dashboard's company, branch and days; undefined: the list has no such filter. */
export const tabListAddress = (
  config: Config, dashboard: Dashboard, resource: Resource, tab: string, params: OwnerIds & {periodo?: string},
): string | undefined => {
  const {from, to} = parsePeriod(dashboard, params.periodo ?? '') ?? {};
  return listAddressForOwners(config, resource, params, {[creationField(resource) ?? '']: {from, to}, [TAB_PARAM]: tab});
};

export const statusEntryFilter = ({dashboard: {chart}, resource}: {dashboard: Dashboard; resource: Resource}, {from, to}: DayRange) => {
  const {id, stamps = ''} = statusByKey(resource, chart) ?? {};
  return {[resource.status ?? '']: id, [stamps]: {from, to}};
};

/**
 * The list with exactly these filters, without its default period.
 *
 * @returns undefined: the list has no such filter
 */
export const listAddressForOwners = (
  config: Config, resource: Resource, owners: OwnerIds, filter: Readonly<Record<string, unknown>> | undefined,
): string | undefined =>
  (filter === undefined ? undefined : filteredListAddress(config, resource, {...ownerFilter(resource, owners), ...filter}));
