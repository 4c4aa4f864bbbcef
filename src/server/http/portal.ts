/** The built portal: files as they are, and its one page for every address that is not the API's. */
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import fastifyStatic from '@fastify/static';
import type {FastifyInstance, FastifyReply} from 'fastify';
import type {Context} from '../context.ts';
import {isWorker, newNonce, ownScripts, pagePolicy, WORKER_POLICY} from './headers.ts';

const YEAR = 31_536_000;

/** Sends the portal's page for an address. */
type SendPage = (path: string, reply: FastifyReply) => FastifyReply;

/**
 * Serves the files of a built portal.
 *
 * @param folder what `npm run build` made
 * @param context where the shell is: its page asks for the shell's files ahead; the API that the portal was made for
 * @returns what answers an address of the portal's own (`/adm/ticket`): its page, with a fresh nonce
 */
export const servePortal = async (
  app: FastifyInstance, folder: string, {config, env}: Pick<Context, 'config' | 'env'>,
): Promise<SendPage> => {
  const {basename} = config.product;
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const shellPage = await readFile(join(folder, 'shell.html'), 'utf8').catch(() => page);
  const scripts = ownScripts(page);
  const sendPage: SendPage = (path, reply) => {
    const nonce = newNonce();
    const inShell = path === basename || path.startsWith(`${basename}/`);
    return reply
      .headers({
        'content-security-policy': pagePolicy(nonce, env.VITE_API_URL, scripts),
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      })
      .send((inShell ? shellPage : page).replaceAll('__CSP_NONCE__', nonce));
  };
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    cacheControl: false,
    // The build left each file compressed as far as it goes, which costs nothing now.
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Names under assets/ carry a hash of their content.
      const lasting = path.startsWith(join(folder, 'assets'));
      void reply.header('cache-control', lasting ? `public, max-age=${YEAR}, immutable` : 'no-cache');
      if (isWorker(path)) void reply.header('content-security-policy', WORKER_POLICY);
    },
  });
  // Never the files themselves: their nonce is a placeholder.
  for (const path of ['/', '/index.html', '/shell.html']) app.get(path, (_request, reply) => sendPage(path, reply));
  return sendPage;
};
