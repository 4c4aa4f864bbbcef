const rowMarkValue = (id: number | string, resourceName: string | undefined): string =>
  (resourceName === undefined ? String(id) : `${resourceName}.${id}`);
/** The attribute that identifies a row. @param resourceName given where a screen has rows of several resources */
export const rowAttribute = ({id}: {id: number}, resourceName?: string) => ({'data-registro': rowMarkValue(id, resourceName)});

export const closestRowKey = (element: Element | null): string | undefined =>
  element?.closest<HTMLElement>('[data-registro]')?.dataset['registro'];

/** True where the focus is on nothing or on the whole screen, because its element is gone. */
export const isFocusLost = (): boolean => document.activeElement?.matches('body, main') !== false;

export const hasFocusWithin = (element: Element | null): boolean => !isFocusLost() && element?.contains(document.activeElement) === true;

/** Focuses the row's main link, else its first link, else the row. @returns whether there is such a row */
export const focusRow = (container: ParentNode | null, id: string): boolean => {
  const row = container?.querySelector<HTMLElement>(`[data-registro="${CSS.escape(id)}"]`);
  if (!row) return false;
  const target = row.querySelector<HTMLElement>('a[data-principal]') ?? row.querySelector<HTMLElement>('a[href]') ?? row;
  target.focus({preventScroll: true});
  // After the scroll position is restored, because a saved record's row may have moved out of sight.
  requestAnimationFrame(() => requestAnimationFrame(() => row.scrollIntoView?.({block: 'nearest'})));
  return true;
};

export const focusScreen = (): void => {
  if (isFocusLost()) document.querySelector('main')?.focus({preventScroll: true});
};

/** Restores a lost focus: to the dialog in front, else to the record's row, else to the screen. */
export const restoreFocus = (id: string, resourceName: string): void => {
  if (!isFocusLost()) return;
  const frontDialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1);
  if (frontDialog !== undefined) {
    frontDialog.focus({preventScroll: true});
    return;
  }
  if (!focusRow(document, rowMarkValue(id, resourceName)) && !focusRow(document, id)) focusScreen();
};
