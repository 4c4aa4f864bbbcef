/**
 * PDFs by pdf.js, a chunk of its own (rules: Files 13). Only drawn: no script of a document, no form, no link, nothing fetched for it but
 * what stands below. Whatever a document asks of its reader happens in a worker, whose own policy lets it reach nothing
 * (`server/http/headers.ts`), and ends with it. The build for older browsers: the other one asks for what came last year.
 */
import {
  getDocument, PasswordException, PDFDataRangeTransport, PDFWorker, PixelsPerInch, TextLayer, VerbosityLevel,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- Vite's: the address it is served at
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import dingbats from 'pdfjs-dist/standard_fonts/FoxitDingbats.pfb?url';
import symbol from 'pdfjs-dist/standard_fonts/FoxitSymbol.pfb?url';
import jbig2 from 'pdfjs-dist/wasm/jbig2.wasm?url';
import openjpeg from 'pdfjs-dist/wasm/openjpeg.wasm?url';
import {DOWNLOAD_IT, Unreadable, type ReadBytes} from './viewable.ts';

const LOCKED = `Este PDF está protegido por senha. ${DOWNLOAD_IT}`;
const BROKEN = `Este PDF está danificado e não pôde ser mostrado. ${DOWNLOAD_IT}`;

/** How many bytes are asked for at once, and at first: most documents are smaller and so come whole. */
const PART = 256 * 1024;
/** What a drawn page may take, in points of the screen: as much as a phone's browser allows. */
const MOST_POINTS = 16_777_216;
const MOST_SIDE = 16_384;
/** Pictures in a document beyond this are left out; A3 scanned at 600 points an inch has 70 million. */
const MOST_OF_PICTURE = 100_000_000;
/** How long a closed document's worker may put its things away, in milliseconds: one that never ends is ended. */
const PATIENCE = 1000;

/** What scans are made of, and the two alphabets no system has; other fonts that a document lacks are the system's. */
const FETCHED: Readonly<Record<string, string>> = {
  'jbig2.wasm': jbig2, 'openjpeg.wasm': openjpeg, 'FoxitSymbol.pfb': symbol, 'FoxitDingbats.pfb': dingbats,
};
class OwnFiles {
  async fetch({filename}: {filename: string}): Promise<Uint8Array> {
    const url = FETCHED[filename];
    if (url === undefined) throw new Error(`not served: ${filename}`);
    return new Uint8Array(await (await fetch(url)).arrayBuffer());
  }
}

class Parts extends PDFDataRangeTransport {
  readonly #read: ReadBytes;
  readonly #failed: (error: unknown) => void;
  constructor(first: Uint8Array, size: number, read: ReadBytes, failed: (error: unknown) => void) {
    super(size, first);
    this.#read = read;
    this.#failed = failed;
  }
  override requestDataRange(begin: number, end: number): void {
    this.#read(begin, end).then(({bytes}) => this.onDataRange(begin, bytes), this.#failed);
  }
}

/** A page as it stands in the document of the browser. */
export interface Drawn {
  /** The picture of it, and over that its text, unseen, to be selected and listened to. */
  elements: readonly [HTMLCanvasElement, HTMLElement];
  /** A scanned page has none. */
  hasText: boolean;
}
export interface Pdf {
  pages: number;
  /**
   * @param number from 1
   * @param widthOf the width it shall have, of the one it has on paper, both in CSS pixels
   * @throws what pdf.js says of a page that cannot be drawn, or of one that nobody waits for any more
   */
  draw: (number: number, widthOf: (onPaper: number) => number, signal: AbortSignal) => Promise<Drawn>;
}

const draw = async (
  document: PDFDocumentProxy, number: number, widthOf: (onPaper: number) => number, signal: AbortSignal,
): Promise<Drawn> => {
  const page = await document.getPage(number);
  signal.throwIfAborted();
  const paper = page.getViewport({scale: PixelsPerInch.PDF_TO_CSS_UNITS});
  const scale = PixelsPerInch.PDF_TO_CSS_UNITS * widthOf(paper.width) / paper.width;
  const viewport = page.getViewport({scale});
  const {width, height} = viewport;
  const finer = Math.min(devicePixelRatio, Math.sqrt(MOST_POINTS / (width * height)), MOST_SIDE / width, MOST_SIDE / height);
  const canvas = Object.assign(window.document.createElement('canvas'), {
    width: Math.max(1, Math.floor(width * finer)), height: Math.max(1, Math.floor(height * finer)),
  });
  canvas.style.cssText = `display: block; width: ${width}px; height: ${height}px`;
  // What a screen reader reads is the text.
  canvas.setAttribute('aria-hidden', 'true');
  const text = window.document.createElement('div');
  text.style.setProperty('--total-scale-factor', String(scale));
  const drawing = page.render({canvas, viewport: page.getViewport({scale: scale * finer})});
  const layer = new TextLayer({textContentSource: page.streamTextContent(), container: text, viewport});
  signal.addEventListener('abort', () => {
    drawing.cancel();
    layer.cancel();
  });
  await Promise.all([drawing.promise, layer.render()]);
  page.cleanup();
  return {elements: [canvas, text], hasText: (text.textContent ?? '').trim() !== ''};
};

/**
 * Opens a document, of which only the parts that are looked at are read.
 *
 * @param signal lets go of it, whether it is open yet or not
 * @param failed hears that a part of an open document did not come
 * @throws Unreadable with the sentence to show; what `read` throws
 */
export const openPdf = async (read: ReadBytes, signal: AbortSignal, failed: (error: unknown) => void): Promise<Pdf> => {
  const {bytes, size} = await read(0, PART);
  signal.throwIfAborted();
  const port = new Worker(workerUrl, {type: 'module'});
  const worker = PDFWorker.create({port, verbosity: VerbosityLevel.ERRORS});
  const lost = Promise.withResolvers<never>();
  port.addEventListener('error', () => lost.reject(new TypeError('no worker')));
  const partFailed = (error: unknown): void => {
    lost.reject(error);
    failed(error);
  };
  const task = getDocument({
    ...(bytes.length >= size ? {data: bytes} : {range: new Parts(bytes, size, read, partFailed), rangeChunkSize: PART}),
    worker, verbosity: VerbosityLevel.ERRORS, disableStream: true, disableAutoFetch: true, maxImageSize: MOST_OF_PICTURE,
    enableXfa: false, useWorkerFetch: false, useSystemFonts: true, BinaryDataFactory: OwnFiles,
  });
  const end = (): void => {
    lost.reject(signal.reason);
    const ended = (): void => {
      worker.destroy();
      port.terminate();
      TextLayer.cleanup();
    };
    const longest = setTimeout(ended, PATIENCE);
    void task.destroy().catch(() => undefined).then(() => {
      clearTimeout(longest);
      ended();
    });
  };
  signal.addEventListener('abort', end);
  const opened = task.promise.catch((error: unknown): never => {
    throw new Unreadable(error instanceof PasswordException ? LOCKED : BROKEN, {cause: error});
  });
  try {
    const document = await Promise.race([opened, lost.promise]);
    return {pages: document.numPages, draw: (...how) => draw(document, ...how)};
  } catch (error) {
    signal.removeEventListener('abort', end);
    if (!signal.aborted) end();
    throw error;
  }
};
