/** What somebody sees of rows and cards that change by themselves. */

/** Milliseconds of a mark. */
const MARK = 2400;

/** What the cells of rows say. */
export type Said = ReadonlyMap<string, readonly (string | null)[]>;

const rowOf = (list: Element | null, id: string): Element | null => list?.querySelector(`[data-registro="${CSS.escape(id)}"]`) ?? null;
const cellsOf = (list: Element | null, id: string): Element[] => [...rowOf(list, id)?.children ?? []];

/** Whether the pointer is over something in the row that a click would do. */
export const isPointedAt = (list: Element | null, id: unknown): boolean =>
  rowOf(list, String(id))?.querySelector(':is(a, button, label):hover') != null;

export const saidBy = (list: Element | null, ids: readonly unknown[]): Said =>
  new Map(ids.map(id => [String(id), cellsOf(list, String(id)).map(({textContent}) => textContent)]));

/** Marks quietly what says something else now; not for who wants no motion. */
export const markChanges = (list: Element | null, said: Said, backgroundColor: string): void => {
  if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return;
  for (const [id, texts] of said) {
    cellsOf(list, id).filter(({textContent}, at) => texts[at] !== undefined && texts[at] !== textContent)
      .forEach(cell => cell.animate?.([{backgroundColor, offset: 0}], {duration: MARK, easing: 'ease-out'}));
  }
};
