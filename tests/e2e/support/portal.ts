import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, inject} from 'vitest';
import {beforeTests} from '../../support/beforeTests.ts';
import {launchBrowser, newPage, type Screen, type WatchedPage} from '../../support/browser.ts';
import {ADM, openProduct, passwordOfDemo, type Product, type ProductOptions} from '../../support/product.ts';
import {listen, type Heard} from './english.ts';
import {NO_PAGE, signIn} from './person.ts';

export interface Portal<P = Product> {
  readonly product: P;
  readonly browser: Browser;
}

/** Of the process, which runs one file after the other, and with which it ends. */
let launched: Promise<Browser> | undefined;

/**
 * The Chromium for the tests of a file: one a process, because of one for them all every message would pass through a further process. Give
 * it back with {@link closePages}.
 */
export const openBrowser = (): Promise<Browser> => (launched ??= launchBrowser());

/** What the tests of a file have open. */
export const openPages = async (): Promise<Page[]> => (await launched)?.contexts().flatMap(context => context.pages()) ?? [];

/** Closes all that the tests of a file opened. */
export const closePages = async (browser: Browser | undefined): Promise<void> => {
  await Promise.all(browser?.contexts().map(context => context.close()) ?? []);
};

const opened = <P>(open: () => Promise<P>, end: (product: P) => Promise<void>): Portal<P> => {
  const portal: {product?: P; browser?: Browser} = {};
  beforeAll(async () => {
    [portal.product, portal.browser] = await Promise.all([open(), openBrowser()]);
  });
  afterAll(async () => {
    await closePages(portal.browser);
    if (portal.product !== undefined) await end(portal.product);
  });
  return portal as Portal<P>;
};

/** A product of its own and the browser for the tests of a file, there from its `beforeAll` to its `afterAll`. Call it once, at the top. */
export const openPortal = (options: ProductOptions = {}): Portal => opened(() => openProduct(options), product => product.dispose());

/** What a product is to those who come by its address. */
type Reached = Pick<Product, 'url' | 'passwordOf'>;

/** As {@link openPortal}, with the product of the demonstration that all files share: for tests that change nothing in it. */
export const openDemo = (): Portal<Reached> => opened(async () => ({url: inject('demo'), passwordOf: passwordOfDemo}), async () => {});

/**
 * A page on which somebody is signed in, the Adm unless said otherwise, from the `beforeAll` of a file or `describe` to its `afterAll`;
 * with what it says. On no screen yet.
 */
export const openSignedIn = (portal: Portal<Reached>, email = ADM.email, screen: Screen = {}): WatchedPage & {heard: Heard} =>
  beforeTests(async () => {
    const watched = await newPage(portal.browser, screen);
    const heard = await listen(watched.page);
    await signIn(watched.page, portal.product.url, {email, senha: await portal.product.passwordOf(email)}, NO_PAGE);
    return {...watched, heard, close: () => watched.page.context().close()};
  });
