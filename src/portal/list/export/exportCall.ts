/** The export of a list (rules: Lists 10): endpoint, query, and progress of the download. */
import type {Endpoint, Resource} from '../../../schema/shapes/config.ts';
import {apiOf, hasDialect, parseEndpoint} from '../../../schema/paths.ts';
import {DEFAULT_PAGE_SIZE, serializeListRequest, type ListRequest} from '../../../schema/lists/listRequest.ts';

export type ExportFormat = 'csv' | 'xlsx';

export const exportEndpoint = (name: string, resource: Resource): Endpoint | undefined => {
  const {list} = apiOf(name, resource);
  return list === undefined ? undefined : `GET ${parseEndpoint(list).path}/exportar`;
};

export const exportQuery = (
  resource: Resource, {sort, filter}: Pick<ListRequest, 'sort' | 'filter'>, formato: ExportFormat, columns: readonly string[],
): URLSearchParams => {
  const query = hasDialect(resource)
    ? serializeListRequest(resource, {page: undefined, pageSize: DEFAULT_PAGE_SIZE, sort, filter})
    : new URLSearchParams({sort: JSON.stringify([sort.field, sort.order]), filter: JSON.stringify(filter)});
  query.set('formato', formato);
  query.set('colunas', columns.join(','));
  return query;
};

const NEW_LINE = 0x0a;
const QUOTE = 0x22;

/** Creates a counter of CSV records over a byte stream. Line breaks inside quotes and the header line do not count. */
export const createCsvRecordCounter = () => {
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

/** Reads a response body to its end; rejects when the connection breaks. */
export const readResponseBody = async (response: Response, onChunk: (chunk: Uint8Array) => void): Promise<Blob> => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
    onChunk(next.value);
    chunks.push(next.value);
  }
  return new Blob(chunks, {type: response.headers.get('content-type') ?? ''});
};
