/** What every screen must be: free of accessibility faults, light and dark, on a desk and on a phone, with nothing out of sight. */
import type {Page} from 'playwright-core';
import {violations} from '../../support/axe.ts';
import {screenshot, settle} from '../../support/browser.ts';

export const DESK = {width: 1280, height: 800};
export const PHONE = {width: 360, height: 740};

/** How many pixels of the page are out of sight to the right, and what reaches there. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const {scrollWidth} = document.documentElement;
    if (scrollWidth <= innerWidth) return [];
    const beyond = [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > innerWidth + 1);
    return [`${scrollWidth - innerWidth} px out of sight`, ...beyond.slice(-3).map(one => one.outerHTML.slice(0, 120))];
  });

const inTheme = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({colorScheme, reducedMotion: 'reduce'});
  await page.locator(`html[data-tema=${colorScheme}]`).waitFor();
  await settle(page);
};

/**
 * What is wrong with the screen as it stands, one line each. Held against all rules in light; dark can spoil the colours alone,
 * and colours do not depend on the width.
 */
export const faultsOf = async (page: Page): Promise<string[]> => {
  await inTheme(page, 'light');
  const faults = [...await overflow(page), ...await violations(page)];
  if (page.viewportSize()?.width === PHONE.width) return faults;
  await inTheme(page, 'dark');
  const dark = await violations(page, 'colours');
  await inTheme(page, 'light');
  return [...faults, ...dark.map(one => `dark: ${one}`)];
};

/**
 * Holds the screen against the rules in both sizes, and with `SCREENSHOTS=1` keeps pictures of it in `.screenshots/`.
 *
 * @returns one line for each fault
 */
export const look = async (page: Page, name: string): Promise<string[]> => {
  const found: string[] = [];
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    found.push(...(await faultsOf(page)).map(fault => `${name}, ${size.width} px: ${fault}`));
  }
  if (process.env['SCREENSHOTS'] === '1') {
    await screenshot(page, name);
    await inTheme(page, 'dark');
    await screenshot(page, `${name}-escuro`);
    await inTheme(page, 'light');
  }
  return found;
};
