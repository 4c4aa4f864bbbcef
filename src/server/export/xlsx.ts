/** Writes an XLSX workbook, zipped as its rows arrive. */
import {strToU8, Zip, ZipDeflate} from 'fflate';
import {formatLocalTime} from '../formatting/localTime.ts';
import {cellKindOf, type Cell, type CellKind, type Column} from './columns.ts';

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006';

/** Number formats by cell kind. Other numbers use the program's default. */
const FORMATS: Readonly<Record<string, string>> = {
  day: 'dd/mm/yyyy', instant: 'dd/mm/yyyy\\ hh:mm', money: '"R$"\\ #,##0.00',
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map(digits => [`decimal${digits}`, `#,##0.${'0'.repeat(digits)}`])),
};
const formattedKinds = Object.keys(FORMATS);
const styleOf = (cell: CellKind): number => formattedKinds.indexOf(cell) + 1;
const HEADING_STYLE = formattedKinds.length + 1;

const XML_ENTITIES: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};
/**
 * Escapes text for XML, without the control characters and lone surrogates that XML forbids. A workbook would decode `_x0041_` as a
 * character.
 */
const escapeXml = (text: string): string => text.toWellFormed()
  // oxlint-disable-next-line no-control-regex -- exactly those that XML 1.0 forbids
  .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
  .replace(/_(?=x[0-9A-F]{4}_)/gi, '_x005F_')
  .replace(/[&<>"]/g, character => XML_ENTITIES[character] ?? character);

const textCell = (text: string, style: number): string =>
  text === ''
    ? '<c/>'
    : `<c t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

const DAY_MS = 86_400_000;
const EPOCH_MS = Date.UTC(1899, 11, 30);

/** Serial date in São Paulo's time; undefined for an invalid date. */
const serialDate = (value: unknown, kind: CellKind): number | undefined => {
  if (typeof value !== 'string' || value === '') return undefined;
  const instant = new Date(value);
  if (Number.isNaN(instant.getTime())) return undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const localTime = isDay ? value : formatLocalTime(instant);
  const days = (Date.parse(localTime.length === 10 ? `${localTime}T00:00:00Z` : `${localTime}Z`) - EPOCH_MS) / DAY_MS;
  if (days < 1) return undefined;
  return kind === 'day' ? Math.floor(days) : days;
};

const cellXml = (cell: Cell, kind: CellKind): string => {
  const isTime = kind === 'day' || kind === 'instant';
  const number = isTime ? serialDate(cell.value, kind) : kind === 'text' ? undefined : cell.value;
  return typeof number === 'number' && Number.isFinite(number)
    ? `<c s="${styleOf(kind)}"><v>${number}</v></c>`
    : textCell(cell.text, 0);
};

const MIN_WIDTH = 12;
const MAX_WIDTH = 40;

const sheetStart = (columns: readonly Column[]): string => {
  const widths = columns.map((column, index) => {
    const width = Math.min(MAX_WIDTH, Math.max(
      MIN_WIDTH, column.label.length + 4, column.field !== undefined && 'maxLength' in column.field ? column.field.maxLength / 2 : 0,
    ));
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  return `${XML_DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}"><sheetViews><sheetView workbookViewId="0">`
    + '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
    + `<cols>${widths.join('')}</cols><sheetData><row>${columns.map(column => textCell(column.label, HEADING_STYLE)).join('')}</row>`;
};
const sheetRows = (columns: readonly Column[], rows: readonly Cell[][]): string => {
  const kinds = columns.map(column => cellKindOf(column.field));
  return rows.map(row => `<row>${row.map((cell, index) => cellXml(cell, kinds[index] ?? 'text')).join('')}</row>`).join('');
};
const SHEET_END = '</sheetData></worksheet>';

const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`;

const sheetName = (title: string, number: number): string => {
  const suffix = number === 1 ? '' : ` ${number}`;
  return escapeXml(title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31 - suffix.length) + suffix);
};

/** Lower ids are built-in formats. */
const FIRST_FORMAT_ID = 164;
const STYLES =
  `${XML_DECLARATION}<styleSheet xmlns="${MAIN_NAMESPACE}"><numFmts count="${formattedKinds.length}">`
  + `${Object.values(FORMATS).map((code, index) =>
    `<numFmt numFmtId="${FIRST_FORMAT_ID + index}" formatCode="${escapeXml(code)}"/>`).join('')}</numFmts>`
  + '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
  + '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>'
  + '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0"/></cellStyleXfs>'
  + `<cellXfs count="${formattedKinds.length + 2}"><xf numFmtId="0" xfId="0"/>`
  + formattedKinds.map((_, index) => `<xf numFmtId="${FIRST_FORMAT_ID + index}" xfId="0" applyNumberFormat="1"/>`).join('')
  + '<xf numFmtId="0" fontId="1" xfId="0" applyFont="1"/></cellXfs>'
  + '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

/** Parts that list the sheets, written last because their number is known only then. */
const workbookParts = (title: string, sheets: number): Readonly<Record<string, string>> => {
  const numbers = Array.from({length: sheets}, (_, index) => index + 1);
  const type = (part: string, name: string) =>
    `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml"/>`;
  const relation = (id: string, name: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS_NAMESPACE}/${name}" Target="${target}"/>`;
  return {
    'xl/styles.xml': STYLES,
    'xl/workbook.xml': `${XML_DECLARATION}<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONS_NAMESPACE}"><sheets>`
      + numbers.map(number => `<sheet name="${sheetName(title, number)}" sheetId="${number}" r:id="rId${number}"/>`).join('')
      + '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">`
      + numbers.map(number => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`)).join('')
      + `${relation('rIdStyles', 'styles', 'styles.xml')}</Relationships>`,
    '_rels/.rels': `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">`
      + `${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    '[Content_Types].xml': `${XML_DECLARATION}<Types xmlns="${PACKAGE_NAMESPACE}/content-types">`
      + '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
      + `<Default Extension="xml" ContentType="application/xml"/>${type('xl/workbook.xml', 'sheet.main')}${type('xl/styles.xml', 'styles')}`
      + `${numbers.map(number => type(sheetPath(number), 'worksheet')).join('')}</Types>`,
  };
};

/** Maximum of rows per sheet besides the headings; more rows continue on another sheet. */
const MAX_SHEET_ROWS = 1_048_575;
/** A fast level, because rows compress well at any level. */
const COMPRESSION_LEVEL = 3;

/** @param maxRows maximum of rows per sheet */
export async function* writeXlsx(
  title: string, columns: readonly Column[], batches: AsyncIterable<Cell[][]>, maxRows = MAX_SHEET_ROWS,
): AsyncGenerator<Uint8Array> {
  const pendingChunks: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    pendingChunks.push(bytes);
  });
  const addPart = (path: string): ZipDeflate => {
    const part = new ZipDeflate(path, {level: COMPRESSION_LEVEL});
    zip.add(part);
    return part;
  };
  const newSheet = (number: number): ZipDeflate => {
    const part = addPart(sheetPath(number));
    part.push(strToU8(sheetStart(columns)));
    return part;
  };
  let sheets = 1;
  let sheet = newSheet(sheets);
  let rowsLeft = maxRows;
  for await (const rows of batches) {
    for (let start = 0; start < rows.length;) {
      if (rowsLeft === 0) {
        sheet.push(strToU8(SHEET_END), true);
        sheets += 1;
        sheet = newSheet(sheets);
        rowsLeft = maxRows;
      }
      const nextRows = rows.slice(start, start + rowsLeft);
      sheet.push(strToU8(sheetRows(columns, nextRows)));
      start += nextRows.length;
      rowsLeft -= nextRows.length;
    }
    yield* pendingChunks.splice(0);
  }
  sheet.push(strToU8(SHEET_END), true);
  for (const [path, text] of Object.entries(workbookParts(title, sheets))) addPart(path).push(strToU8(text), true);
  zip.end();
  yield* pendingChunks.splice(0);
}
