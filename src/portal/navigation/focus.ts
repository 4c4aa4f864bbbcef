/** The focus on the row or card of a record, wherever such are drawn. */

const markOf = (id: number | string, of: string | undefined): string => (of === undefined ? String(id) : `${of}.${id}`);
/** What a row or card is found by. @param of its resource, where there are rows of several */
export const rowMark = ({id}: {id: number}, of?: string) => ({'data-registro': markOf(id, of)});

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

/** Where nothing has it: on the screen as a whole. */
export const focusScreen = (): void => {
  if (isIdle()) document.querySelector('main')?.focus({preventScroll: true});
};

/** Where nothing has it: on the record's row, else on the dialog in front, else on the screen. @param of the record's resource */
export const keepFocus = (id: string, of: string): void => {
  if (!isIdle()) return;
  const front = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1);
  if (front !== undefined) {
    front.focus({preventScroll: true});
    return;
  }
  if (!focusRow(document, markOf(id, of)) && !focusRow(document, id)) focusScreen();
};
