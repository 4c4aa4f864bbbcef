import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import fastifyStatic from '@fastify/static';
import type {FastifyInstance, FastifyReply} from 'fastify';
import type {Context} from '../context.ts';
import {isWorkerScript, createNonce, inlineScriptSources, pagePolicy, WORKER_POLICY} from './headers.ts';

const YEAR_SECONDS = 31_536_000;

type SendPage = (path: string, reply: FastifyReply) => FastifyReply;

/**
 * Serves the files of a built portal.
 *
 * @param folder output of `npm run build`
 * @returns sends the page for one of the portal's own addresses (`/adm/ticket`)
 */
export const servePortal = async (
  app: FastifyInstance, folder: string, {config, env}: Pick<Context, 'config' | 'env'>,
): Promise<SendPage> => {
  const {basename} = config.product;
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const shellPage = await readFile(join(folder, 'shell.html'), 'utf8').catch(() => page);
  const scripts = inlineScriptSources(page);
  const sendPage: SendPage = (path, reply) => {
    const nonce = createNonce();
    const isShellPath = path === basename || path.startsWith(`${basename}/`);
    return reply
      .headers({
        'content-security-policy': pagePolicy(nonce, env.VITE_API_URL, scripts),
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      })
      .send((isShellPath ? shellPage : page).replaceAll('__CSP_NONCE__', nonce));
  };
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Names under assets/ contain a hash of the content.
      const isImmutable = path.startsWith(join(folder, 'assets'));
      void reply.header('cache-control', isImmutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      if (isWorkerScript(path)) void reply.header('content-security-policy', WORKER_POLICY);
    },
  });
  // Never the raw files, because their nonce is a placeholder.
  for (const path of ['/', '/index.html', '/shell.html']) app.get(path, (_request, reply) => sendPage(path, reply));
  return sendPage;
};
