/** Client of the writer thread, which starts with the first export and restarts after it died. */
import {once} from 'node:events';
import {MessageChannel, Worker, type MessagePort} from 'node:worker_threads';
import type {Config} from '../../schema/shapes/config.ts';
import {Refusal} from '../errors.ts';
import type {Column, Formato} from './columns.ts';
import type {ExportBatch} from './exportBatches.ts';

export interface ExportRequest {
  formato: Formato;
  title: string;
  columns: readonly Column[];
  lists: Config['lists'];
}
export type WriterReply = {bytes: Uint8Array; done: boolean} | {error: unknown};

/** Heap limit: the thread holds a batch or two, so that more is a bug, which must end this thread alone. */
const MEMORY_MB = 256;

const interruptedRefusal = (): Refusal => new Refusal('INDISPONIVEL', 'A exportação foi interrompida. Tente novamente.', {retryAfter: 1});

/** Sends a batch, or `null` at the end, and waits for its bytes. */
const writeBatch = async (
  port: MessagePort, batch: ExportBatch | null, closed: AbortSignal,
): Promise<Exclude<WriterReply, {error: unknown}>> => {
  port.postMessage(batch);
  const [reply] = await once(port, 'message', {signal: closed}).catch(() => Promise.reject(interruptedRefusal())) as [WriterReply];
  if ('error' in reply) throw reply.error;
  return reply;
};

interface Thread {
  /**
   * Writes a file as a stream: the next batch is read when the previous one's bytes are consumed, and `batches` is closed when the reader
   * leaves.
   *
   * @throws Refusal INDISPONIVEL when the thread dies; errors of `batches`
   */
  write(order: ExportRequest, batches: AsyncGenerator<ExportBatch>): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

/** @param onError called with the error that ended the thread */
export const createWriterThread = (onError: (error: unknown) => void): Thread => {
  let running: {worker: Worker; orders: MessagePort} | undefined;
  const start = () => {
    const {port1, port2} = new MessageChannel();
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData: {orders: port2}, transferList: [port2], resourceLimits: {maxOldGenerationSizeMb: MEMORY_MB},
    });
    worker.on('error', onError);
    worker.on('exit', () => {
      port1.close();
      if (running?.worker === worker) running = undefined;
    });
    return {worker, orders: port1};
  };
  return {
    async* write(order, batches) {
      const {port1, port2} = new MessageChannel();
      const closed = new AbortController();
      port1.once('close', () => closed.abort());
      try {
        running ??= start();
        running.orders.postMessage({...order, port: port2}, [port2]);
        for (;;) {
          const {value = null} = await batches.next() as IteratorResult<ExportBatch, undefined>;
          const {bytes, done} = await writeBatch(port1, value, closed.signal);
          if (bytes.length > 0) yield bytes;
          if (done) return;
        }
      } finally {
        port1.close();
        await batches.return(undefined);
      }
    },
    close: async () => {
      await running?.worker.terminate();
    },
  };
};
