/** Downloads a list as a file, with progress, and saves it under the server's file name. */
import {useEffect, useRef, useState} from 'react';
import {useListContext} from 'ra-core';
import type {ListRequest} from '../../../schema/lists/listRequest.ts';
import {useResource} from '../../session/context.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {openDownload} from '../../api/http.ts';
import {saveFile} from '../../api/saveFile.ts';
import {HttpError} from '../../api/httpError.ts';
import {exportEndpoint, exportQuery, readResponseBody, createCsvRecordCounter, type ExportFormat} from './exportCall.ts';

export interface ExportProgressState {
  format: ExportFormat;
  /** Undefined: unknown, because XLSX is compressed. */
  done: number | undefined;
  total: number | undefined;
}

interface ExportState {
  progress: ExportProgressState | undefined;
  start: (format: ExportFormat, columns: readonly string[]) => Promise<void>;
  cancel: () => void;
}

export const useExport = (name: string): ExportState => {
  const resource = useResource(name);
  const toasts = useToasts();
  const list = useListContext();
  const [progress, setProgress] = useState<ExportProgressState>();
  const controller = useRef<AbortController>(undefined);
  const cancel = () => controller.current?.abort();
  useEffect(() => () => controller.current?.abort(), []);

  const start = async (format: ExportFormat, columns: readonly string[]): Promise<void> => {
    const endpoint = exportEndpoint(name, resource);
    if (endpoint === undefined || progress !== undefined) return;
    const {signal} = (controller.current = new AbortController());
    setProgress({format, done: undefined, total: undefined});
    try {
      const order = list.sort.order === 'DESC' ? 'desc' : 'asc';
      const listRequest: Pick<ListRequest, 'sort' | 'filter'> = {
        sort: {field: list.sort.field, order}, filter: list.filterValues as Record<string, unknown>,
      };
      const {response, name: file, total} =
        await openDownload(endpoint, {query: exportQuery(resource, listRequest, format, columns), signal, headers: {accept: '*/*'}});
      const count = format === 'csv' ? createCsvRecordCounter() : undefined;
      const blob = await readResponseBody(response, chunk => setProgress({format, done: count?.(chunk), total}));
      saveFile(blob, file ?? `${resource.label.many}.${format}`);
      toasts.success(total === undefined
        ? 'Arquivo exportado!'
        : `Arquivo exportado: ${total.toLocaleString('pt-BR')} ${total === 1 ? 'registro' : 'registros'}.`);
    } catch (error) {
      // An error other than HttpError is a broken connection.
      if (!signal.aborted) toasts.failed(error instanceof HttpError ? error : new HttpError('', 0, {}));
    } finally {
      setProgress(undefined);
    }
  };
  return {progress, start, cancel};
};
