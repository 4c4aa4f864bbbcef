/** Once for all of these tests: the built portal, what products start from, Chromium's program, and the demonstration for who only looks at it. */
import type {TestProject} from 'vitest/node';
import {portalBuild} from '../../../src/run/portal/build.ts';
import {executable} from '../../support/browser.ts';
import {openProduct, prepareStarts} from '../../support/product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a product with the demonstration, which many look at at once: nobody changes anything. */
    demo: string;
  }
}

export default async ({provide}: TestProject): Promise<() => Promise<void>> => {
  await portalBuild();
  await prepareStarts();
  const [demo] = await Promise.all([openProduct({env: {DEMO: '1'}}), executable()]);
  provide('demo', demo.url);
  return () => demo.dispose();
};
