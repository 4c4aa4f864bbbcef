/** What depends on the screen: jsdom has none, and draws nothing. */
import {onTestFinished, vi} from 'vitest';

const whereAsked = (part: string): void => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('matchMedia', (media: string) => ({
    media, matches: media.includes(part), addEventListener: () => undefined, removeEventListener: () => undefined,
  }));
};

/** A window that is narrower than a tablet, until the test is over. */
export const onPhone = (): void => whereAsked('max-width');
/** Somebody who wants no motion, until the test is over. */
export const withoutMotion = (): void => whereAsked('prefers-reduced-motion: reduce');

/** The styles that an element has under a media query and not without it. */
export const stylesUnder = (query: string, element: Element): Record<string, string> => {
  const rules = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
    .filter(rule => rule instanceof CSSMediaRule && `@media ${rule.conditionText}` === query)
    .flatMap(rule => [...(rule as CSSMediaRule).cssRules] as CSSStyleRule[]);
  return Object.fromEntries(rules.filter(({selectorText}) => element.matches(selectorText)).flatMap(({style}) =>
    [...style].map(name => [name, style.getPropertyValue(name)])));
};
