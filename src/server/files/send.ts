/** A stored file as an answer: streamed, in ranges, never rendered by a browser (rules: Files 7). */
import type {FastifyReply, FastifyRequest} from 'fastify';
import {Refusal} from '../errors.ts';
import {attachment} from './disposition.ts';
import {rangeOf} from './range.ts';
import type {FileStore} from './store.ts';

export interface Sendable {
  key: string;
  nome: string;
  size: number;
  sha256: string;
}

/** What keeps a browser from showing, sniffing or keeping what it is sent. */
export const attachmentHeaders = (name: string) => ({
  'content-disposition': attachment(name),
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
});

/**
 * Answers 200, 206 or 304. The store's own errors come before the first byte.
 *
 * @throws Refusal 416 for a range beyond the file's end
 */
export const sendFile = async (store: FileStore, file: Sendable, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const etag = `"${file.sha256}"`;
  const headers = {...attachmentHeaders(file.nome), 'accept-ranges': 'bytes', etag};
  const known = request.headers['if-none-match']?.split(',').map(one => one.trim().replace(/^W\//, ''));
  if (known?.includes(etag) === true || known?.includes('*') === true) return reply.headers(headers).code(304).send();

  // A range of another version of the file would be the wrong bytes.
  const same = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const range = same ? rangeOf(request.headers.range, file.size) : undefined;
  if (range === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${file.size}`);
    throw new Refusal('VALIDACAO', 'O arquivo não tem a parte pedida. Baixe-o de novo.', {status: 416});
  }

  const stream = await store.get(file.key, range);
  if (range !== undefined) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  return reply
    .headers(headers)
    .header('content-length', range === undefined ? file.size : range.end - range.start + 1)
    .type('application/octet-stream')
    .send(stream);
};
