// PGlite in a thread of its own: a heavy query keeps this thread busy, and HTTP goes on answering. Spoken to by embedded.ts.
import {PGlite} from '@electric-sql/pglite';
import {pg_trgm} from '@electric-sql/pglite/contrib/pg_trgm';
import {workerData, type MessagePort} from 'node:worker_threads';
import type {WorkerAnswer, Ask} from './embedded.ts';
import {parsers} from './parsers.ts';
import {statementsOf} from './statements.ts';

const {folder, port} = workerData as {folder: string; port: MessagePort};

const pglite = await PGlite.create({dataDir: folder, extensions: {pg_trgm}, parsers});
const run = statementsOf(pglite);

/** What the error handler reads of a database error; an Error's own properties do not survive the way between threads. */
const plain = (error: unknown): Extract<WorkerAnswer, {error: object}>['error'] => {
  const {message, code, constraint, detail, table, column} = error as Record<string, string | undefined>;
  return {message: message ?? String(error), code, constraint, detail, table, column};
};

/** After these PGlite goes on answering, always with an error: only a start, which repairs from the log, helps. */
const isEnd = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError || ['FATAL', 'PANIC'].includes((error as {severity?: string}).severity ?? '');

port.on('message', (ask: Ask) => {
  const work = ask.sql === null
    ? pglite.close().then(() => ({rows: [], affectedRows: undefined}))
    : run(ask.sql, ask.params);
  work.then(
    ({rows, affectedRows}) => {
      port.postMessage({id: ask.id, rows, affectedRows} satisfies WorkerAnswer);
      if (ask.sql === null) port.close();
    },
    (error: unknown) => {
      if (isEnd(error)) throw error;
      port.postMessage({id: ask.id, error: plain(error)} satisfies WorkerAnswer);
    },
  );
});
port.postMessage('ready');
