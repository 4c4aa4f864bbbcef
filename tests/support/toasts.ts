/** Toasts go away by themselves: what each said is taken down as it appears, so that nobody has to be there in time. */
import type {Page} from 'playwright-core';

interface Said {
  toast: Element;
  /** `status`, or `alert` for what interrupts; the library gives it a moment later. */
  role: string | null;
  /** Its title, its sentence, and what else stands in it. */
  texts: string[];
}

/** Takes down every toast of the page's documents from the next one on. Call before it is opened. */
export const watchToasts = (page: Page): Promise<unknown> => page.addInitScript(() => {
  const said: Said[] = [];
  Object.assign(window, {said});
  const TEXT = '.toast-text';
  const textsOf = (text: Element) =>
    [...text.querySelectorAll('*')].filter(one => one.childElementCount === 0).map(one => one.textContent);
  const hear = (node: Node): void => {
    if (!(node instanceof Element)) return;
    for (const text of [node, ...node.querySelectorAll(TEXT)].filter(one => one.matches(TEXT))) {
      // One toast after the other stands in the same place.
      const toast = text.closest('.Toastify__toast');
      if (toast) said.push({toast, role: toast.getAttribute('role'), texts: textsOf(text)});
    }
  };
  new MutationObserver(changes => {
    for (const {target, addedNodes} of changes) {
      addedNodes.forEach(hear);
      for (const one of said) if (one.toast === target) one.role ??= one.toast.getAttribute('role');
    }
  }).observe(document, {childList: true, subtree: true, attributes: true, attributeFilter: ['role']});
});

/** Takes the first toast of this role that said exactly these texts since the page was loaded, and that nobody took: whether one did. */
export const takeToast = (page: Page, role: string, texts: readonly string[]): Promise<boolean> => page.evaluate(([of, wanted]) => {
  const {said} = window as unknown as {said: Said[]};
  const at = said.findIndex(one => one.role === of && wanted.every(text => one.texts.includes(text)));
  if (at >= 0) said.splice(at, 1);
  return at >= 0;
}, [role, texts] as const);

/**
 * What can be pressed in the page and lies beneath the toast that stands, with a part of it at least, by its name; and what it says
 * itself, where its bar lies over words that are not to be scrolled.
 */
export const coveredByToast = (page: Page): Promise<string[]> => page.evaluate(() => {
  const toast = document.querySelector<HTMLElement>('.Toastify__toast');
  if (toast === null) return [];
  const {left, right, top, bottom} = toast.getBoundingClientRect();
  const beneath = new Set<string>();
  for (let x = left + 1; x < right; x += 6) {
    for (let y = top + 1; y < bottom; y += 6) {
      const seen = document.elementsFromPoint(x, y).find(one => one.closest('.Toastify') === null);
      const pressed = seen?.closest('a[href], button, input, select, textarea, [role=button], [role=tab]');
      if (pressed) beneath.add(pressed.getAttribute('aria-label') ?? pressed.textContent ?? '');
    }
  }
  const [words, bar] = ['.toast-text', '.Toastify__progress-bar--wrp'].map(one => toast.querySelector(one));
  const said = words?.lastElementChild;
  // As much as a line leaves free beneath its words.
  const rest = 2;
  if (words && said && bar && words.scrollHeight <= words.clientHeight + rest
    && said.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + rest) beneath.add(said.textContent ?? '');
  return [...beneath];
});
