/** The children of a record, all of them. */
import {useGetList} from 'ra-core';
import {useResource} from '../session/ConfigContext.tsx';
import type {Row} from '../wire/providers/dialects.ts';

export type ChildRows = Pick<ReturnType<typeof useGetList<Row>>, 'data' | 'error' | 'isPending' | 'isFetching' | 'refetch'>;

/** There are never many, and a form above a paged table would be a maze. */
export const EVERY = 10_000;

export const useChildRows = (name: string, by: string, parent: number): ChildRows => {
  const {list: {sort: [field, order]}} = useResource(name);
  return useGetList<Row>(name, {filter: {[by]: parent}, sort: {field, order: order === 'desc' ? 'DESC' : 'ASC'}, meta: {all: true}});
};
