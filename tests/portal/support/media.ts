/** What depends on the screen: jsdom has none, and draws nothing. */
import {vi} from 'vitest';

/** A window that is narrower than a tablet, until the stubs are taken off. */
export const onPhone = (): void => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media, matches: media.includes('max-width'), addEventListener: () => undefined, removeEventListener: () => undefined,
  }));
};

/** The styles that an element has under a media query and not without it. */
export const stylesUnder = (query: string, element: Element): Record<string, string> => {
  const rules = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
    .filter(rule => rule instanceof CSSMediaRule && `@media ${rule.conditionText}` === query)
    .flatMap(rule => [...(rule as CSSMediaRule).cssRules] as CSSStyleRule[]);
  return Object.fromEntries(rules.filter(({selectorText}) => element.matches(selectorText)).flatMap(({style}) =>
    [...style].map(name => [name, style.getPropertyValue(name)])));
};
