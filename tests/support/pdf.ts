/** PDFs made by hand: as many pages as asked, and what a reader must not do, cannot do, or must do to show a scan. */

/** An object of the file: its dictionary, and where it is a stream its bytes. */
type Body = string | {dict: string; bytes: Buffer};

const file = (objects: readonly Body[], trailer = ''): Buffer => {
  const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let length = parts[0]!.length;
  const add = (part: Buffer | string): void => {
    const bytes = Buffer.from(part as string, 'latin1');
    parts.push(bytes);
    length += bytes.length;
  };
  const offsets = objects.map((body, at) => {
    const offset = length;
    add(`${at + 1} 0 obj\n`);
    if (typeof body === 'string') add(body);
    else {
      add(`<< ${body.dict} /Length ${body.bytes.length} >>\nstream\n`);
      add(body.bytes);
      add('\nendstream');
    }
    add('\nendobj\n');
    return offset;
  });
  const start = length;
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map(at => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}`);
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
};

const stream = (text: string): Body => ({dict: '', bytes: Buffer.from(text, 'latin1')});
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
const page = (more: string): string => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${more} >>`;
const says = (text: string): Body => stream(`BT /F1 24 Tf 72 700 Td (${text}) Tj ET`);

interface Asked {
  /** What each page says; a page each. */
  pages: readonly string[];
  /** How many bytes each carries that are not looked at, as a scan's; none where absent. */
  weight?: number;
  /** What the document wants to be done when it is opened. */
  openAction?: string;
  /** What stands behind every page's text: a link over it, say. */
  annotation?: string;
}

/** A document whose pages each say something. */
export const pdfOf = ({pages, weight = 0, openAction, annotation}: Asked): Buffer => {
  const count = pages.length;
  // Catalogue, tree, font; then all pages, then what each draws, then what each weighs.
  const [first, texts, heavy] = [4, 4 + count, 4 + 2 * count];
  const objects: Body[] = [
    `<< /Type /Catalog /Pages 2 0 R ${openAction === undefined ? '' : `/OpenAction ${openAction}`} >>`,
    `<< /Type /Pages /Kids [${pages.map((_text, at) => `${first + at} 0 R`).join(' ')}] /Count ${count} >>`,
    FONT,
    ...pages.map((_text, at) => page(
      `/Contents ${texts + at} 0 R /Resources << /Font << /F1 3 0 R >> ${weight > 0 ? `/XObject << /Im ${heavy + at} 0 R >>` : ''} >>
      ${annotation === undefined ? '' : `/Annots [${annotation}]`}`,
    )),
    ...pages.map(says),
    ...(weight > 0 ? pages.map((): Body => ({
      dict: `/Type /XObject /Subtype /Image /Width ${weight} /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8`, bytes: Buffer.alloc(weight, 7),
    })) : []),
  ];
  return file(objects);
};

/** Opens with a program, and has another behind a link and a form that would send itself away. */
export const pdfWithProgram = (address: string): Buffer => {
  const program = `<< /S /JavaScript /JS (app.alert\\('executado'\\); this.submitForm\\('${address}'\\); document.title = 'executado';) >>`;
  return pdfOf({
    pages: ['Nota com programa'], openAction: program,
    annotation: `<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI (${address}) >> /AA << /PV ${program} >> >>`,
  });
};

/** Wants a password; any reader asks for it, since none that it tries fits. */
export const lockedPdf = (): Buffer => file(
  [
    '<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>',
    `<< /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -4 >>`,
  ],
  `/Encrypt 3 0 R /ID [<${'43'.repeat(16)}> <${'43'.repeat(16)}>]`,
);

/** One page, all of it a black picture as fax machines and scanners write it: a reader needs a decoder of its own for it. */
export const scannedPdf = (): Buffer => file([
  '<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  page('/Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >>'),
  stream('595 0 0 842 0 0 cm /Im Do'),
  {
    dict: `/Type /XObject /Subtype /Image /Width 16 /Height 16 /ColorSpace /DeviceGray /BitsPerComponent 1 /Decode [1 0]
      /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 16 /Rows 16 >>`,
    // Sixteen lines 'as the one above', which is white, and the end; white is shown black.
    bytes: Buffer.from([0xff, 0xff, 0x00, 0x10, 0x01]),
  },
]);
