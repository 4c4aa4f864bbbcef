/** When a page has all it asked for. A browser's own word for it does not hold: the line on which the server tells things stays open. */
import {setTimeout as pause} from 'node:timers/promises';
import type {Page, Request} from 'playwright-core';

/** Milliseconds without a request after which none is taken to follow. */
const QUIET = 1000;

const onTheirWay = new WeakMap<Page, Set<Request>>();

/** Takes down what is on its way, from the next request on. Call before the page is opened. */
export const watchRequests = (page: Page): void => {
  const open = new Set<Request>();
  onTheirWay.set(page, open);
  page.on('request', request => {
    // What the page before asked for ends with it, and not of all of that the browser tells.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
    if (!new URL(request.url()).pathname.endsWith('/eventos')) open.add(request);
  });
  const ended = (request: Request): void => void open.delete(request);
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
};

/** Nothing is on its way, and nothing has been for a second. */
export const quiet = async (page: Page): Promise<void> => {
  const open = onTheirWay.get(page);
  if (open === undefined) throw new Error('watchRequests comes before the page is opened');
  for (let since = Date.now(); Date.now() - since < QUIET; await pause(25)) if (open.size > 0) since = Date.now();
};

/**
 * Asks something of each request as it ends, from now on.
 *
 * @param ask undefined for a request that is of no interest
 * @returns tells the answers so far; a request that ends while its page closes is asked in vain, and nobody hears of it
 */
export const ofEachEnded = <T>(page: Page, ask: (request: Request) => Promise<T> | undefined): (() => Promise<T[]>) => {
  const answers: Promise<T>[] = [];
  page.on('requestfinished', request => {
    const answer = ask(request);
    if (answer === undefined) return;
    answer.catch(() => undefined);
    answers.push(answer);
  });
  return () => Promise.all(answers);
};
