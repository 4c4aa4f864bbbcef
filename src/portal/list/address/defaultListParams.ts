import {getQuery, parseQueryFromLocation} from 'ra-core';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {TAB_PARAM} from '../../../schema/lifeCycle/tabs.ts';
import {DEFAULT_PAGE_SIZE} from '../../../schema/lists/listRequest.ts';
import type {Session} from '../../../schema/session.ts';
import {toReactAdminSort} from '../../api/providers/listDialects.ts';
import {defaultFilters} from '../filters/filterInputs.ts';
import {withDefaultFilters} from './listSearch.ts';

/** The opening sort of a list or of one of its tabs, in react-admin's format. */
export const defaultSort = (resource: Resource, tab: unknown) =>
  toReactAdminSort(resource, typeof tab === 'string' ? resource.tabs?.[tab]?.sort : undefined);

export const defaultListProps = (config: Config, resource: Resource, session: Session) => ({
  perPage: DEFAULT_PAGE_SIZE, sort: defaultSort(resource, undefined), filterDefaultValues: defaultFilters(config, resource, session),
});
type DefaultListProps = ReturnType<typeof defaultListProps>;

interface Query {
  page: number;
  perPage: number;
  sort: string;
  order: 'ASC' | 'DESC';
  filter: Readonly<Record<string, unknown>>;
}

/** The default sort for an address without one. */
export const defaultSortForAddress = (resource: Resource, search: string) =>
  defaultSort(resource, (parseQueryFromLocation({search}).filter as Query['filter'] | undefined)?.[TAB_PARAM]);

export const listParamsFromSearch = (resource: Resource, search: string, opening: DefaultListProps) => {
  const fullSearch = withDefaultFilters(search, opening.filterDefaultValues) ?? search;
  const queryOptions = {
    queryFromLocation: parseQueryFromLocation({search: fullSearch}), params: {}, ...opening, sort: defaultSortForAddress(resource, search),
  };
  const query = getQuery(queryOptions) as Query;
  return {
    pagination: {page: query.page, perPage: query.perPage}, sort: {field: query.sort, order: query.order}, filter: {...query.filter},
  };
};
