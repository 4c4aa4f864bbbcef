/** What every screen must be: free of accessibility faults, light and dark, on a desk and on a phone, with nothing out of sight. */
import type {Page} from 'playwright-core';
import {violations} from '../../support/axe.ts';
import {screenshot, settle} from '../../support/browser.ts';

const SIZES = [{width: 1280, height: 800}, {width: 360, height: 740}] as const;

/** How many pixels of the page are out of sight to the right, and what reaches there. */
export const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const {scrollWidth} = document.documentElement;
    if (scrollWidth <= innerWidth) return [];
    const beyond = [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > innerWidth + 1);
    return [`${scrollWidth - innerWidth} px out of sight`, ...beyond.slice(-3).map(one => one.outerHTML.slice(0, 120))];
  });

/**
 * Holds the screen against the rules as it stands, and keeps pictures of it in `.screenshots/`.
 *
 * @returns one line for each fault
 */
export const look = async (page: Page, name: string): Promise<string[]> => {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({colorScheme});
    await page.locator(`html[data-tema=${colorScheme}]`).waitFor();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await settle(page);
      const faults = [...await overflow(page), ...await violations(page)];
      found.push(...faults.map(fault => `${name}, ${colorScheme}, ${size.width} px: ${fault}`));
    }
    await screenshot(page, colorScheme === 'dark' ? `${name}-escuro` : name);
  }
  await page.emulateMedia({colorScheme: 'light'});
  await page.setViewportSize(SIZES[0]);
  return found;
};
