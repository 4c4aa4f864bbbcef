/** The scripts a real browser fetches for a screen, as they come over the line. */
import type {Page, Request} from 'playwright-core';
import {ofEachEnded} from './quiet.ts';

export interface Script {
  /** Its path. */
  name: string;
  /** Of its body on the line. */
  bytes: number;
  /** How it was compressed; null: not at all. */
  encoding: string | null;
}

const scriptOf = async (name: string, request: Request): Promise<Script> => {
  const [response, {responseBodySize}] = await Promise.all([request.response(), request.sizes()]);
  return {name, bytes: responseBodySize, encoding: await response?.headerValue('content-encoding') ?? null};
};

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
  return ofEachEnded(page, request => {
    const name = new URL(request.url()).pathname;
    return name.endsWith('.js') ? scriptOf(name, request) : undefined;
  });
};

export const bytesOf = (scripts: readonly Script[]): number => scripts.reduce((total, {bytes}) => total + bytes, 0);
