/** What every screen must be: free of accessibility faults, light and dark, on a desk and on a phone, with nothing out of sight. */
import type {Page} from 'playwright-core';
import {WHOLE} from '../../support/whole.ts';
import {violations} from '../../support/axe.ts';
import {picture, screenshot, settle} from '../../support/browser.ts';
import {expectDrawn} from './person.ts';

export const DESK = {width: 1280, height: 800};
export const PHONE = {width: 360, height: 740};
const PICTURES = process.env['SCREENSHOTS'] === '1';

/** How many pixels of the page are out of sight to the right, and what reaches there. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const {scrollWidth} = document.documentElement;
    if (scrollWidth <= innerWidth) return [];
    const beyond = [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > innerWidth + 1);
    return [`${scrollWidth - innerWidth} px out of sight`, ...beyond.slice(-3).map(one => one.outerHTML.slice(0, 120))];
  });

/** Facts of one word (an e-mail, a number) that go on in a second line. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.locator('dd').evaluateAll(facts => facts.filter(fact => {
    const range = document.createRange();
    range.selectNodeContents(fact);
    const lines = new Set([...range.getClientRects()].map(({top}) => Math.round(top)));
    return lines.size > 1 && !/\s/.test((fact.textContent ?? '').trim());
  }).map(fact => `broken: ${fact.textContent}`));

/** Words in another type than the page's, but in one that is said: a key's, to be read sign by sign, and a document's. */
const otherType = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const typeOf = (one: Element) => getComputedStyle(one).fontFamily;
    const said = [typeOf(document.documentElement), 'monospace', 'sans-serif'];
    const says = (one: Element) =>
      one.matches('input, textarea') || [...one.childNodes].some(({nodeType, nodeValue}) => nodeType === 3 && nodeValue?.trim());
    const all = [...document.querySelectorAll('body *')].filter(one => one.checkVisibility() && says(one));
    return all.filter(one => !said.includes(typeOf(one))).map(one => `${typeOf(one)}: ${one.outerHTML.slice(0, 120)}`);
  });

/** What is measured of the screen, in whatever theme. */
const measured = async (page: Page): Promise<string[]> => [...await overflow(page), ...await otherType(page)];

/** With `SCREENSHOTS=1` keeps what a printer would make of the page. */
export const keepPaper = async (page: Page, name: string): Promise<void> => {
  if (PICTURES) await page.pdf({path: `.screenshots/${name}.pdf`, preferCSSPageSize: true});
};

/** As {@link look}: a page that is made to be printed is light in either theme. */
export const lookAtPaper = async (page: Page, name: string): Promise<string[]> => {
  const found: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await settle(page);
    found.push(...[...await measured(page), ...await violations(page)].map(fault => `${name}, ${size.width} px: ${fault}`));
  }
  if (PICTURES) await screenshot(page, name);
  return found;
};

type Theme = 'light' | 'dark';
const themeOf = async (page: Page): Promise<Theme> =>
  ((await page.locator('html').getAttribute('data-tema')) === 'dark' ? 'dark' : 'light');
const inTheme = async (page: Page, colorScheme: Theme): Promise<void> => {
  if (await themeOf(page) !== colorScheme) {
    await page.emulateMedia({colorScheme, reducedMotion: 'reduce'});
    await page.locator(`html[data-tema=${colorScheme}]`).waitFor();
  }
  await settle(page);
};

/** Bars that stay in view stand where they belong meanwhile: what they hide depends on where somebody has scrolled, and is scrolled to. */
const withBarsInPlace = async <T>(page: Page, look: () => Promise<T>): Promise<T> => {
  const move = (position: string) => page.evaluate(to => {
    for (const one of document.querySelectorAll<HTMLElement>('main *')) {
      const {position: now, bottom} = getComputedStyle(one);
      if (to === '' ? one.dataset['barra'] !== undefined : now === 'sticky' && bottom !== 'auto') {
        one.style.position = to;
        if (to === '') delete one.dataset['barra'];
        else one.dataset['barra'] = '';
      }
    }
  }, position);
  await move('static');
  try {
    return await look();
  } finally {
    await move('');
  }
};

/** What screens are made for: a phone, a tablet on its side and upright, a small desk, a large one. */
export const SIZES = [PHONE, {width: 768, height: 1024}, {width: 1024, height: 768}, {width: 1920, height: 1080}, DESK];

/** All rules, in the theme it has. */
const faultsInTheme = async (page: Page, theme: Theme): Promise<string[]> => {
  await inTheme(page, theme);
  return [...await measured(page), ...await withBarsInPlace(page, () => violations(page))].map(one => `${theme}: ${one}`);
};

/**
 * What is wrong with the screen once everything is there, one line each: in the theme it has, light or dark, and in the other, in which it
 * stays, as every screen is drawn anew for a theme. `npm test` asks for the theme it has alone.
 */
export const faultsOf = async (page: Page): Promise<string[]> => {
  await expectDrawn(page);
  const theme = await themeOf(page);
  const faults = await faultsInTheme(page, theme);
  return WHOLE ? [...faults, ...await faultsInTheme(page, theme === 'light' ? 'dark' : 'light')] : faults;
};

/**
 * Holds the screen against the rules at every width there is, light and dark. It is not loaded anew: what was opened is there at each. With
 * `SCREENSHOTS=1` pictures are kept.
 *
 * @returns one line for each fault
 */
export const faultsEverywhere = async (page: Page, name: string): Promise<string[]> => {
  const found: string[] = [];
  const eachSize = async (theme: Theme, look: () => Promise<string[]>): Promise<void> => {
    await inTheme(page, theme);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expectDrawn(page);
      await settle(page);
      found.push(...(await look()).map(fault => `${name}, ${size.width} px, ${theme}: ${fault}`));
      if (PICTURES) await picture(page, `${name}-${size.width}${theme === 'dark' ? '-escuro' : ''}`);
    }
  };
  const look = () => withBarsInPlace(page, () => violations(page));
  await eachSize('light', async () => [...await measured(page), ...await brokenWords(page), ...await look()]);
  await eachSize('dark', look);
  await inTheme(page, 'light');
  return found;
};

/**
 * Holds the screen against the rules in each of {@link SIZES}, and with `SCREENSHOTS=1` keeps pictures of it in `.screenshots/`; `npm test`
 * at the size it has.
 *
 * @returns one line for each fault
 */
export const look = async (page: Page, name: string): Promise<string[]> => {
  const found: string[] = [];
  for (const size of WHOLE ? SIZES : [page.viewportSize() ?? DESK]) {
    await page.setViewportSize(size);
    found.push(...(await faultsOf(page)).map(fault => `${name}, ${size.width} px: ${fault}`));
  }
  if (PICTURES) {
    await inTheme(page, 'light');
    await screenshot(page, name);
    await inTheme(page, 'dark');
    await screenshot(page, `${name}-escuro`);
  }
  return found;
};
