import type {Browser} from 'playwright-core';
import {afterAll, beforeAll} from 'vitest';
import {launchBrowser} from '../../support/browser.ts';
import {openProduct, type Product, type ProductOptions} from '../../support/product.ts';

export interface Portal {
  readonly product: Product;
  readonly browser: Browser;
}

/** The product and a browser for the tests of a file, there from its `beforeAll` to its `afterAll`. Call it once, at the top. */
export const openPortal = (options: ProductOptions = {}): Portal => {
  const portal: {product?: Product; browser?: Browser} = {};
  beforeAll(async () => {
    [portal.product, portal.browser] = await Promise.all([openProduct(options), launchBrowser()]);
  });
  afterAll(async () => {
    await portal.browser?.close();
    await portal.product?.dispose();
  });
  return portal as Portal;
};
