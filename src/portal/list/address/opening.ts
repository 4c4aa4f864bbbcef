/** The parameters a list opens with, and the query they make. */
import {getQuery, parseQueryFromLocation} from 'ra-core';
import type {Config, Resource} from '../../../schema/config/config.ts';
import {TAB} from '../../../schema/lifeCycle/tabs.ts';
import {PAGE_SIZE} from '../../../schema/lists/query.ts';
import type {Session} from '../../../schema/session.ts';
import {declaredSort} from '../../wire/providers/dialects.ts';
import {openingFilters} from '../filters/filterFields.ts';
import {withOpeningFilters} from './listQuery.ts';

/** The opening sort of a list or of one of its tabs, in react-admin's format. */
export const sortOf = (resource: Resource, tab: unknown) =>
  declaredSort(resource, typeof tab === 'string' ? resource.tabs?.[tab]?.sort : undefined);

export const listOpening = (config: Config, resource: Resource, session: Session) => ({
  perPage: PAGE_SIZE, sort: sortOf(resource, undefined), filterDefaultValues: openingFilters(config, resource, session),
});
type ListOpening = ReturnType<typeof listOpening>;

interface Query {
  page: number;
  perPage: number;
  sort: string;
  order: 'ASC' | 'DESC';
  filter: Readonly<Record<string, unknown>>;
}

/** The default sort for an address without one. */
export const sortAt = (resource: Resource, search: string) =>
  sortOf(resource, (parseQueryFromLocation({search}).filter as Query['filter'] | undefined)?.[TAB]);

/** The getList parameters of react-admin for an address. */
export const listParamsAt = (resource: Resource, search: string, opening: ListOpening) => {
  const fullSearch = withOpeningFilters(search, opening.filterDefaultValues) ?? search;
  const queryOptions = {
    queryFromLocation: parseQueryFromLocation({search: fullSearch}), params: {}, ...opening, sort: sortAt(resource, search),
  };
  const query = getQuery(queryOptions) as Query;
  return {
    pagination: {page: query.page, perPage: query.perPage}, sort: {field: query.sort, order: query.order}, filter: {...query.filter},
  };
};
