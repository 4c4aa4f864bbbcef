/** Sends stored files: streamed, with range requests, never rendered by a browser (rules: Files 7). */
import type {FastifyReply, FastifyRequest} from 'fastify';
import {Refusal} from '../errors.ts';
import {verifyChecksum} from '../files/checksum.ts';
import type {ByteRange} from '../files/storage.ts';
import type {AttachmentStore} from '../files/attachmentStore.ts';
import {sendStream} from './streaming.ts';

/** `Content-Disposition: attachment` in both name forms (RFC 6266); old clients read the first one. */
export const attachmentDisposition = (name: string): string => {
  const ascii = name.normalize('NFD').replace(/\p{Diacritic}/gu, '').replace(/[^\x20-\x7E]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};

/**
 * Parses the `Range` header of a download (RFC 9110, section 14).
 *
 * @returns undefined for the whole file (no header, several ranges, or an invalid one); 'unsatisfiable' beyond the end of the file
 */
export const parseRangeHeader = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (match === null) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return start > end || start >= size ? 'unsatisfiable' : {start, end};
};

interface Sendable {
  key: string;
  nome: string;
  size: number;
  sha256: string;
}

/** Headers that keep a browser from rendering, sniffing or caching the file. */
export const attachmentHeaders = (name: string) => ({
  'content-disposition': attachmentDisposition(name),
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
});

/**
 * Answers 200, 206 or 304. An unreadable or altered file is an error before the first byte, and later resets the connection before the
 * last. For a range only the length is verified.
 *
 * @throws Refusal 416 for a range beyond the end of the file
 */
export const sendFile = async (
  store: AttachmentStore, file: Sendable, request: FastifyRequest, reply: FastifyReply,
): Promise<FastifyReply> => {
  const {key, size, sha256} = file;
  const etag = `"${sha256}"`;
  const headers = {...attachmentHeaders(file.nome), 'accept-ranges': 'bytes', etag};
  const cachedTags = request.headers['if-none-match']?.split(',').map(tag => tag.trim().replace(/^W\//, ''));
  if (cachedTags?.includes(etag) === true || cachedTags?.includes('*') === true) return reply.headers(headers).code(304).send();

  // A range of a different version would return the wrong bytes.
  const isSameVersion = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const range = isSameVersion ? parseRangeHeader(request.headers.range, size) : undefined;
  if (range === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${size}`);
    throw new Refusal('VALIDACAO', 'O arquivo não tem a parte pedida. Baixe-o de novo.', {status: 416});
  }

  const length = range === undefined ? size : range.end - range.start + 1;
  const bytes = verifyChecksum(key, await store.get(key, range), {size: length, ...length === size && {sha256}});
  if (range !== undefined) void reply.code(206);
  return sendStream(request, reply, {
    ...headers, 'content-type': 'application/octet-stream', 'content-length': length,
    ...range !== undefined && {'content-range': `bytes ${range.start}-${range.end}/${size}`},
  }, bytes);
};
