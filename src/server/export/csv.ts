/** A table as CSV for Brazilian spreadsheets: `;`, UTF-8 with its mark (or accents break), CRLF, and nothing that runs as a formula. */
import {cellKindOf, type Cell, type Column} from './columns.ts';

const MARK = '\u{FEFF}';
/** What a spreadsheet takes for the start of a formula, in full width as well, and whatever nobody sees before it. */
const FORMULA = /^\p{Cf}*[=+\-@\t\r＝＋－＠]/u;

const quoted = (text: string): string => (/[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const safe = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
const line = (texts: readonly string[]): string => `${texts.map(quoted).join(';')}\r\n`;

export async function* csvOf(columns: readonly Column[], batches: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  // A negative number begins with a sign and is still a number.
  const asIs = columns.map(column => cellKindOf(column.field) === 'number');
  yield MARK + line(columns.map(column => safe(column.label)));
  for await (const rows of batches) {
    yield rows.map(row => line(row.map((cell, index) => (asIs[index] ? cell.text : safe(cell.text))))).join('');
  }
}
