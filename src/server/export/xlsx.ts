/** A table as an XLSX workbook, zipped while its rows arrive. */
import {strToU8, Zip, ZipDeflate} from 'fflate';
import {formatLocalTime} from '../readable/localTime.ts';
import {cellKindOf, type Cell, type CellKind, type Column} from './columns.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** How a number stands in its cell. Apart from them a number is as the reader's program has it. */
const FORMATS: Readonly<Record<string, string>> = {
  day: 'dd/mm/yyyy', instant: 'dd/mm/yyyy\\ hh:mm', money: '"R$"\\ #,##0.00',
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map(digits => [`decimal${digits}`, `#,##0.${'0'.repeat(digits)}`])),
};
const formatted = Object.keys(FORMATS);
/** Places in the style sheet below: plain, those with a format, headings. */
const styleOf = (cell: CellKind): number => formatted.indexOf(cell) + 1;
const HEADING = formatted.length + 1;

const SIGNS: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};
/** XML holds no control characters but three, and no half of a surrogate pair; a workbook reads `_x0041_` as the sign of that number. */
const xml = (text: string): string => text.toWellFormed()
  // oxlint-disable-next-line no-control-regex -- exactly those that XML 1.0 forbids
  .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
  .replace(/_(?=x[0-9A-F]{4}_)/gi, '_x005F_')
  .replace(/[&<>"]/g, sign => SIGNS[sign] ?? sign);

const textCell = (text: string, style: number): string =>
  text === '' ? '<c/>' : `<c t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${xml(text)}</t></is></c>`;

const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets. */
const EPOCH = Date.UTC(1899, 11, 30);

/** Days since day 0 as São Paulo's clocks show them; undefined for what is no date. */
const serial = (value: unknown, kind: CellKind): number | undefined => {
  if (typeof value !== 'string' || value === '') return undefined;
  const instant = new Date(value);
  if (Number.isNaN(instant.getTime())) return undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const shown = isDay ? value : formatLocalTime(instant);
  const days = (Date.parse(shown.length === 10 ? `${shown}T00:00:00Z` : `${shown}Z`) - EPOCH) / DAY_MS;
  // Spreadsheets know no day before 1900.
  if (days < 1) return undefined;
  return kind === 'day' ? Math.floor(days) : days;
};

const cellXml = (cell: Cell, kind: CellKind): string => {
  const isTime = kind === 'day' || kind === 'instant';
  const number = isTime ? serial(cell.value, kind) : kind === 'text' ? undefined : cell.value;
  return typeof number === 'number' && Number.isFinite(number)
    ? `<c s="${styleOf(kind)}"><v>${number}</v></c>`
    : textCell(cell.text, 0);
};

const NARROWEST = 12;
const WIDEST = 40;

/** A sheet up to its first row: the headings stay in sight. */
const sheetStart = (columns: readonly Column[]): string => {
  const widths = columns.map((column, index) => {
    const width = Math.min(WIDEST, Math.max(
      NARROWEST, column.label.length + 4, column.field !== undefined && 'maxLength' in column.field ? column.field.maxLength / 2 : 0,
    ));
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">`
    + '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
    + `<cols>${widths.join('')}</cols><sheetData><row>${columns.map(column => textCell(column.label, HEADING)).join('')}</row>`;
};
/** The parts of an XLSX workbook as XML (ECMA-376): only what a plain table needs. */
const sheetRows = (columns: readonly Column[], rows: readonly Cell[][]): string => {
  const kinds = columns.map(column => cellKindOf(column.field));
  return rows.map(row => `<row>${row.map((cell, index) => cellXml(cell, kinds[index] ?? 'text')).join('')}</row>`).join('');
};
const SHEET_END = '</sheetData></worksheet>';

const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`;

/** Names of sheets have 31 characters at most, and none of these. */
const sheetName = (title: string, number: number): string => {
  const end = number === 1 ? '' : ` ${number}`;
  return xml(title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31 - end.length) + end);
};

/** Those before are the format's own. */
const FIRST_FORMAT = 164;
const STYLES =
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${formatted.length}">`
  + `${Object.values(FORMATS).map((code, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${xml(code)}"/>`).join('')}</numFmts>`
  + '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
  + '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>'
  + '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0"/></cellStyleXfs>'
  + `<cellXfs count="${formatted.length + 2}"><xf numFmtId="0" xfId="0"/>`
  + formatted.map((_, at) => `<xf numFmtId="${FIRST_FORMAT + at}" xfId="0" applyNumberFormat="1"/>`).join('')
  + '<xf numFmtId="0" fontId="1" xfId="0" applyFont="1"/></cellXfs>'
  + '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

/** The parts that name the sheets; they come last, when it is known how many there are. */
const workbookParts = (title: string, sheets: number): Readonly<Record<string, string>> => {
  const numbers = Array.from({length: sheets}, (_, index) => index + 1);
  const type = (part: string, name: string) =>
    `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml"/>`;
  const relation = (id: string, name: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${name}" Target="${target}"/>`;
  return {
    'xl/styles.xml': STYLES,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>`
      + numbers.map(number => `<sheet name="${sheetName(title, number)}" sheetId="${number}" r:id="rId${number}"/>`).join('')
      + '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">`
      + numbers.map(number => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`)).join('')
      + `${relation('rIdStyles', 'styles', 'styles.xml')}</Relationships>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">`
      + `${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types">`
      + '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
      + `<Default Extension="xml" ContentType="application/xml"/>${type('xl/workbook.xml', 'sheet.main')}${type('xl/styles.xml', 'styles')}`
      + `${numbers.map(number => type(sheetPath(number), 'worksheet')).join('')}</Types>`,
  };
};

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
