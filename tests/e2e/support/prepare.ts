/** Once for all of these tests: the built portal, what products start from, Chromium's program, and the demonstration for who only looks at it. */
import {rm} from 'node:fs/promises';
import type {TestProject} from 'vitest/node';
import {buildPortal} from '../../../src/run/portal/build.ts';
import {executable} from '../../support/browser.ts';
import {openProduct, prepareStarts} from '../../support/product.ts';
import serverRun from '../../support/serverRun.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a product with the demonstration, which many look at at once: nobody changes anything. */
    demo: string;
  }
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const server = process.env['TEST_DATABASE_URL'];
  const endRun = server === undefined ? undefined : await serverRun(project);
  await Promise.all([buildPortal(), executable()]);
  const started = await prepareStarts(server);
  project.provide('started', started);
  const demo = await openProduct({env: {DEMO: '1'}});
  project.provide('demo', demo.url);
  return async () => {
    await demo.dispose();
    for (const {folder} of started) await rm(folder, {recursive: true});
    await endRun?.();
  };
};
