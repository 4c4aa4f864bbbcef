/**
 * PDFs drawn by pdf.js, in a chunk of its own (rules: Files 13). No script, form or link of a document works, and only the files below are
 * fetched for it. Parsing runs in a worker whose policy blocks all requests (`server/http/headers.ts`), and ends with it. The legacy build,
 * because the other one needs browsers of this year.
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
import {DOWNLOAD_HINT, UnreadableFileError, type ReadByteRange} from './viewable.ts';

const LOCKED_MESSAGE = `Este PDF está protegido por senha. ${DOWNLOAD_HINT}`;
const BROKEN_MESSAGE = `Este PDF está danificado e não pôde ser mostrado. ${DOWNLOAD_HINT}`;

/** Bytes of a range request and of the first read; most documents are smaller. */
const CHUNK_BYTES = 256 * 1024;
const MAX_CANVAS_PIXELS = 16_777_216;
const MAX_CANVAS_SIDE = 16_384;
/** Larger pictures are left out; A3 scanned at 600 dpi has 70 million pixels. */
const MAX_IMAGE_PIXELS = 100_000_000;
/** Time for a closed document's worker to clean up, before it is terminated. */
const WORKER_END_TIMEOUT_MS = 1000;

/** Decoders of scans, and the two symbol fonts that systems lack; other missing fonts are the system's. */
const SERVED_FILES: Readonly<Record<string, string>> = {
  'jbig2.wasm': jbig2, 'openjpeg.wasm': openjpeg, 'FoxitSymbol.pfb': symbol, 'FoxitDingbats.pfb': dingbats,
};
class ServedFiles {
  async fetch({filename}: {filename: string}): Promise<Uint8Array> {
    const url = SERVED_FILES[filename];
    if (url === undefined) throw new Error(`not served: ${filename}`);
    return new Uint8Array(await (await fetch(url)).arrayBuffer());
  }
}

class RangeTransport extends PDFDataRangeTransport {
  readonly #read: ReadByteRange;
  readonly #failed: (error: unknown) => void;
  constructor(first: Uint8Array, size: number, read: ReadByteRange, failed: (error: unknown) => void) {
    super(size, first);
    this.#read = read;
    this.#failed = failed;
  }
  override requestDataRange(begin: number, end: number): void {
    this.#read(begin, end).then(({bytes}) => this.onDataRange(begin, bytes), this.#failed);
  }
}

export interface RenderedPage {
  /** The canvas, and above it the invisible text for selection and screen readers. */
  elements: readonly [HTMLCanvasElement, HTMLElement];
  hasText: boolean;
}
export interface Pdf {
  pageCount: number;
  /**
   * @param number from 1
   * @param widthOf the wanted width for a paper width, both in CSS pixels
   * @throws errors of pdf.js: the page cannot be drawn, or was aborted
   */
  renderPage: (number: number, widthOf: (onPaper: number) => number, signal: AbortSignal) => Promise<RenderedPage>;
}

const renderPage = async (
  document: PDFDocumentProxy, number: number, widthOf: (onPaper: number) => number, signal: AbortSignal,
): Promise<RenderedPage> => {
  const page = await document.getPage(number);
  signal.throwIfAborted();
  const paperViewport = page.getViewport({scale: PixelsPerInch.PDF_TO_CSS_UNITS});
  const scale = PixelsPerInch.PDF_TO_CSS_UNITS * widthOf(paperViewport.width) / paperViewport.width;
  const viewport = page.getViewport({scale});
  const {width, height} = viewport;
  const pixelRatio = Math.min(
    devicePixelRatio, Math.sqrt(MAX_CANVAS_PIXELS / (width * height)), MAX_CANVAS_SIDE / width, MAX_CANVAS_SIDE / height,
  );
  const canvas = Object.assign(window.document.createElement('canvas'), {
    width: Math.max(1, Math.floor(width * pixelRatio)), height: Math.max(1, Math.floor(height * pixelRatio)),
  });
  canvas.style.cssText = `display: block; width: ${width}px; height: ${height}px`;
  canvas.setAttribute('aria-hidden', 'true');
  const textElement = window.document.createElement('div');
  textElement.style.setProperty('--total-scale-factor', String(scale));
  const renderTask = page.render({canvas, viewport: page.getViewport({scale: scale * pixelRatio})});
  const textLayer = new TextLayer({textContentSource: page.streamTextContent(), container: textElement, viewport});
  signal.addEventListener('abort', () => {
    renderTask.cancel();
    textLayer.cancel();
  });
  await Promise.all([renderTask.promise, textLayer.render()]);
  page.cleanup();
  return {elements: [canvas, textElement], hasText: (textElement.textContent ?? '').trim() !== ''};
};

/**
 * Opens a document, and reads only the parts that are shown.
 *
 * @param signal closes it, open or not
 * @param failed called when a part of an open document does not arrive
 * @throws Unreadable with the message to show; errors of `read`
 */
export const openPdf = async (read: ReadByteRange, signal: AbortSignal, failed: (error: unknown) => void): Promise<Pdf> => {
  const {bytes, size} = await read(0, CHUNK_BYTES);
  signal.throwIfAborted();
  const port = new Worker(workerUrl, {type: 'module'});
  const worker = PDFWorker.create({port, verbosity: VerbosityLevel.ERRORS});
  const failure = Promise.withResolvers<never>();
  port.addEventListener('error', () => failure.reject(new TypeError('no worker')));
  const reportPartFailure = (error: unknown): void => {
    failure.reject(error);
    failed(error);
  };
  const task = getDocument({
    ...(bytes.length >= size
      ? {data: bytes}
      : {range: new RangeTransport(bytes, size, read, reportPartFailure), rangeChunkSize: CHUNK_BYTES}),
    worker, verbosity: VerbosityLevel.ERRORS, disableStream: true, disableAutoFetch: true, maxImageSize: MAX_IMAGE_PIXELS,
    enableXfa: false, useWorkerFetch: false, useSystemFonts: true, BinaryDataFactory: ServedFiles,
  });
  const close = (): void => {
    failure.reject(signal.reason);
    const terminate = (): void => {
      worker.destroy();
      port.terminate();
      TextLayer.cleanup();
    };
    const timeout = setTimeout(terminate, WORKER_END_TIMEOUT_MS);
    void task.destroy().catch(() => undefined).then(() => {
      clearTimeout(timeout);
      terminate();
    });
  };
  signal.addEventListener('abort', close);
  const openedDocument = task.promise.catch((error: unknown): never => {
    throw new UnreadableFileError(error instanceof PasswordException ? LOCKED_MESSAGE : BROKEN_MESSAGE, {cause: error});
  });
  try {
    const document = await Promise.race([openedDocument, failure.promise]);
    return {pageCount: document.numPages, renderPage: (...args) => renderPage(document, ...args)};
  } catch (error) {
    signal.removeEventListener('abort', close);
    if (!signal.aborted) close();
    throw error;
  }
};
