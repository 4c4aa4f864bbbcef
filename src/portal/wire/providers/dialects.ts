/** The answers of lists, each in its own shape, as rows and a total (rules: Lists 1). */
import type {Api, Resource} from '../../../schema/shapes/config.ts';
import {INCOMPLETE_HEADER} from '../../../schema/lifeCycle/incomplete.ts';
import type {ListRequest} from '../../../schema/lists/query.ts';
import type {ApiAnswer} from '../http.ts';

export type Row = Record<string, unknown> & {id: number};
export interface Rows {
  data: Row[];
  total: number;
}
/** What else an answer says of its list: how many are incomplete, where there are any. */
export interface Told {
  incomplete?: number;
}
export const toldBy = (headers: Headers): Told => {
  const incomplete = Number(headers.get(INCOMPLETE_HEADER) ?? 0);
  return incomplete === 0 ? {} : {incomplete};
};

type Listed = Pick<Resource, 'list'> | undefined;

/** The order that a resource's list is declared in, in react-admin's words. */
export const declaredSort = (resource: Listed, [field, order] = resource?.list.sort ?? ['id', 'asc']) =>
  ({field, order: order === 'desc' ? 'DESC' as const : 'ASC' as const});

/** What asks for all the rows of a list that a filter leaves. */
export const allRows = (resource: Listed, filter: Readonly<Record<string, unknown>>) =>
  ({filter, sort: declaredSort(resource), meta: {all: true}});

interface Envelope {
  total?: number;
  registros?: Row[];
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const compare = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : text(a).localeCompare(text(b), 'pt-BR');

const isEmpty = (value: unknown): boolean => text(value) === '';

/** A server that answers the whole array has not paged or sorted it; what is empty comes last in both directions. */
const paged = (rows: readonly Row[], {page, pageSize, sort}: ListRequest): Row[] => {
  const sign = sort.order === 'asc' ? 1 : -1;
  const sorted = rows.toSorted((a, b) => {
    const [one, other] = [a[sort.field], b[sort.field]];
    return Number(isEmpty(one)) - Number(isEmpty(other)) || sign * (compare(one, other) || a.id - b.id);
  });
  return page === undefined ? sorted : sorted.slice((page - 1) * pageSize, page * pageSize);
};

type Reader = (answer: ApiAnswer<unknown>, asked: ListRequest) => Rows;

const readers = {
  page: ({body}) => {
    const {registros = [], total = registros.length} = (body ?? {}) as Envelope;
    return {data: registros, total};
  },
  registros: ({body}, asked) => {
    const {registros = [], total} = (body ?? {}) as Envelope;
    return total === undefined ? {data: paged(registros, asked), total: registros.length} : {data: registros, total};
  },
  array: ({body, headers}, asked) => {
    const rows = (body ?? []) as Row[];
    const total = headers.get('X-Total-Count');
    return total === null ? {data: paged(rows, asked), total: rows.length} : {data: rows, total: Number(total)};
  },
} satisfies Record<NonNullable<Api['answer']>, Reader>;

export const readRows = (answer: Api['answer']): Reader => readers[answer ?? 'page'];
