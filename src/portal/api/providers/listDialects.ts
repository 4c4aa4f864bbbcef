/** Readers of list answers in each API dialect (rules: Lists 1). */
import type {Api, Resource} from '../../../schema/shapes/config.ts';
import {INCOMPLETE_HEADER} from '../../../schema/lifeCycle/incomplete.ts';
import type {ListRequest} from '../../../schema/lists/listRequest.ts';
import type {ApiAnswer} from '../http.ts';

export type Row = Record<string, unknown> & {id: number};
export interface RowsWithTotal {
  data: Row[];
  total: number;
}
/** `incomplete`: the number of incomplete records, where there are any. */
export interface ListMeta {
  incomplete?: number;
}
export const readListMeta = (headers: Headers): ListMeta => {
  const incomplete = Number(headers.get(INCOMPLETE_HEADER) ?? 0);
  return incomplete === 0 ? {} : {incomplete};
};

type ListedResource = Pick<Resource, 'list'> | undefined;

export const toReactAdminSort = (resource: ListedResource, [field, order] = resource?.list.sort ?? ['id', 'asc']) =>
  ({field, order: order === 'desc' ? 'DESC' as const : 'ASC' as const});

/** react-admin parameters for all matching rows, without pages. */
export const allRowsParams = (resource: ListedResource, filter: Readonly<Record<string, unknown>>) =>
  ({filter, sort: toReactAdminSort(resource), meta: {all: true}});

interface Envelope {
  total?: number;
  registros?: Row[];
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const compare = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : text(a).localeCompare(text(b), 'pt-BR');

const isEmpty = (value: unknown): boolean => text(value) === '';

/** Sorts and pages an unpaged answer; empty values come last in both directions. */
const sortAndPage = (rows: readonly Row[], {page, pageSize, sort}: ListRequest): Row[] => {
  const sign = sort.order === 'asc' ? 1 : -1;
  const sorted = rows.toSorted((a, b) => {
    const [first, second] = [a[sort.field], b[sort.field]];
    return Number(isEmpty(first)) - Number(isEmpty(second)) || sign * (compare(first, second) || a.id - b.id);
  });
  return page === undefined ? sorted : sorted.slice((page - 1) * pageSize, page * pageSize);
};

type Reader = (answer: ApiAnswer<unknown>, listRequest: ListRequest) => RowsWithTotal;

const readers = {
  page: ({body}) => {
    const {registros = [], total = registros.length} = (body ?? {}) as Envelope;
    return {data: registros, total};
  },
  registros: ({body}, listRequest) => {
    const {registros = [], total} = (body ?? {}) as Envelope;
    return total === undefined ? {data: sortAndPage(registros, listRequest), total: registros.length} : {data: registros, total};
  },
  array: ({body, headers}, listRequest) => {
    const rows = (body ?? []) as Row[];
    const total = headers.get('X-Total-Count');
    return total === null ? {data: sortAndPage(rows, listRequest), total: rows.length} : {data: rows, total: Number(total)};
  },
} satisfies Record<NonNullable<Api['answer']>, Reader>;

export const readRows = (answer: Api['answer']): Reader => readers[answer ?? 'page'];
