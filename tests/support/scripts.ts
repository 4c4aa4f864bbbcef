/** The scripts a real browser fetches for a screen, as they come over the line. */
import type {Page} from 'playwright-core';

export interface Script {
  /** Its path. */
  name: string;
  /** Of its body on the line. */
  bytes: number;
  /** How it was compressed; null: not at all. */
  encoding: string | null;
}

/**
 * Takes down the scripts of a page from here on, asked for with `Accept-Encoding: gzip` alone.
 *
 * @returns what was fetched so far
 */
export const watchScripts = async (page: Page): Promise<() => Promise<Script[]>> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  // Known to the browser, not to the library's types.
  await session.send('Network.setAcceptedEncodings' as 'Network.enable', {encodings: ['gzip']} as never);
  const fetched: Promise<Script>[] = [];
  page.on('requestfinished', request => {
    const name = new URL(request.url()).pathname;
    if (!name.endsWith('.js')) return;
    fetched.push((async () => {
      const [response, {responseBodySize}] = await Promise.all([request.response(), request.sizes()]);
      return {name, bytes: responseBodySize, encoding: await response?.headerValue('content-encoding') ?? null};
    })());
  });
  return () => Promise.all(fetched);
};

export const bytesOf = (scripts: readonly Script[]): number => scripts.reduce((total, {bytes}) => total + bytes, 0);
