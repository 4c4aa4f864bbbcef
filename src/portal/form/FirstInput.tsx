/** A new form has the focus in its first input that takes one. */
import {useEffect, useRef} from 'react';

export const firstInputOf = (form: HTMLElement): HTMLElement | null =>
  form.querySelector<HTMLElement>(':is(input, select, textarea):not(:disabled, [type="hidden"])');

export const FirstInput = () => {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const form = mark.current?.closest('form');
    // The page itself begins at its top.
    if (form) firstInputOf(form)?.focus({preventScroll: true});
  }, []);
  return <span ref={mark} hidden />;
};
