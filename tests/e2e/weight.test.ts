// What a screen weighs: the bytes of script that a real browser fetches for it from the real product, compressed with gzip.
import {afterAll, beforeAll, expect, test} from 'vitest';
import type {Browser, Page} from 'playwright-core';
import {launchBrowser, newPage} from '../support/browser.ts';
import {ADM, openProduct, type Product} from '../support/product.ts';
import {enter} from './support/person.ts';

const KB = 1000;

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

interface Fetched {
  name: string;
  bytes: number;
}

/** The scripts a page fetched with nothing in its cache, as they came over the line. */
const watchScripts = async (page: Page): Promise<() => Promise<Fetched[]>> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  // Known to the browser, not to the library's types.
  await session.send('Network.setAcceptedEncodings' as 'Network.enable', {encodings: ['gzip']} as never);
  const fetched: Promise<Fetched>[] = [];
  page.on('requestfinished', request => {
    const name = new URL(request.url()).pathname;
    if (!name.endsWith('.js')) return;
    fetched.push((async () => {
      const response = await request.response();
      const {responseBodySize} = await request.sizes();
      // What is not worth compressing is small.
      if (responseBodySize >= 1024) expect(await response?.headerValue('content-encoding'), name).toBe('gzip');
      return {name, bytes: responseBodySize};
    })());
  });
  return () => Promise.all(fetched);
};

const sum = (fetched: readonly Fetched[]): number => fetched.reduce((total, {bytes}) => total + bytes, 0);
/** Nothing is on its way any more. */
const quiet = (page: Page) => page.waitForLoadState('networkidle');

test('the login fetches at most 70 kB', async () => {
  const {page} = await newPage(browser);
  const scripts = await watchScripts(page);
  await page.goto(`${product.url}/login`);
  await page.getByRole('button', {name: 'Login'}).waitFor();
  await quiet(page);
  const fetched = await scripts();
  expect(fetched.length).toBeGreaterThan(0);
  expect(sum(fetched), JSON.stringify(fetched)).toBeLessThanOrEqual(70 * KB);
});

test('a list opened cold fetches at most 330 kB, and nothing of the chart', async () => {
  const {page} = await newPage(browser);
  await page.goto(`${product.url}/login`);
  await enter(page, ADM);
  const storageState = await page.context().storageState();
  for (const [address, heading] of [['/adm/ticket', 'Tickets'], ['/adm/empresa', 'Empresas']] as const) {
    const context = await browser.newContext({storageState, locale: 'pt-BR'});
    const cold = await context.newPage();
    const scripts = await watchScripts(cold);
    await cold.goto(`${product.url}${address}`);
    await cold.getByRole('heading', {name: heading, level: 1}).waitFor();
    await quiet(cold);
    const fetched = await scripts();
    expect(sum(fetched), JSON.stringify(fetched)).toBeLessThanOrEqual(330 * KB);
    const texts = await Promise.all(fetched.map(async ({name}) => (await fetch(`${product.url}${name}`)).text()));
    // A class of every chart that the library draws.
    expect(texts.join('').includes('nivo')).toBe(false);
    await context.close();
  }
});

test('who types at the login has the shell on its way', async () => {
  const {page} = await newPage(browser);
  await page.goto(`${product.url}/login`);
  const shell = page.waitForRequest(/\/assets\/shell-.*\.js$/);
  await page.getByLabel('E-mail').pressSequentially('a');
  expect((await shell).method()).toBe('GET');
});
