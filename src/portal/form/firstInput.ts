/** The first input of a form that takes the focus. */
export const firstInputOf = (form: HTMLElement): HTMLElement | null =>
  form.querySelector<HTMLElement>(':is(input, select, textarea):not(:disabled, [type="hidden"])');
