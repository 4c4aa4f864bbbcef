// Writes the files of exports in a thread of its own: formatting and zipping keep this one busy, and HTTP goes on answering.
// Spoken to by thread.ts.
import {once} from 'node:events';
import {readlinkSync} from 'node:fs';
import {setPriority} from 'node:os';
import {workerData, type MessagePort} from 'node:worker_threads';
import {createFormatter} from '../readable/valueFormatter.ts';
import {cellKindOf, shownIn, type Cell, type Column, type Formato} from './columns.ts';
import type {Batch} from './table.ts';
import type {Order, Written} from './thread.ts';
import {xlsxOf} from './xlsx.ts';

const MARK = '\u{FEFF}';
/** What a spreadsheet takes for the start of a formula, in full width as well, and whatever nobody sees before it. */
const FORMULA = /^\p{Cf}*[=+\-@\t\r＝＋－＠]/u;

/** Also where another program than a Brazilian spreadsheet would begin a cell, in which a formula could stand. */
const quoted = (text: string): string => (/[;,"\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const textCell = (text: string): string => quoted(FORMULA.test(text) ? `'${text}` : text);
const line = (cells: readonly string[]): string => `${cells.join(';')}\r\n`;

/** A table as CSV for Brazilian spreadsheets: `;`, UTF-8 with its mark (or accents break), CRLF, and nothing that runs as a formula. */
async function* csvOf(columns: readonly Column[], batches: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  // A negative number begins with a sign and is still a number, and has a comma.
  const asIs = columns.map(column => cellKindOf(column.field) !== 'text');
  yield MARK + line(columns.map(column => textCell(column.label)));
  for await (const rows of batches) {
    yield rows.map(row => line(row.map((cell, index) => (asIs[index] ? cell.text : textCell(cell.text))))).join('');
  }
}

/** A third of the share that whoever waits for a page has of a core that both want. */
const LESS = 5;

/** Where cores are few, a page goes before a file: Linux can say so of one thread, the others of none. */
const giveWay = (): void => {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), LESS);
  } catch {
    // It is as important as everything else, then.
  }
};
giveWay();

type Writer = (title: string, columns: readonly Column[], batches: AsyncIterable<Cell[][]>) => AsyncIterable<string | Uint8Array>;

const writers: {readonly [F in Formato]: Writer} = {
  csv: (_title, columns, batches) => csvOf(columns, batches),
  xlsx: xlsxOf,
};

/** Writes one file: each batch is answered with the bytes it gave, the end (`null`) with the last ones. */
const write = async (port: MessagePort, {formato, title, columns, lists}: Order): Promise<void> => {
  const shown = shownIn(columns);
  const ready: Uint8Array[] = [];
  const answer = (done: boolean): void => port.postMessage({bytes: Buffer.concat(ready.splice(0)), done} satisfies Written);
  const batches = async function* () {
    for (;;) {
      const [batch] = await once(port, 'message') as [Batch | null];
      if (batch === null) return;
      const read = createFormatter(lists, shown, batch.names);
      const cellOf = ({name, field}: Column, value: unknown): Cell => ({
        value, text: field === undefined ? String(value) : read(name, value),
      });
      yield batch.rows.map(row => columns.map((column, index) => cellOf(column, row[index])));
      answer(false);
    }
  };
  for await (const chunk of writers[formato](title, columns, batches())) ready.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  answer(true);
};

// A channel of our own: under `node --watch` the worker's default one also carries the watcher's messages.
const {orders} = workerData as {orders: MessagePort};
orders.on('message', ({port, ...order}: Order & {port: MessagePort}) => {
  write(port, order).catch((error: unknown) => port.postMessage({error} satisfies Written));
});
