import axe, {type AxeResults, type RunOptions} from 'axe-core';
import type {Page} from 'playwright-core';

const OPTIONS: RunOptions = {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/** What a theme alone can spoil. */
const COLOURS: RunOptions = {resultTypes: ['violations'], runOnly: {type: 'rule', values: ['color-contrast', 'link-in-text-block']}};

/**
 * Accessibility faults of the page as it stands, one line each with the elements at fault.
 * Empty when there are none: `expect(await violations(page)).toEqual([])`.
 *
 * @param which `colours`: only what another theme changes, for a page that was seen whole in one
 */
export async function violations(page: Page, which: 'all' | 'colours' = 'all'): Promise<string[]> {
  // Evaluated, not added as a script tag, which the portal's CSP refuses.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const results: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify(which === 'all' ? OPTIONS : COLOURS)})`);
  return results.violations.map(({id, impact, help, nodes}) => {
    const where = nodes.map(({target, any: [why]}) => [target.join(' '), why?.message ?? []].flat().join(': ')).join(' | ');
    return `${id} (${impact ?? 'minor'}): ${help} → ${where}`;
  });
}
