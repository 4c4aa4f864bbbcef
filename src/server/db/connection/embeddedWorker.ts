// PGlite in a worker thread, so that a heavy query never blocks HTTP. The counterpart of embedded.ts.
import {PGlite} from '@electric-sql/pglite';
import {pg_trgm} from '@electric-sql/pglite/contrib/pg_trgm';
import {workerData, type MessagePort} from 'node:worker_threads';
import type {WorkerResponse, WorkerRequest} from './embedded.ts';
import {parsers} from './parsers.ts';
import {createStatementRunner} from './embeddedStatements.ts';

const {folder, port} = workerData as {folder: string; port: MessagePort};

const pglite = await PGlite.create({dataDir: folder, extensions: {pg_trgm}, parsers});
const run = createStatementRunner(pglite);

/** A database error as the error handler reads it, because structured clone drops an Error's own properties. */
const plainError = (error: unknown): Extract<WorkerResponse, {error: object}>['error'] => {
  const {message, code, constraint, detail, table, column} = error as Record<string, string | undefined>;
  return {message: message ?? String(error), code, constraint, detail, table, column};
};

/** After such an error PGlite fails every statement until a restart recovers from the log. */
const isFatal = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError || ['FATAL', 'PANIC'].includes((error as {severity?: string}).severity ?? '');

port.on('message', (request: WorkerRequest) => {
  const work = request.sql === null
    ? pglite.close().then(() => ({rows: [], affectedRows: undefined}))
    : run(request.sql, request.params);
  work.then(
    ({rows, affectedRows}) => {
      port.postMessage({id: request.id, rows, affectedRows} satisfies WorkerResponse);
      if (request.sql === null) port.close();
    },
    (error: unknown) => {
      if (isFatal(error)) throw error;
      port.postMessage({id: request.id, error: plainError(error)} satisfies WorkerResponse);
    },
  );
});
port.postMessage('ready');
