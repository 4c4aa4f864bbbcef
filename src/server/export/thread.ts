/** The thread that writes exported files, from this side: started by the first export, and anew when it died. */
import {once} from 'node:events';
import {MessageChannel, Worker, type MessagePort} from 'node:worker_threads';
import type {Config} from '../../schema/shapes/config.ts';
import {Refusal} from '../errors.ts';
import type {Column, Formato} from './columns.ts';
import type {Batch} from './table.ts';

/** A file to be written. */
export interface Order {
  formato: Formato;
  title: string;
  columns: readonly Column[];
  lists: Config['lists'];
}
/** The answer to a batch. */
export type Written = {bytes: Uint8Array; done: boolean} | {error: unknown};

/** A batch or two at a time are all it ever holds; more means that something is wrong, and only this thread is to end. */
const MEMORY_MB = 256;

const interrupted = (): Refusal => new Refusal('INDISPONIVEL', 'A exportação foi interrompida. Tente novamente.', {retryAfter: 1});

/** Sends a batch, or the end, and waits for what it gave. */
const ask = async (port: MessagePort, batch: Batch | null, gone: AbortSignal): Promise<Exclude<Written, {error: unknown}>> => {
  port.postMessage(batch);
  const [written] = await once(port, 'message', {signal: gone}).catch(() => Promise.reject(interrupted())) as [Written];
  if ('error' in written) throw written.error;
  return written;
};

interface Thread {
  /**
   * Writes a file while it is read: `batches` is asked for the next one when the last one's bytes were taken, and ended
   * when the reader leaves.
   *
   * @throws Refusal INDISPONIVEL when the thread dies; what `batches` throws
   */
  write(order: Order, batches: AsyncGenerator<Batch>): AsyncGenerator<Uint8Array>;
  /** Ends it, and with it whatever it is writing. */
  close(): Promise<void>;
}

/** @param failed hears why the thread died */
export const createThread = (failed: (error: unknown) => void): Thread => {
  let running: {worker: Worker; orders: MessagePort} | undefined;
  const start = () => {
    const {port1, port2} = new MessageChannel();
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData: {orders: port2}, transferList: [port2], resourceLimits: {maxOldGenerationSizeMb: MEMORY_MB},
    });
    worker.on('error', failed);
    worker.on('exit', () => {
      port1.close();
      if (running?.worker === worker) running = undefined;
    });
    return {worker, orders: port1};
  };
  return {
    async* write(order, batches) {
      const {port1, port2} = new MessageChannel();
      const gone = new AbortController();
      port1.once('close', () => gone.abort());
      try {
        running ??= start();
        running.orders.postMessage({...order, port: port2}, [port2]);
        for (;;) {
          const {value = null} = await batches.next() as IteratorResult<Batch, undefined>;
          const {bytes, done} = await ask(port1, value, gone.signal);
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
