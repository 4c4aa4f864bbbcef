/** The focus on the row or card of a record, wherever such are drawn. */

/** What a row or card is found by. */
export const rowMark = ({id}: {id: number}) => ({'data-registro': id});

/** The record whose row an element stands in; undefined for one that stands in none. */
export const recordIn = (element: Element | null): string | undefined =>
  element?.closest<HTMLElement>('[data-registro]')?.dataset['registro'];

/** Whether nothing has the focus, or the screen as a whole: what had it is gone. */
export const isIdle = (): boolean => document.activeElement?.matches('body, main') !== false;

/** Whether something in an element has it. */
export const isIn = (element: Element | null): boolean => !isIdle() && element?.contains(document.activeElement) === true;

/** The row's main link, else what else can be done there, else the row itself. @returns whether there is such a row */
export const focusRow = (place: ParentNode | null, id: string): boolean => {
  const row = place?.querySelector<HTMLElement>(`[data-registro="${CSS.escape(id)}"]`);
  if (!row) return false;
  const target = row.querySelector<HTMLElement>('a[data-principal]') ?? row.querySelector<HTMLElement>('a[href]') ?? row;
  target.focus({preventScroll: true});
  // Where one left it, it is in sight once the page is scrolled as it was; what was saved may have moved.
  requestAnimationFrame(() => requestAnimationFrame(() => row.scrollIntoView?.({block: 'nearest'})));
  return true;
};

/** Where nothing has it: on the record's row, else on the dialog in front, else on the screen. */
export const keepFocus = (id: string): void => {
  if (!isIdle()) return;
  const front = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1);
  if (front !== undefined) {
    front.focus({preventScroll: true});
    return;
  }
  if (!focusRow(document, id)) document.querySelector('main')?.focus({preventScroll: true});
};
