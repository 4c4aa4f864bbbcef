import axe, {type AxeResults, type RunOptions} from 'axe-core';
import type {Page} from 'playwright-core';

const OPTIONS: RunOptions = {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/**
 * Accessibility faults of the page as it stands, one line each with the elements at fault.
 * Empty when there are none: `expect(await violations(page)).toEqual([])`.
 */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated, not added as a script tag, which the portal's CSP refuses. Of the elements their places are told, not what they are made of.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axe.source};axe.configure({noHtml: true})`);
  const results: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify(OPTIONS)})`);
  return results.violations.map(({id, impact, help, nodes}) => {
    const where = nodes.map(({target, any: [why]}) => [target.join(' '), why?.message ?? []].flat().join(': ')).join(' | ');
    return `${id} (${impact ?? 'minor'}): ${help} → ${where}`;
  });
}
