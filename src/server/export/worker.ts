// Worker thread that writes exports, because formatting and zipping would block HTTP. Controlled by thread.ts.
import {once} from 'node:events';
import {readlinkSync} from 'node:fs';
import {setPriority} from 'node:os';
import {workerData, type MessagePort} from 'node:worker_threads';
import {createFormatter} from '../formatting/valueFormatter.ts';
import {cellKindOf, mapFieldsByColumn, type Cell, type Column, type Formato} from './columns.ts';
import type {ExportBatch} from './exportBatches.ts';
import type {ExportRequest, WriterReply} from './writerThread.ts';
import {writeXlsx} from './xlsx.ts';

const BYTE_ORDER_MARK = '\u{FEFF}';
/** Start of a formula in spreadsheets, also in full-width characters and after invisible ones. */
const FORMULA = /^\p{Cf}*[=+\-@\t\r＝＋－＠]/u;

/** Quotes also at separators of other locales, where a formula could begin. */
const quoteCell = (text: string): string => (/[;,"\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const textCell = (text: string): string => quoteCell(FORMULA.test(text) ? `'${text}` : text);
const csvLine = (cells: readonly string[]): string => `${cells.join(';')}\r\n`;

/** CSV for Brazilian spreadsheets: `;`, UTF-8 with a byte order mark (or accents break), CRLF, and formulas escaped. */
async function* csvOf(columns: readonly Column[], batches: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  const isUnescaped = columns.map(column => cellKindOf(column.field) !== 'text');
  yield BYTE_ORDER_MARK + csvLine(columns.map(column => textCell(column.label)));
  for await (const rows of batches) {
    yield rows.map(row => csvLine(row.map((cell, index) => (isUnescaped[index] ? cell.text : textCell(cell.text))))).join('');
  }
}

/** Niceness that leaves a third of the CPU share of a competing request. */
const LOW_PRIORITY = 5;

/** Lowers the thread's priority where cores are few. Only Linux can do so per thread. */
const lowerPriority = (): void => {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), LOW_PRIORITY);
  } catch {
  }
};
lowerPriority();

type Writer = (title: string, columns: readonly Column[], batches: AsyncIterable<Cell[][]>) => AsyncIterable<string | Uint8Array>;

const writers: {readonly [F in Formato]: Writer} = {
  csv: (_title, columns, batches) => csvOf(columns, batches),
  xlsx: writeXlsx,
};

/** Writes one file: each batch is answered with its bytes, the end (`null`) with the last ones. */
const write = async (port: MessagePort, {formato, title, columns, lists}: ExportRequest): Promise<void> => {
  const fieldsByColumn = mapFieldsByColumn(columns);
  const pendingChunks: Uint8Array[] = [];
  const reply = (done: boolean): void => port.postMessage({bytes: Buffer.concat(pendingChunks.splice(0)), done} satisfies WriterReply);
  const batches = async function* () {
    for (;;) {
      const [batch] = await once(port, 'message') as [ExportBatch | null];
      if (batch === null) return;
      const format = createFormatter(lists, fieldsByColumn, batch.titles);
      const cellOf = ({name, field}: Column, value: unknown): Cell => ({
        value, text: field === undefined ? String(value) : format(name, value),
      });
      yield batch.rows.map(row => columns.map((column, index) => cellOf(column, row[index])));
      reply(false);
    }
  };
  for await (const chunk of writers[formato](title, columns, batches())) {
    pendingChunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  }
  reply(true);
};

// A separate channel, because under `node --watch` the worker's default one carries the watcher's messages too.
const {orders} = workerData as {orders: MessagePort};
orders.on('message', ({port, ...order}: ExportRequest & {port: MessagePort}) => {
  write(port, order).catch((error: unknown) => port.postMessage({error} satisfies WriterReply));
});
