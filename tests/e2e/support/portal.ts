import {chromium, type Browser} from 'playwright-core';
import {afterAll, beforeAll, inject} from 'vitest';
import {openProduct, type Product, type ProductOptions} from '../../support/product.ts';

export interface Portal<P = Product> {
  readonly product: P;
  readonly browser: Browser;
}

/** The one Chromium, for the tests of a file: closing it closes what they opened. */
export const openBrowser = (): Promise<Browser> => chromium.connect(inject('chromium'));

const opened = <P>(open: () => Promise<P>, end: (product: P) => Promise<void>): Portal<P> => {
  const portal: {product?: P; browser?: Browser} = {};
  beforeAll(async () => {
    [portal.product, portal.browser] = await Promise.all([open(), openBrowser()]);
  });
  afterAll(async () => {
    await portal.browser?.close();
    if (portal.product !== undefined) await end(portal.product);
  });
  return portal as Portal<P>;
};

/** A product of its own and the browser for the tests of a file, there from its `beforeAll` to its `afterAll`. Call it once, at the top. */
export const openPortal = (options: ProductOptions = {}): Portal => opened(() => openProduct(options), product => product.dispose());

/** As {@link openPortal}, with the product of the demonstration that all files share: for tests that change nothing in it. */
export const openDemo = (): Portal<Pick<Product, 'url'>> => opened(async () => ({url: inject('demo')}), async () => {});
