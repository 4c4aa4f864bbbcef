/** What a list opens with, and the question it asks then. */
import {getQuery, parseQueryFromLocation} from 'ra-core';
import type {Config, Resource} from '../../../schema/config/config.ts';
import {TAB} from '../../../schema/lifeCycle/tabs.ts';
import {PAGE_SIZE} from '../../../schema/lists/query.ts';
import type {Session} from '../../../schema/session.ts';
import {declaredSort} from '../../wire/providers/dialects.ts';
import {openingFilters} from '../filters/filterFields.ts';
import {withOpeningFilters} from './listQuery.ts';

/** The order a list opens in, or one of its tabs, in react-admin's words. */
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

/** The order of a list at an address that says none. */
export const sortAt = (resource: Resource, search: string) =>
  sortOf(resource, (parseQueryFromLocation({search}).filter as Query['filter'] | undefined)?.[TAB]);

/** What react-admin's list asks for at an address, in its own words. */
export const listParamsAt = (resource: Resource, search: string, opening: ListOpening) => {
  const full = withOpeningFilters(search, opening.filterDefaultValues) ?? search;
  const given = {queryFromLocation: parseQueryFromLocation({search: full}), params: {}, ...opening, sort: sortAt(resource, search)};
  const query = getQuery(given) as Query;
  return {
    pagination: {page: query.page, perPage: query.perPage}, sort: {field: query.sort, order: query.order}, filter: {...query.filter},
  };
};
