/** A table as an XLSX workbook, zipped while its rows arrive. */
import {strToU8, Zip, ZipDeflate} from 'fflate';
import {SHEET_END, sheetPath, sheetRows, sheetStart, workbookParts} from './sheet.ts';
import type {Cell, Column} from './columns.ts';

/** What one sheet holds, its headings aside; more rows go on in another. */
const MOST_ROWS = 1_048_575;
/** Quick rather than small: rows are text that compresses well at any level. */
const LEVEL = 3;

/** @param mostRows of one sheet */
export async function* xlsxOf(
  title: string, columns: readonly Column[], batches: AsyncIterable<Cell[][]>, mostRows = MOST_ROWS,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  const open = (path: string): ZipDeflate => {
    const part = new ZipDeflate(path, {level: LEVEL});
    zip.add(part);
    return part;
  };
  const newSheet = (number: number): ZipDeflate => {
    const part = open(sheetPath(number));
    part.push(strToU8(sheetStart(columns)));
    return part;
  };
  let sheets = 1;
  let sheet = newSheet(sheets);
  let left = mostRows;
  for await (const rows of batches) {
    for (let start = 0; start < rows.length;) {
      if (left === 0) {
        sheet.push(strToU8(SHEET_END), true);
        sheets += 1;
        sheet = newSheet(sheets);
        left = mostRows;
      }
      const some = rows.slice(start, start + left);
      sheet.push(strToU8(sheetRows(columns, some)));
      start += some.length;
      left -= some.length;
    }
    yield* ready.splice(0);
  }
  sheet.push(strToU8(SHEET_END), true);
  for (const [path, text] of Object.entries(workbookParts(title, sheets))) open(path).push(strToU8(text), true);
  zip.end();
  yield* ready.splice(0);
}
