/** The export of a list (rules: Lists 10): its call, its query, and how far the file has come. */
import type {Endpoint, Resource} from '../../../schema/config/config.ts';
import {apiOf, hasDialect, parseEndpoint} from '../../../schema/paths.ts';
import {PAGE_SIZE, toQuery, type ListRequest} from '../../../schema/lists/query.ts';

export type Format = 'csv' | 'xlsx';

/** undefined: the resource has no list to export. */
export const exportEndpoint = (name: string, resource: Resource): Endpoint | undefined => {
  const {list} = apiOf(name, resource);
  return list === undefined ? undefined : `GET ${parseEndpoint(list).path}/exportar`;
};

/** The list's own filters and order, in its own dialect, without pages. */
export const exportQuery = (
  resource: Resource, {sort, filter}: Pick<ListRequest, 'sort' | 'filter'>, formato: Format, columns: readonly string[],
): URLSearchParams => {
  const query = hasDialect(resource)
    ? toQuery(resource, {page: undefined, pageSize: PAGE_SIZE, sort, filter})
    : new URLSearchParams({sort: JSON.stringify([sort.field, sort.order]), filter: JSON.stringify(filter)});
  query.set('formato', formato);
  query.set('colunas', columns.join(','));
  return query;
};

const NEW_LINE = 0x0a;
const QUOTE = 0x22;

/** Counts the records of a CSV as it comes, chunk by chunk: line breaks inside quotes end none, the heading is none. */
export const recordCounter = () => {
  let lines = 0;
  let quoted = false;
  return (chunk: Uint8Array): number => {
    for (const byte of chunk) {
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === NEW_LINE && !quoted) lines += 1;
    }
    return Math.max(0, lines - 1);
  };
};

/** Reads a body to its end; rejects when it breaks off. */
export const readAll = async (response: Response, onChunk: (chunk: Uint8Array) => void): Promise<Blob> => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
    onChunk(next.value);
    chunks.push(next.value);
  }
  return new Blob(chunks, {type: response.headers.get('content-type') ?? ''});
};
