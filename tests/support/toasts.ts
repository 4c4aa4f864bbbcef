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
  const TOAST = '.Toastify__toast';
  const textsOf = (toast: Element) =>
    [...toast.querySelectorAll('*')].filter(one => one.childElementCount === 0).map(one => one.textContent);
  const hear = (node: Node): void => {
    if (!(node instanceof Element)) return;
    for (const toast of [node, ...node.querySelectorAll(TOAST)].filter(one => one.matches(TOAST))) {
      said.push({toast, role: toast.getAttribute('role'), texts: textsOf(toast)});
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
