/** The embedded database: PGlite in a worker thread, behind the client interface of Kysely's dialect. */
import {once} from 'node:events';
import {MessageChannel, Worker, type MessagePort} from 'node:worker_threads';
import type {PGliteDialectConfig} from 'kysely';
import {ADMIN_SHUTDOWN} from '../databaseErrors.ts';
import type {StatementResult} from './embeddedStatements.ts';

type Client = Exclude<PGliteDialectConfig['pglite'], (...options: never[]) => unknown>;

/** A request to the worker; `sql: null` closes the database. */
export interface WorkerRequest {
  id: number;
  sql: string | null;
  params: readonly unknown[];
}
export type WorkerResponse =
  | {id: number; rows: unknown[]; affectedRows: number | undefined}
  | {id: number; error: {
    message: string;
    code: string | undefined;
    constraint: string | undefined;
    detail: string | undefined;
    table: string | undefined;
    column: string | undefined;
  }};

/** @param reason why the thread ended, where known; kept as the error's cause, for logs */
const stoppedError = (reason?: string): Error =>
  Object.assign(new Error('O banco de dados embutido parou.', reason === undefined ? {} : {cause: reason}), {code: ADMIN_SHUTDOWN});

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the shape that Kysely's dialect asks for
type Query = <T>(sql: string, params?: readonly unknown[]) => Promise<StatementResult & {rows: T[]; fields: []}>;
interface Transaction {
  query: Query;
  rollback(): Promise<void>;
}

/** Runs `callback` between `begin` and `commit`, on a connection that serialises its statements. */
export const runInTransaction = async <T>(runStatement: Query, callback: (trx: Transaction) => Promise<T>): Promise<T> => {
  // Kysely's `callback` has to run even when `begin` fails, so its first statement throws that error.
  const begun = runStatement('begin');
  begun.catch(() => {});
  const query: Query = async (sql, params) => {
    await begun;
    return runStatement(sql, params);
  };
  try {
    const result = await callback({query, rollback: async () => void (await query('rollback'))});
    await query('commit');
    return result;
  } catch (error) {
    await query('rollback');
    throw error;
  }
};

/** Kysely's client for the embedded database. Kysely serialises on the one connection, so a transaction is plain statements. */
export class EmbeddedClient implements Client {
  closed = false;
  readonly ready = true;
  readonly waitReady = Promise.resolve();
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #lost: (reason: string) => void;
  #ending = false;
  #reason: string | undefined;
  readonly #pending = new Map<number, {resolve: (result: StatementResult) => void; reject: (error: Error) => void}>();
  #last = 0;

  private constructor(worker: Worker, port: MessagePort, onLost: (reason: string) => void) {
    this.#worker = worker;
    this.#port = port;
    this.#lost = onLost;
    port.on('message', (answer: WorkerResponse) => this.#settle(answer));
    worker.on('error', error => this.#stop(error instanceof Error ? error.message : String(error)));
    worker.on('exit', code => this.#stop(`código ${code}`));
  }

  /**
   * Opens the database in `folder` and creates it when absent.
   *
   * @param onLost called at most once, when the thread ends unasked; this process cannot reopen the database
   * @throws PGlite's error when the folder cannot be used
   */
  static async open(folder: string, onLost: (reason: string) => void): Promise<EmbeddedClient> {
    // An own channel, because under `node --watch` the worker's default one also carries the watcher's messages.
    const {port1, port2} = new MessageChannel();
    const worker = new Worker(new URL('embeddedWorker.ts', import.meta.url), {workerData: {folder, port: port2}, transferList: [port2]});
    await Promise.race([once(port1, 'message'), once(worker, 'error').then(([error]) => Promise.reject(error as Error))]);
    return new EmbeddedClient(worker, port1, onLost);
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the shape that Kysely's dialect asks for
  async query<T>(sql: string, params: readonly unknown[] = []): Promise<StatementResult & {rows: T[]; fields: []}> {
    const result = await this.#ask(sql, params);
    return {...result, rows: result.rows as T[], fields: []};
  }

  transaction<T>(callback: (trx: Transaction) => Promise<T>): Promise<T> {
    return runInTransaction((sql, params) => this.query(sql, params), callback);
  }

  /** Waits for pending statements, closes the files and ends the thread. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.#ending = true;
    const exited = once(this.#worker, 'exit');
    await this.#ask(null, []);
    this.closed = true;
    await exited;
  }

  async abandon(): Promise<void> {
    this.#ending = true;
    await this.#worker.terminate();
  }

  #ask(sql: string | null, params: readonly unknown[]): Promise<StatementResult> {
    if (this.closed) return Promise.reject(stoppedError(this.#reason));
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, {resolve, reject});
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      this.#port.postMessage({id, sql, params} satisfies WorkerRequest);
    });
  }

  #settle(answer: WorkerResponse): void {
    const waiting = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if ('error' in answer) waiting?.reject(Object.assign(new Error(answer.error.message), answer.error));
    else waiting?.resolve({rows: answer.rows, ...(answer.affectedRows === undefined ? {} : {affectedRows: answer.affectedRows})});
  }

  #stop(reason: string): void {
    if (!this.closed && !this.#ending) this.#lost(reason);
    this.closed = true;
    this.#reason ??= reason;
    for (const {reject} of this.#pending.values()) reject(stoppedError(this.#reason));
    this.#pending.clear();
  }
}
