/** Once for all of these tests: the built portal, what products start from, a Chromium, and the demonstration for who only looks at it. */
import type {TestProject} from 'vitest/node';
import {portalBuild} from '../../../src/run/portalBuild.ts';
import {serveBrowser} from '../../support/browser.ts';
import {openProduct, prepareStarts} from '../../support/product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where Chromium is connected to. */
    chromium: string;
    /** The address of a product with the demonstration, which many look at at once: nobody changes anything. */
    demo: string;
  }
}

export default async ({provide}: TestProject): Promise<() => Promise<void>> => {
  await portalBuild();
  await prepareStarts();
  const [chromium, demo] = await Promise.all([serveBrowser(), openProduct({env: {DEMO: '1'}})]);
  provide('chromium', chromium.wsEndpoint());
  provide('demo', demo.url);
  return async () => {
    await chromium.close();
    await demo.dispose();
  };
};
