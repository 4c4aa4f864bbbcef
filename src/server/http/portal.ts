/** The built portal: files as they are, and its one page for every address that is not the API's. */
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import fastifyStatic from '@fastify/static';
import type {FastifyInstance, FastifyReply} from 'fastify';
import {newNonce, pagePolicy} from './headers.ts';

const YEAR = 31_536_000;

/** Sends the portal's page. */
export type SendPage = (reply: FastifyReply) => FastifyReply;

/**
 * Serves the files of a built portal.
 *
 * @param folder what `npm run build` made
 * @param apiUrl the API that it was made for
 * @returns what answers an address of the portal's own (`/adm/ticket`): its page, with a fresh nonce
 */
export const servePortal = async (app: FastifyInstance, folder: string, apiUrl: string): Promise<SendPage> => {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const sendPage: SendPage = reply => {
    const nonce = newNonce();
    return reply
      .headers({'content-security-policy': pagePolicy(nonce, apiUrl), 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8'})
      .send(page.replaceAll('__CSP_NONCE__', nonce));
  };
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names under assets/ carry a hash of their content.
      const lasting = path.startsWith(join(folder, 'assets'));
      void reply.header('cache-control', lasting ? `public, max-age=${YEAR}, immutable` : 'no-cache');
    },
  });
  // Never the file itself: its nonce is a placeholder.
  for (const path of ['/', '/index.html']) app.get(path, (_request, reply) => sendPage(reply));
  return sendPage;
};
