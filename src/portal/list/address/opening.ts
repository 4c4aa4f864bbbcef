/** What a list opens with, and the question it asks then. */
import {getQuery, parseQueryFromLocation} from 'ra-core';
import type {Config, Resource} from '../../../schema/config/config.ts';
import {PAGE_SIZE} from '../../../schema/lists/query.ts';
import type {Session} from '../../../schema/session.ts';
import {openingFilters} from '../filters/filterFields.ts';
import {withOpeningFilters} from './listQuery.ts';

export const listOpening = (config: Config, resource: Resource, session: Session) => {
  const [field, order] = resource.list.sort;
  return {
    perPage: PAGE_SIZE,
    sort: {field, order: order === 'desc' ? 'DESC' as const : 'ASC' as const},
    filterDefaultValues: openingFilters(config, resource, session),
  };
};
export type ListOpening = ReturnType<typeof listOpening>;

interface Query {
  page: number;
  perPage: number;
  sort: string;
  order: 'ASC' | 'DESC';
  filter: Readonly<Record<string, unknown>>;
}

/** What react-admin's list asks for at an address, in its own words. */
export const listParamsAt = (search: string, opening: ListOpening) => {
  const full = withOpeningFilters(search, opening.filterDefaultValues) ?? search;
  const query = getQuery({queryFromLocation: parseQueryFromLocation({search: full}), params: {}, ...opening}) as Query;
  return {
    pagination: {page: query.page, perPage: query.perPage}, sort: {field: query.sort, order: query.order}, filter: {...query.filter},
  };
};
