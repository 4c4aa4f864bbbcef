/** Somebody at work on a slow line: nothing moves by itself, something has the focus, and a toast lies over nothing that can be pressed. */
import type {Page} from 'playwright-core';
import {expect} from 'vitest';
import {coveredByToast} from '../../support/toasts.ts';
import {expectDrawn} from './person.ts';

/** From now on each answer takes its time. @returns what ends it */
export const slowDown = async (page: Page): Promise<() => Promise<void>> => {
  const line = await page.context().newCDPSession(page);
  const rates = {downloadThroughput: 50_000, uploadThroughput: 200_000};
  await line.send('Network.emulateNetworkConditions', {offline: false, latency: 300, ...rates});
  return () => line.detach();
};

/** What jumps: less is a line more or fewer than what was drawn before it came. */
const JUMP = 0.01;
const watch = (least: number): void => {
  const jumps: string[] = [];
  Object.assign(window, {jumps});
  interface Shift extends PerformanceEntry {
    value: number;
    sources: readonly {node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly}[];
  }
  new PerformanceObserver(list => {
    for (const {value, sources} of list.getEntries() as Shift[]) {
      const told = ({left, top, width, height}: DOMRectReadOnly): string => [left, top, width, height].map(Math.round).join();
      const what = sources.map(({node, previousRect, currentRect}) =>
        `${node?.textContent?.slice(0, 60)} ${told(previousRect)} → ${told(currentRect)}`);
      if (value >= least) jumps.push(`${value}: ${what.join(' | ')}`);
    }
  }).observe({type: 'layout-shift'});
};
/** What moves on the page from now on, however soon after a press, and on what is loaded in its place, as a share of what is in sight. */
export const watchJumps = async (page: Page): Promise<void> => {
  await page.addInitScript(watch, JUMP);
  await page.evaluate(watch, JUMP);
};
/** Since it was asked last, of all frames until now. */
export const jumps = (page: Page): Promise<string[]> => page.evaluate(async () => {
  // A frame's are told after it.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  await new Promise(resolve => {
    setTimeout(resolve);
  });
  return (window as unknown as {jumps: string[]}).jumps.splice(0);
});
/** What somebody does moves what it changes, once it is answered, however late that is: forgotten. */
export const forgetAnswer = async (page: Page): Promise<void> => void await jumps(page);

/** Where somebody goes on: all is there, something has the focus, and the toast lies over nothing that can be pressed. */
export const goesOn = async (page: Page): Promise<void> => {
  await expectDrawn(page);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  expect(await coveredByToast(page)).toEqual([]);
};
